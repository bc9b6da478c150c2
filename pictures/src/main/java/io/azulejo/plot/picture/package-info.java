/**
 * Pictures as data, and their drawing. In: a {@link io.azulejo.plot.picture.Picture}: axes cut into
 * bins, layers of cells, points, boxes and lines, and a colouring. Out: PNG, SVG or characters.
 * Begin with {@link io.azulejo.plot.picture.Chart}, which lays a picture out on a canvas, and
 * {@link io.azulejo.plot.picture.TextChart}, which draws it for terminals. Nothing here knows
 * arrays.
 */
package io.azulejo.plot.picture;
