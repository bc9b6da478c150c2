package io.azulejo.spark;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Datetimes;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Filter;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import io.azulejo.table.ColumnHint;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.spark.sql.connector.catalog.ColumnDefaultValue;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Derives an array schema from the columns of a new table. The dimensions are named by the property
 * {@code dimensions} or by TileDB-Spark's properties.
 */
final class NewArray {
  static final String DIMENSION = "schema.dim.";
  private static final String DIMENSIONS = "dimensions";
  static final String TYPE = "array_type";
  static final String DUPLICATES = "schema.set_allows_dups";
  static final String CAPACITY = "schema.capacity";
  static final String CELL_ORDER = "schema.cell_order";
  static final String TILE_ORDER = "schema.tile_order";
  static final String OFFSETS_FILTERS = "schema.offsets_filter_list";
  static final String VALIDITY_FILTERS = "schema.validity_filter_list";
  static final String ATTRIBUTE = "schema.attr.";
  static final String FILTERS = ".filter_list";
  static final String COORDS_FILTERS = "schema.coords_filter_list";

  /** The properties that apply to the whole array rather than to one dimension or attribute. */
  static final Set<String> PROPERTIES =
      Set.of(
          DIMENSIONS,
          TYPE,
          DUPLICATES,
          CAPACITY,
          CELL_ORDER,
          TILE_ORDER,
          COORDS_FILTERS,
          OFFSETS_FILTERS,
          VALIDITY_FILTERS);

  private static final Filter ZSTD = Filter.zstd(3);
  private static final long TILE = 10_000;
  private static final long DAY = 86_400_000_000L;

  private final TreeMap<String, String> properties = new TreeMap<>();
  private final StructType rows;
  private final Map<String, ColumnDefaultValue> defaults;

  private NewArray(
      StructType rows, Map<String, String> given, Map<String, ColumnDefaultValue> defaults) {
    this.rows = rows;
    this.defaults = defaults;
    given.forEach((name, value) -> properties.put(name.toLowerCase(Locale.ROOT), value.trim()));
  }

  /**
   * Returns the schema of an array with the given columns.
   *
   * @param rows the columns
   * @param properties the properties by name, in any case
   * @throws InvalidRequestException if a property or a column type is not valid
   */
  static ArraySchema schema(StructType rows, Map<String, String> properties) {
    return schema(rows, properties, Map.of());
  }

  /**
   * Returns the schema of an array whose columns have defaults.
   *
   * @param rows the columns
   * @param properties the properties by name, in any case
   * @param defaults the defaults by column name
   * @throws InvalidRequestException if a property or a column type is not valid
   * @throws UnsupportedOperationException if a default cannot be the fill value of an attribute
   */
  static ArraySchema schema(
      StructType rows, Map<String, String> properties, Map<String, ColumnDefaultValue> defaults) {
    return new NewArray(rows, properties, defaults).schema();
  }

  /** Returns whether the properties name the dimensions, which is required to create an array. */
  static boolean describe(Map<String, String> properties) {
    return properties.keySet().stream()
        .map(name -> name.toLowerCase(Locale.ROOT))
        .anyMatch(name -> name.equals(DIMENSIONS) || name.equals(DIMENSION + "0.name"));
  }

  private ArraySchema schema() {
    boolean dense = choice(TYPE, "sparse", "dense");
    ArraySchema.Builder schema = dense ? ArraySchema.dense() : ArraySchema.sparse();
    if (!dense) {
      schema.allowsDuplicates(choice(DUPLICATES, "false", "true"));
      schema.coordsFilters(filters(COORDS_FILTERS));
      value(CAPACITY).map(text -> number(CAPACITY, text)).ifPresent(schema::capacity);
    }
    layout(CELL_ORDER, !dense).ifPresent(schema::cellOrder);
    layout(TILE_ORDER, false).ifPresent(schema::tileOrder);
    List<StructField> dimensions = dimensions();
    for (StructField dimension : dimensions) {
      if (defaults.containsKey(dimension.name())) {
        throw new UnsupportedOperationException(
            "column \"%s\": a dimension cannot have a DEFAULT".formatted(dimension.name()));
      }
    }
    for (int i = 0; i < dimensions.size(); i++) {
      schema.dimension(dimension(dimensions.get(i), i, dense));
    }
    for (StructField field : rows.fields()) {
      if (!dimensions.contains(field)) {
        Filter[] filters = filters(ATTRIBUTE + field.name() + FILTERS, field);
        schema.attribute(attribute(field, filters, defaults.get(field.name())));
      }
    }
    rejectUnknown(dimensions);
    return schema
        .offsetsFilters(filters(OFFSETS_FILTERS))
        .validityFilters(filters(VALIDITY_FILTERS))
        .build();
  }

