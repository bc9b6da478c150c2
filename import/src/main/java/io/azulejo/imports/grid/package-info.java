/**
 * Reads files whose cells fill a box, such as NumPy arrays, images and elevation grids. Begin with
 * {@link io.azulejo.imports.grid.GridFile}.
 */
package io.azulejo.imports.grid;
