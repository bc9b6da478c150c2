/**
 * Counts cells in bins for plots and the web page. {@link io.azulejo.plot.bins.NumberField}
 * converts values to numbers, and {@link io.azulejo.plot.bins.Bins} accumulates them.
 */
package io.azulejo.plot.bins;
