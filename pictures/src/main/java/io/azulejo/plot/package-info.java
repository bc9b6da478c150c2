/**
 * Plots arrays. In: an open array and a request. Out: a {@link io.azulejo.plot.picture.Picture}, to
 * be drawn as PNG, SVG or text. Begin with {@link io.azulejo.plot.CellPlot} (heat maps, lines and
 * scatter plots of cells) and {@link io.azulejo.plot.TilePlot} (boxes of fragments and tiles).
 * Cells are binned while they are read, so memory depends on the picture, not on the array.
 */
package io.azulejo.plot;
