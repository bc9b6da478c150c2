/**
 * Variables of NetCDF files, classic ones and those that are HDF5, and of other HDF5 files. Begin
 * with {@link io.azulejo.netcdf.NetcdfFile}.
 */
@NullMarked
package io.azulejo.netcdf;

import org.jspecify.annotations.NullMarked;
