/**
 * Imports files as arrays. Supports CSV, TSV and JSON, NumPy arrays, NetCDF and HDF5, images, and
 * elevation grids. The schema comes from the file itself or is inferred from its rows.
 */
module io.azulejo.imports {
  requires transitive io.azulejo.core;
  requires transitive io.azulejo.text;
  requires static io.jhdf;
  requires static java.desktop;

  exports io.azulejo.imports;
  exports io.azulejo.imports.proposal;
  exports io.azulejo.imports.grid to
      io.azulejo.cli;
  exports io.azulejo.imports.rows to
      io.azulejo.cli;
  exports io.azulejo.imports.source to
      io.azulejo.cli;
}
