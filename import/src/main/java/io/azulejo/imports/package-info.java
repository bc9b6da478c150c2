/**
 * Makes arrays of files that others wrote: CSV, TSV and JSON, arrays of NumPy, NetCDF and HDF5,
 * pictures, and grids of elevations. Begin with {@link io.azulejo.imports.ImportFile}.
 */
package io.azulejo.imports;
