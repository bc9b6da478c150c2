package io.azulejo.imports.netcdf;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.Datatype;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A variable: values of one type over some dimensions, in row-major order. For one thread. */
public abstract class NetcdfVariable {
  private final String name;
  private final List<NetcdfDimension> dimensions;
  private final @Nullable Datatype type;
  private final NetcdfAttributes attributes;

  /**
   * Creates a variable.
   *
   * @param type the type of its values; null if they are not numbers
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
   * Returns its name; within groups prefixed with the path of its group, such as {@code model/t}.
   */
  public final String name() {
    return name;
  }

  /** Returns its dimensions, the slowest first; empty for a single value. */
  public final List<NetcdfDimension> dimensions() {
    return dimensions;
  }

  /** Returns the type of its values: integers or floating-point numbers; empty for other types. */
  public final Optional<Datatype> type() {
    return Optional.ofNullable(type);
  }

  /** Returns its attributes. */
  public final NetcdfAttributes attributes() {
    return attributes;
  }

  /** Returns whether its name makes it the coordinates of a dimension. */
  public final boolean isCoordinate() {
    return dimensions.size() == 1 && dimensions.get(0).name().equals(name);
  }

  /**
   * Returns the number of cells of each dimension that are stored together and are best read at a
   * time; 1 if it does not matter.
   */
  public abstract int[] chunk();

  /**
   * Reads a box of values.
   *
   * @param start its first cell, an index for each dimension
   * @param shape the number of cells in each dimension, at least 1
   * @return the values, little-endian, in row-major order
   * @throws InvalidRequestException if the file is truncated or damaged, or the box exceeds the
   *     variable or 2 GiB
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

  /** Reads a validated box. */
  abstract byte[] values(long[] start, int[] shape, int bytes) throws IOException;
}
