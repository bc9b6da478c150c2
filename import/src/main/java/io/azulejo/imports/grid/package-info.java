/**
 * Files that have the values of all cells of a box, as arrays of NumPy, pictures and grids of
 * elevations do.
 */
package io.azulejo.imports.grid;
