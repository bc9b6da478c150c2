package io.azulejo.imports.netcdf;

/**
 * A dimension, which variables can share.
 *
 * @param name name of the dimension. In a group, it starts with the path of the group, such as
 *     {@code model/lat}
 * @param length current number of cells along the dimension, 0 or more
 */
public record NetcdfDimension(String name, long length) {}
