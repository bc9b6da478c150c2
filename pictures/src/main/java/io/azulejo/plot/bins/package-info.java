/**
 * Cells in bins, for pictures of all kinds: numbers of fields ({@link
 * io.azulejo.plot.bins.NumberField}) and what bins keep of them ({@link
 * io.azulejo.plot.bins.Bins}).
 */
package io.azulejo.plot.bins;
