/**
 * Pictures of arrays. In: an open array and what of it is wanted. Out: a {@link
 * io.azulejo.plot.picture.Picture}, to be drawn as PNG, SVG or text. Begin with {@link
 * io.azulejo.plot.CellPlot} (heat maps, lines and scatter plots of cells) and {@link
 * io.azulejo.plot.TilePlot} (where fragments and tiles lie). Cells are binned while they are read;
 * memory depends on the picture, not on the array.
 */
package io.azulejo.plot;
