/**
 * Imports files as arrays. Supports CSV, TSV and JSON, NumPy arrays, NetCDF and HDF5, images, and
 * elevation grids. Begin with {@link io.azulejo.imports.ImportFile}.
 */
package io.azulejo.imports;
