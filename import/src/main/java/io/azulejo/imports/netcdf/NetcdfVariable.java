package io.azulejo.imports.netcdf;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.Datatype;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A variable of a NetCDF or HDF5 file. It has values of one type, in row-major order. Variables can
 * be read until their file is closed. They are not thread-safe.
 */
public abstract class NetcdfVariable {
  private final String name;
  private final List<NetcdfDimension> dimensions;
  private final @Nullable Datatype type;
  private final NetcdfAttributes attributes;

  /**
   * Creates a variable.
   *
   * @param dimensions the dimensions, slowest first
   * @param type type of the values; null if they are not numbers
   */
  NetcdfVariable(
      String name,
      List<NetcdfDimension> dimensions,
      @Nullable Datatype type,
      NetcdfAttributes attributes) {
    this.name = name;
    this.dimensions = List.copyOf(dimensions);
    this.type = type;
    this.attributes = attributes;
  }

  /**
   * Returns the name of the variable. In a group, it starts with the path of the group, such as
   * {@code model/t}.
   */
  public final String name() {
    return name;
  }

  /** Returns the dimensions, slowest first; empty for a single value. */
  public final List<NetcdfDimension> dimensions() {
    return dimensions;
  }

  /** Returns the integer or floating-point type of the values; empty for other types. */
  public final Optional<Datatype> type() {
    return Optional.ofNullable(type);
  }

  /** Returns the attributes of the variable. */
  public final NetcdfAttributes attributes() {
    return attributes;
  }

  /**
   * Returns whether the variable contains the coordinates of a dimension. It then has exactly this
   * dimension, and the same name.
   */
  public final boolean isCoordinate() {
    return dimensions.size() == 1 && dimensions.get(0).name().equals(name);
  }

  /**
   * Returns the shape of the chunks in which the values are stored. Reads of whole chunks are the
   * fastest.
   *
   * @return a new array with the number of cells in each dimension, all 1 if the values are not
   *     stored in chunks
   */
  public abstract int[] chunk();

  /**
   * Reads the values in a box.
   *
   * @param start index of the first cell in each dimension
   * @param shape number of cells in each dimension, at least 1
   * @return the values, little-endian, in row-major order
   * @throws InvalidRequestException if the variable is not numeric, if the file is truncated or
   *     damaged, if the box does not lie within the variable, or if its values exceed 2 GiB
   * @throws IOException if the file cannot be read
   */
  public final byte[] read(long[] start, int[] shape) throws IOException {
    if (type == null) {
      throw new InvalidRequestException("variable \"%s\" is not numeric".formatted(name));
    }
    long bytes = type.size();
    boolean within = start.length == dimensions.size() && shape.length == start.length;
    for (int d = 0; within && d < start.length; d++) {
      within = start[d] >= 0 && shape[d] >= 1 && start[d] <= dimensions.get(d).length() - shape[d];
      bytes = Math.multiplyHigh(bytes, shape[d]) == 0 ? bytes * shape[d] : Long.MAX_VALUE;
    }
    if (!within || bytes < 0 || bytes > Integer.MAX_VALUE - 16) {
      throw new InvalidRequestException(
          "variable \"%s\": the box is too large to be read at once, or not within %s"
              .formatted(name, dimensions));
    }
    return values(start, shape, (int) bytes);
  }

  /**
   * Reads the values in a box that {@link #read} has validated.
   *
   * @param bytes size of the values in bytes
   * @return the values, little-endian, in row-major order
   */
  abstract byte[] values(long[] start, int[] shape, int bytes) throws IOException;
}
