/**
 * Variables of NetCDF files, classic ones and those that are HDF5, and of other HDF5 files. Begin
 * with {@link io.azulejo.imports.netcdf.NetcdfFile}.
 */
@NullMarked
package io.azulejo.imports.netcdf;

import org.jspecify.annotations.NullMarked;
