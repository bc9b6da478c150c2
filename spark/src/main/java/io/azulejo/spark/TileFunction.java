package io.azulejo.spark;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.functions.BoundFunction;
import org.apache.spark.sql.connector.catalog.functions.ScalarFunction;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * A function that returns the index of the tile that contains a coordinate, such as {@code
 * tile_512(y)}. If the domain does not start at 0, the name contains its start: {@code
 * tile_512_from_1(y)} or {@code tile_512_from_minus_5(y)}.
 *
 * <p>The name contains all parameters, because Spark compares functions by name only.
 */
public final class TileFunction implements UnboundFunction, ScalarFunction<Long> {
  private static final long serialVersionUID = 1;
  private static final Pattern NAME =
      Pattern.compile("(?i)tile_([0-9]{1,19})(?:_from_(minus_)?([0-9]{1,19}))?");

  private final long low;
  private final long extent;
  private final @Nullable DataType input;

  private TileFunction(long low, long extent, @Nullable DataType input) {
    this.low = low;
    this.extent = extent;
    this.input = input;
  }

  /** Returns the function with the given name; empty if the name is not of this form. */
  static Optional<TileFunction> named(String name) {
    Matcher parts = NAME.matcher(name);
    if (!parts.matches()) {
      return Optional.empty();
    }
    try {
      long extent = Long.parseLong(parts.group(1));
      String sign = parts.group(2) == null ? "" : "-";
      long low = parts.group(3) == null ? 0 : Long.parseLong(sign + parts.group(3));
      return extent < 1 ? Optional.empty() : Optional.of(new TileFunction(low, extent, null));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns the tile function of a dimension. Empty unless the dimension has tiles, and its
   * coordinates are days or integers other than UINT64.
   */
  static Optional<TileFunction> of(Dimension dimension) {
    Datatype type = dimension.type();
    boolean counted =
        type.isIntegerValued()
            && type != Datatype.UINT64
            && (!type.isDatetime() || type == Datatype.DATETIME_DAY);
    if (!counted || dimension.extent().isEmpty() || dimension.tileLength() < 1) {
      return Optional.empty();
    }
    Optional<Range> domain = dimension.domain();
    return domain.isPresent() && domain.get() instanceof Range.Longs numbers
        ? Optional.of(new TileFunction(numbers.low(), dimension.tileLength(), null))
        : Optional.empty();
  }

  /**
   * Returns the lowest coordinate of a tile.
   *
   * @param tile the index of the tile
   */
  long first(long tile) {
    return low + tile * extent;
  }

  /**
   * Returns the index of the tile that contains a coordinate. Index 0 is the first tile of the
   * domain. Coordinates below the domain have negative indexes. They occur because Spark also calls
   * this method for null.
   */
  long tile(long coordinate) {
    return coordinate >= low
        ? Long.divideUnsigned(coordinate - low, extent)
        : -1 - Long.divideUnsigned(low - 1 - coordinate, extent);
  }

  /** Returns the tile index of a coordinate. Spark's generated code calls this method. */
  public long invoke(byte coordinate) {
    return tile(coordinate);
  }

  /** Returns the tile index of a coordinate. Spark's generated code calls this method. */
  public long invoke(short coordinate) {
    return tile(coordinate);
  }

  /** Returns the tile index of a coordinate. Spark's generated code calls this method. */
  public long invoke(int coordinate) {
    return tile(coordinate);
  }

  /** Returns the tile index of a coordinate. Spark's generated code calls this method. */
  public long invoke(long coordinate) {
    return tile(coordinate);
  }

  @Override
  public Long produceResult(InternalRow row) {
    DataType type = input == null ? DataTypes.LongType : input;
    return tile(((Number) row.get(0, type)).longValue());
  }

  @Override
  public BoundFunction bind(StructType inputs) {
    DataType type = inputs.size() == 1 ? inputs.fields()[0].dataType() : DataTypes.NullType;
    boolean counted =
        type.equals(DataTypes.ByteType)
            || type.equals(DataTypes.ShortType)
            || type.equals(DataTypes.IntegerType)
            || type.equals(DataTypes.LongType)
            || type.equals(DataTypes.DateType);
    if (!counted) {
      throw new InvalidRequestException(
          "%s takes one column of integers or dates, not %s"
              .formatted(name(), inputs.simpleString()));
    }
    return new TileFunction(low, extent, type);
  }

  @Override
  public DataType[] inputTypes() {
    return new DataType[] {input == null ? DataTypes.LongType : input};
  }

  @Override
  public DataType resultType() {
    return DataTypes.LongType;
  }

  @Override
  public String name() {
    String from = Long.toString(low).replace("-", "minus_");
    return low == 0 ? "tile_" + extent : "tile_%d_from_%s".formatted(extent, from);
  }

  @Override
  public String canonicalName() {
    return "io.azulejo." + name();
  }

  @Override
  public String description() {
    return name() + ": the index of the tile of a coordinate";
  }

  /** Returns the name, which Spark uses in column names. */
  @Override
  public String toString() {
    return name();
  }
}
