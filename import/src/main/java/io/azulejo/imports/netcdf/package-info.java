/**
 * Reads variables from NetCDF files, both classic and HDF5-based, and from other HDF5 files. Begin
 * with {@link io.azulejo.imports.netcdf.NetcdfFile}.
 */
@NullMarked
package io.azulejo.imports.netcdf;

import org.jspecify.annotations.NullMarked;
