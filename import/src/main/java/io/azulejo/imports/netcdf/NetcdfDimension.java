package io.azulejo.imports.netcdf;

/**
 * A dimension that variables share.
 *
 * @param name its name; within groups prefixed with the group's path, such as {@code model/lat}
 * @param length its current number of cells, 0 or more
 */
public record NetcdfDimension(String name, long length) {}
