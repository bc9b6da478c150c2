/**
 * A model of pictures, and their rendering. In: a {@link io.azulejo.plot.picture.Picture}: axes
 * divided into bins, layers of cells, points, boxes and lines, and a coloring. Out: PNG, SVG or
 * characters. Begin with {@link io.azulejo.plot.picture.Chart}, which renders a picture on a
 * canvas, and {@link io.azulejo.plot.picture.TextChart}, which renders it for terminals. This
 * package must not know arrays.
 */
package io.azulejo.plot.picture;
