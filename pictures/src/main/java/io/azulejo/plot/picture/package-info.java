/**
 * A model of pictures, and its rendering as PNG, SVG or text. A {@link
 * io.azulejo.plot.picture.Picture} consists of axes divided into bins, panels with layers of cells,
 * points, boxes and lines, and a coloring. {@link io.azulejo.plot.picture.Chart} renders it for
 * files, and {@link io.azulejo.plot.picture.TextChart} for terminals. This package does not depend
 * on arrays.
 */
package io.azulejo.plot.picture;
