package io.azulejo.imports.netcdf;

/**
 * A dimension that variables share.
 *
 * @param name its name; in groups with the path of its group before it, such as {@code model/lat}
 * @param length how many cells it has now, 0 or more
 */
public record NetcdfDimension(String name, long length) {}
