package io.azulejo.imports.rows;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Datetimes;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import io.azulejo.text.value.QuotedText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Builds a schema for profiled rows, with types, domains and tile extents but without filters. */
final class SchemaProposal {
  private static final long SMALL_CAPACITY = 10_000;
  private static final long LARGE_CAPACITY = 100_000;
  private static final long MANY_ROWS = 5_000_000;

  /** Maximum number of cells in a tile of a dense array. */
  private static final long DENSE_TILE = 1 << 16;

  /**
   * Minimum number of rows in a tile of an array over row numbers, because more rows may be
   * appended.
   */
  private static final long SMALLEST_ROW_TILE = 1 << 10;

  /** Name of the row dimension, and its alternative if a column has that name. */
  private static final String ROW = "row";

  private static final String ROW_BESIDE_ROW = "row_number";

  private static final Range.Doubles ANY = new Range.Doubles(-Double.MAX_VALUE, Double.MAX_VALUE);

  private final List<ColumnProfile> columns;
  private final List<ColumnProfile> dimensions;
  private final long rows;
  private final Set<String> enumerated;

  SchemaProposal(
      List<ColumnProfile> columns,
      List<ColumnProfile> dimensions,
      long rows,
      Set<String> enumerated) {
    this.columns = columns;
    this.dimensions = dimensions;
    this.rows = rows;
    this.enumerated = enumerated;
  }

  /**
   * Returns a sparse schema. It uses Hilbert order if all of its several dimensions are degrees.
   *
   * @param duplicates whether the array allows duplicates
   */
  ArraySchema.Builder sparse(boolean duplicates) {
    long capacity = rows >= MANY_ROWS ? LARGE_CAPACITY : SMALL_CAPACITY;
    boolean hilbert =
        dimensions.size() > 1 && dimensions.stream().allMatch(c -> degrees(c).isPresent());
    ArraySchema.Builder schema =
        ArraySchema.sparse().allowsDuplicates(duplicates).capacity(capacity);
    if (hilbert) {
      schema.cellOrder(Layout.HILBERT);
    }
    long numeric = dimensions.stream().filter(c -> !c.type().isString()).count();
    double pieces = Math.ceil(Math.pow(Math.max(1, rows / capacity), 1.0 / Math.max(1, numeric)));
    for (ColumnProfile column : dimensions) {
      schema.dimension(sparse(column, hilbert, (long) pieces));
    }
    return attributes(schema);
  }

  private static Dimension sparse(ColumnProfile column, boolean hilbert, long pieces) {
    Datatype type = column.type();
    if (type.isString()) {
      return Dimension.text(column.name());
    }
    Dimension.Builder dimension = Dimension.builder(column.name(), type);
    if (type.isFloatingPoint()) {
      Optional<Range.Doubles> degrees = degrees(column);
      dimension.domain(degrees.orElse(ANY));
      if (!hilbert && degrees.isPresent()) {
        double length = degrees.get().high() - degrees.get().low();
        double span = column.high() > column.low() ? column.high() - column.low() : length;
        dimension.extent(Math.min(RoundUnits.atLeast(span / pieces), length));
      }
      return dimension.build();
    }
    long span = Math.max(1, distance(column.min(), column.max()));
    long extent = RoundUnits.atLeast(Math.max(1, span / pieces), type);
    extent = Math.min(extent, type == Datatype.INT32 ? 1 << 30 : 1L << 60);
    Range.Longs domain = integer(column, extent);
    dimension.domain(domain);
    boolean room = domain.high() <= greatest(type) - extent;
    if (room && extent <= distance(domain.low(), domain.high())) {
      dimension.extent(extent);
    }
    return dimension.build();
  }

  /** Returns the distance between two numbers, or {@link Long#MAX_VALUE} if it overflows. */
  private static long distance(long low, long high) {
    long length = high - low;
    return length < 0 ? Long.MAX_VALUE : length;
  }

  private static long greatest(Datatype type) {
    return type == Datatype.INT32 ? Integer.MAX_VALUE : Long.MAX_VALUE;
  }

  /**
   * Returns the domain of an integer dimension. It contains all values of the type except the last
   * tile, because tiles must not exceed the range of the type. The domain of a datetime contains
   * the common years.
   */
  private static Range.Longs integer(ColumnProfile column, long extent) {
    Datatype type = column.type();
    if (type.isDatetime()) {
      boolean fine = type == Datatype.DATETIME_NS;
      return new Range.Longs(
          Math.min(column.min(), Datetimes.parse(fine ? "1700-01-01" : "0001-01-01", type)),
          Math.max(column.max(), Datetimes.parse(fine ? "2200-01-01" : "9999-12-31", type)));
    }
    long least = type.isUnsigned() ? 0 : -greatest(type);
    return new Range.Longs(
        Math.min(column.min(), least), Math.max(column.max(), greatest(type) - extent));
  }

