package io.azulejo.imports.netcdf;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.Datatype;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A variable: values of one type over some dimensions, in the order of rows. For one thread. */
public abstract class NetcdfVariable {
  private final String name;
  private final List<NetcdfDimension> dimensions;
  private final @Nullable Datatype type;
  private final NetcdfAttributes attributes;

  /**
   * A variable.
   *
   * @param type null if its values are no numbers
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

  /** Its name; in groups with the path of its group before it, such as {@code model/t}. */
  public final String name() {
    return name;
  }

  /** Its dimensions, that of whole rows first; none if it is a single value. */
  public final List<NetcdfDimension> dimensions() {
    return dimensions;
  }

  /**
   * The type of its values: integers or floating-point numbers; empty for texts, records and
   * others.
   */
  public final Optional<Datatype> type() {
    return Optional.ofNullable(type);
  }

  /** What is said of it. */
  public final NetcdfAttributes attributes() {
    return attributes;
  }

  /** Whether it has the coordinates of a dimension, as its name says. */
  public final boolean isCoordinate() {
    return dimensions.size() == 1 && dimensions.get(0).name().equals(name);
  }

  /**
   * How many cells of each dimension are best read at a time, as they are stored together; 1 where
   * that does not matter.
   */
  public abstract int[] chunk();

  /**
   * Reads a box of values.
   *
   * @param start its first cell, an index for each dimension
   * @param shape how many cells of each dimension, at least 1
   * @return the values, little-endian, rows first
   * @throws InvalidRequestException if the file ends before, or is damaged; if the box is not
   *     within the variable, or has more than 2 GiB
   */
  public final byte[] read(long[] start, int[] shape) throws IOException {
    if (type == null) {
      throw new InvalidRequestException("variable \"%s\" has no numbers".formatted(name));
    }
    long bytes = type.size();
    boolean within = start.length == dimensions.size() && shape.length == start.length;
    for (int d = 0; within && d < start.length; d++) {
      within = start[d] >= 0 && shape[d] >= 1 && start[d] <= dimensions.get(d).length() - shape[d];
      bytes = Math.multiplyHigh(bytes, shape[d]) == 0 ? bytes * shape[d] : Long.MAX_VALUE;
    }
    if (!within || bytes < 0 || bytes > Integer.MAX_VALUE - 16) {
      throw new InvalidRequestException(
          "variable \"%s\": this box cannot be read at once: it is too large, or not within %s"
              .formatted(name, dimensions));
    }
    return values(start, shape, (int) bytes);
  }

  /** Reads a box that was checked. */
  abstract byte[] values(long[] start, int[] shape, int bytes) throws IOException;
}
