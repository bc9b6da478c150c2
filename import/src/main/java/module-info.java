/**
 * Arrays made of files that say what they hold: rows of text, arrays of NumPy, NetCDF and HDF5,
 * pictures, and grids of elevations.
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
