/**
 * Collects cells in bins, for pictures of all kinds. {@link io.azulejo.plot.bins.NumberField}
 * converts values to numbers, and {@link io.azulejo.plot.bins.Bins} accumulates them.
 */
package io.azulejo.plot.bins;