  /**
   * Returns the domain of a latitude or longitude in degrees, or empty for other columns.
   * Longitudes extend to 360 degrees if the data does.
   */
  private static Optional<Range.Doubles> degrees(ColumnProfile column) {
    if (!column.type().isFloatingPoint()) {
      return Optional.empty();
    }
    if (KeyNames.isLatitude(column.name()) && column.low() >= -90 && column.high() <= 90) {
      return Optional.of(new Range.Doubles(-90, 90));
    }
    double end = column.high() <= 180 ? 180 : 360;
    return KeyNames.isLongitude(column.name()) && column.low() >= -180 && column.high() <= end
        ? Optional.of(new Range.Doubles(-180, end))
        : Optional.empty();
  }

  /** Returns a dense schema over the row numbers, with the largest possible domain. */
  ArraySchema.Builder ofRows() {
    long extent = SMALLEST_ROW_TILE;
    while (extent < rows && extent < DENSE_TILE) {
      extent *= 2;
    }
    long end = Long.MAX_VALUE / extent * extent;
    boolean taken = columns.stream().anyMatch(c -> c.name().equals(ROW));
    String name = taken ? ROW_BESIDE_ROW : ROW;
    return attributes(
        ArraySchema.dense()
            .dimension(Dimension.of(name, Datatype.INT64, Range.of(0, end - 1), extent)));
  }

  /** Returns a dense schema over the box of coordinates that contains all rows. */
  ArraySchema.Builder dense() {
    ArraySchema.Builder schema = ArraySchema.dense();
    Map<String, Long> extents = new HashMap<>();
    long rest = DENSE_TILE;
    List<ColumnProfile> byLength = new ArrayList<>(dimensions);
    byLength.sort(Comparator.comparingLong(SchemaProposal::length));
    for (int i = 0; i < byLength.size(); i++) {
      ColumnProfile column = byLength.get(i);
      if (!column.type().isDatetime()
          && column.type() != Datatype.INT32
          && column.type() != Datatype.INT64) {
        throw new InvalidRequestException(
            "dimensions of dense arrays must be integers or datetimes, but %s is %s; omit --dense"
                .formatted(QuotedText.ofName(column.name()), column.type()));
      }
      long share = (long) Math.pow(rest, 1.0 / (byLength.size() - i));
      long extent = Math.max(1, Math.min(length(column), share));
      extents.put(column.name(), extent);
      rest = Math.max(1, rest / extent);
    }
    for (ColumnProfile column : dimensions) {
      Range domain = Range.of(column.min(), column.max());
      schema.dimension(
          Dimension.of(column.name(), column.type(), domain, extents.get(column.name())));
    }
    return attributes(schema);
  }

  private static long length(ColumnProfile column) {
    return column.max() - column.min() + 1;
  }

  private ArraySchema.Builder attributes(ArraySchema.Builder schema) {
    int count = 0;
    for (ColumnProfile column : columns) {
      if (dimensions.contains(column)) {
        continue;
      }
      if (column.isMixed()) {
        throw new InvalidRequestException(
            "cannot guess the type of column %s, whose lists contain values other than numbers; use --schema FILE.json"
                .formatted(QuotedText.ofName(column.name())));
      }
      count++;
      if (enumerated.contains(column.name())) {
        enumerate(schema, column);
        continue;
      }
      if (column.enumeration().isPresent()) {
        Enumeration values = column.enumeration().get();
        schema.enumeration(values);
        schema.attribute(
            Attribute.builder(column.name(), column.attributeType())
                .enumeration(values.name())
                .nullable(column.hasNulls())
                .build());
        continue;
      }
      Attribute.Builder attribute =
          Attribute.builder(column.name(), column.attributeType()).nullable(column.hasNulls());
      schema.attribute(
          column.type().isString() || column.isList()
              ? attribute.var().build()
              : attribute.build());
    }
    if (count == 0) {
      throw new InvalidRequestException(
          "no columns are left for attributes; choose fewer dimensions with --dims");
    }
    return schema;
  }

  private static void enumerate(ArraySchema.Builder schema, ColumnProfile column) {
    List<String> values =
        List.copyOf(
            column
                .values()
                .orElseThrow(
                    () ->
                        new InvalidRequestException(
                            "column %s has too many distinct values for an enumeration"
                                .formatted(QuotedText.ofName(column.name())))));
    Datatype index =
        values.size() <= 120
            ? Datatype.UINT8
            : values.size() <= 30_000 ? Datatype.UINT16 : Datatype.INT32;
    schema.enumeration(Enumeration.ofStrings(column.name(), false, values));
    schema.attribute(
        Attribute.builder(column.name(), index)
            .enumeration(column.name())
            .nullable(column.hasNulls())
            .build());
  }
}