  /**
   * Rejects properties that do not apply to any column, because a typo would otherwise go
   * unnoticed.
   */
  private void rejectUnknown(List<StructField> dimensions) {
    Set<String> known = new HashSet<>();
    for (int i = 0; i < dimensions.size(); i++) {
      for (String what : List.of(".name", ".min", ".max", ".extent", FILTERS)) {
        known.add(DIMENSION + i + what);
        known.add(DIMENSION + dimensions.get(i).name().toLowerCase(Locale.ROOT) + what);
      }
    }
    for (StructField field : rows.fields()) {
      if (!dimensions.contains(field)) {
        known.add(ATTRIBUTE + field.name().toLowerCase(Locale.ROOT) + FILTERS);
      }
    }
    for (String name : properties.keySet()) {
      if ((name.startsWith(DIMENSION) || name.startsWith(ATTRIBUTE)) && !known.contains(name)) {
        throw new InvalidRequestException(
            "property %s does not apply to any column (columns: %s, dimensions: %s)"
                .formatted(
                    name,
                    Arrays.toString(rows.fieldNames()),
                    dimensions.stream().map(StructField::name).toList()));
      }
    }
  }

  /** Returns the filters that a property sets (default: ZSTD). */
  private Filter[] filters(String property) {
    return value(property)
        .map(text -> FilterList.parse(property, text))
        .orElseGet(() -> new Filter[] {ZSTD});
  }

  /**
   * Returns the filters of a column, which a property or the column's metadata sets (default:
   * ZSTD).
   */
  private Filter[] filters(String property, StructField field) {
    return value(property)
        .or(() -> metadata(field, "filter_list"))
        .map(text -> FilterList.parse(property, text))
        .orElseGet(() -> new Filter[] {ZSTD});
  }

  private static Optional<String> metadata(StructField field, String what) {
    if (!field.metadata().contains(what)) {
      return Optional.empty();
    }
    return text(field.metadata()::getString, what)
        .or(() -> text(field.metadata()::getLong, what))
        .or(() -> text(field.metadata()::getDouble, what))
        .or(
            () -> {
              throw ArrayOptions.wrong(
                  "column \"%s\", %s in its metadata".formatted(field.name(), what),
                  field.metadata().json(),
                  "a string or a number");
            });
  }

  /**
   * Returns a value in a column's metadata as text; empty if it does not have the expected type.
   * Spark does not reveal the types of these values, so reading them is the only test.
   *
   * @param type reads a value of the expected type
   * @param what the key of the value
   */
  private static Optional<String> text(Function<String, ?> type, String what) {
    try {
      return Optional.of(String.valueOf(type.apply(what)));
    } catch (ClassCastException e) {
      return Optional.empty();
    }
  }

  private Optional<Layout> layout(String property, boolean hilbert) {
    return value(property)
        .map(
            text ->
                switch (text.toLowerCase(Locale.ROOT).replace('_', '-')) {
                  case "row-major", "tiledb-row-major" -> Layout.ROW_MAJOR;
                  case "col-major", "tiledb-col-major" -> Layout.COL_MAJOR;
                  case "hilbert", "tiledb-hilbert" -> {
                    if (hilbert) {
                      yield Layout.HILBERT;
                    }
                    throw ArrayOptions.wrong(property, text, "row-major or col-major");
                  }
                  default ->
                      throw ArrayOptions.wrong(
                          property,
                          text,
                          "row-major or col-major" + (hilbert ? " or hilbert" : ""));
                });
  }

  private List<StructField> dimensions() {
    List<String> names = new ArrayList<>();
    value(DIMENSIONS).ifPresent(list -> names.addAll(Arrays.asList(list.split(",", -1))));
    for (int i = 0; names.size() == i && value(DIMENSION + i + ".name").isPresent(); i++) {
      names.add(value(DIMENSION + i + ".name").get());
    }
    if (names.isEmpty()) {
      throw new InvalidRequestException(
          "the dimensions are missing; set the property dimensions, for example dimensions = "
              + "'y,x'");
    }
    return names.stream().map(String::trim).map(this::field).toList();
  }

