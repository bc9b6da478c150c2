/** Variables of NetCDF and HDF5 files, read. */
module io.azulejo.netcdf {
  requires transitive io.azulejo.core;
  requires io.jhdf;

  exports io.azulejo.netcdf;
}
