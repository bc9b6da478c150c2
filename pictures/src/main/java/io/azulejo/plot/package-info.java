/**
 * Plots arrays: turns an open array and a request into a {@link io.azulejo.plot.picture.Picture},
 * which can be drawn as PNG, SVG or text. {@link io.azulejo.plot.CellPlot} plots cells as heat
 * maps, lines, points, histograms or images. {@link io.azulejo.plot.TilePlot} shows the boxes of
 * fragments and tiles. Cells are binned while they are read, so memory depends on the picture, not
 * on the array.
 */
package io.azulejo.plot;