  private StructField field(String name) {
    return Arrays.stream(rows.fields())
        .filter(field -> field.name().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidRequestException(
                    "dimension \"%s\" is not a column; valid: %s"
                        .formatted(name, Arrays.toString(rows.fieldNames()))));
  }

  private Dimension dimension(StructField field, int index, boolean dense) {
    Dimension.Builder dimension = plain(field, index, dense);
    text(field, index, "filter_list")
        .ifPresent(list -> dimension.filters(FilterList.parse(field.name(), list)));
    return dimension.build();
  }

  private Dimension.Builder plain(StructField field, int index, boolean dense) {
    Datatype type = type(field.name(), field.dataType());
    Optional<String> min = text(field, index, "min");
    Optional<String> max = text(field, index, "max");
    Optional<String> extent = text(field, index, "extent");
    if (type == Datatype.STRING_UTF8 && min.isEmpty() && max.isEmpty() && extent.isEmpty()) {
      return Dimension.builder(field.name(), Datatype.STRING_ASCII);
    }
    boolean ranged = min.isPresent() && max.isPresent();
    if (!type.isDimensionType() || ((dense || type.isFloatingPoint()) && !ranged)) {
      throw new InvalidRequestException(
          type.isDimensionType()
              ? "dimension \"%s\" needs a range; set %s%d.min and max"
                  .formatted(field.name(), DIMENSION, index)
              : "column \"%s\" of type %s cannot be a dimension with a range"
                  .formatted(field.name(), field.dataType().sql()));
    }
    Dimension.Builder dimension = Dimension.builder(field.name(), type);
    if (type.isFloatingPoint()) {
      dimension.domain(Range.of(real(min.orElseThrow()), real(max.orElseThrow())));
      extent.map(NewArray::real).ifPresent(dimension::extent);
      return dimension;
    }
    Optional<ColumnHint.Decimal> digits = ColumnView.digits(field.dataType());
    long tile = extent.map(text -> length(field.name(), digits, text)).orElseGet(() -> tile(type));
    dimension.domain(
        Range.of(
            min.map(text -> value(field.name(), type, digits, text))
                .orElseGet(() -> digits.map(ColumnDefaults::least).orElseGet(() -> least(type))),
            max.map(text -> value(field.name(), type, digits, text))
                .orElseGet(
                    () ->
                        digits
                            .map(decimal -> -ColumnDefaults.least(decimal))
                            .orElseGet(() -> greatest(type) - tile))));
    if (extent.isPresent() || !ranged) {
      dimension.extent(tile);
    }
    return dimension;
  }

  /**
   * Returns a setting of a dimension. It comes from a property, which names the dimension by index
   * or name, or from the column's metadata.
   */
  private Optional<String> text(StructField field, int index, String what) {
    return value(DIMENSION + index + "." + what)
        .or(() -> value(DIMENSION + field.name() + "." + what))
        .or(() -> metadata(field, what));
  }

  private static long tile(Datatype type) {
    return switch (type.size()) {
      case 1 -> 16;
      case 2 -> 1_000;
      default -> type == Datatype.DATETIME_US ? DAY : TILE;
    };
  }

  private static long least(Datatype type) {
    if (type.isDatetime()) {
      return Long.MIN_VALUE + 1; // the minimum means "not a time"
    }
    return type.isUnsigned() ? 0 : Long.MIN_VALUE >> Long.SIZE - Byte.SIZE * type.size();
  }

  private static long greatest(Datatype type) {
    return type.isUnsigned() ? -1 : Long.MAX_VALUE >>> Long.SIZE - Byte.SIZE * type.size();
  }

  /** Parses the tile extent of an integer, datetime or decimal dimension. */
  private static long length(String column, Optional<ColumnHint.Decimal> digits, String text) {
    return digits.isPresent() ? unscaled(column, digits.get(), text) : number(column, text);
  }

  private static long unscaled(String column, ColumnHint.Decimal digits, String text) {
    try {
      return new BigDecimal(text).movePointRight(digits.scale()).longValueExact();
    } catch (NumberFormatException e) {
      throw ArrayOptions.wrong(column, text, "a number");
    } catch (ArithmeticException e) {
      throw ArrayOptions.wrong(column, text, "a number that fits " + digits);
    }
  }

