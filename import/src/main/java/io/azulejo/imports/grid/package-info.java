/**
 * Reads files that hold the values of all cells of a box, such as NumPy arrays, images and
 * elevation grids. Begin with {@link io.azulejo.imports.grid.GridFile}.
 */
package io.azulejo.imports.grid;