  private static long value(
      String column, Datatype type, Optional<ColumnHint.Decimal> digits, String text) {
    if (digits.isPresent()) {
      return unscaled(column, digits.get(), text);
    }
    if (type == Datatype.UINT64) {
      try {
        return Long.parseUnsignedLong(text);
      } catch (NumberFormatException e) {
        throw ArrayOptions.wrong(column, text, "a number from 0 to 18446744073709551615");
      }
    }
    if (type.isDatetime() && !text.matches("-?[0-9]+")) {
      try {
        return Datetimes.parse(text, type);
      } catch (InvalidRequestException e) {
        throw ArrayOptions.wrong(column, text, "a date or a number");
      }
    }
    return number(column, text);
  }

  private static long number(String name, String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw ArrayOptions.wrong(name, text, "a whole number");
    }
  }

  private static double real(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw ArrayOptions.wrong("a dimension", text, "a number");
    }
  }

  /**
   * Returns the attribute for a column. It is compressed with ZSTD, and the default of the column
   * is its fill value.
   *
   * @param given the default of the column; null for none
   */
  static Attribute attribute(StructField field, @Nullable ColumnDefaultValue given) {
    return attribute(field, new Filter[] {ZSTD}, given);
  }

  private static Attribute attribute(
      StructField field, Filter[] filters, @Nullable ColumnDefaultValue given) {
    boolean list = field.dataType() instanceof ArrayType;
    DataType one =
        field.dataType() instanceof ArrayType type ? type.elementType() : field.dataType();
    Datatype type = type(field.name(), one);
    boolean bytes = type == Datatype.STRING_UTF8 || type == Datatype.BLOB;
    if (list && bytes) {
      throw new InvalidRequestException(
          "column \"%s\": cells cannot hold lists of %s; join them into one string"
              .formatted(field.name(), one.sql()));
    }
    Attribute.Builder attribute =
        Attribute.builder(field.name(), type).nullable(field.nullable()).filters(filters);
    if (list || bytes) {
      attribute.var();
    }
    Optional<ColumnHint.Decimal> digits = ColumnView.digits(field.dataType());
    if (given != null) {
      ColumnDefaults.set(attribute, field, given);
    } else if (digits.isPresent() && !field.nullable()) {
      attribute.fill(ColumnDefaults.least(digits.get()));
    }
    return attribute.build();
  }

  private static Datatype type(String column, DataType type) {
    if (type instanceof StringType) {
      return Datatype.STRING_UTF8;
    }
    if (ColumnView.digits(type).isPresent()) {
      return Datatype.INT64;
    }
    Map<DataType, Datatype> types =
        Map.ofEntries(
            Map.entry(DataTypes.BooleanType, Datatype.BOOL),
            Map.entry(DataTypes.ByteType, Datatype.INT8),
            Map.entry(DataTypes.ShortType, Datatype.INT16),
            Map.entry(DataTypes.IntegerType, Datatype.INT32),
            Map.entry(DataTypes.LongType, Datatype.INT64),
            Map.entry(SparkTypes.UINT64, Datatype.UINT64),
            Map.entry(DataTypes.FloatType, Datatype.FLOAT32),
            Map.entry(DataTypes.DoubleType, Datatype.FLOAT64),
            Map.entry(DataTypes.BinaryType, Datatype.BLOB),
            Map.entry(DataTypes.DateType, Datatype.DATETIME_DAY),
            Map.entry(DataTypes.TimestampNTZType, Datatype.DATETIME_US),
            Map.entry(DataTypes.TimestampType, Datatype.DATETIME_US));
    Datatype found = types.get(type);
    if (found == null) {
      throw new InvalidRequestException(
          "column \"%s\": arrays do not support %s; cast it to %sDOUBLE or STRING"
              .formatted(
                  column,
                  type.sql(),
                  type instanceof DecimalType ? "DECIMAL of at most 18 digits, " : ""));
    }
    return found;
  }

  private Optional<String> value(String name) {
    return Optional.ofNullable(properties.get(name.toLowerCase(Locale.ROOT)))
        .filter(text -> !text.isEmpty());
  }

  private boolean choice(String name, String usual, String other) {
    return ArrayOptions.choice(name, value(name), usual, other);
  }
}
