package io.azulejo.spark;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Datetimes;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Filter;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The schema of an array for the rows of a table that is to be: properties say which columns are
 * dimensions, by the names that TileDB-Spark has for them or by {@code dimensions}.
 */
final class NewArray {
  private static final String DIMENSION = "schema.dim.";
  private static final long TILE = 10_000;
  private static final long DAY = 86_400_000_000L;

  private final TreeMap<String, String> properties = new TreeMap<>();
  private final StructType rows;

  private NewArray(StructType rows, Map<String, String> given) {
    this.rows = rows;
    given.forEach((name, value) -> properties.put(name.toLowerCase(Locale.ROOT), value.trim()));
  }

  /**
   * The schema for some columns.
   *
   * @throws InvalidRequestException if properties or types do not fit
   */
  static ArraySchema schema(StructType rows, Map<String, String> properties) {
    return new NewArray(rows, properties).schema();
  }

  private ArraySchema schema() {
    boolean dense = choice("array_type", "sparse", "dense");
    ArraySchema.Builder schema = dense ? ArraySchema.dense() : ArraySchema.sparse();
    if (!dense) {
      schema.allowsDuplicates(choice("schema.set_allows_dups", "false", "true"));
      schema.coordsFilters(new Filter.Zstd(3));
      value("schema.capacity")
          .map(text -> number("schema.capacity", text))
          .ifPresent(schema::capacity);
    }
    List<StructField> dimensions = dimensions();
    for (int i = 0; i < dimensions.size(); i++) {
      schema.dimension(dimension(dimensions.get(i), i, dense));
    }
    for (StructField field : rows.fields()) {
      if (!dimensions.contains(field)) {
        schema.attribute(attribute(field));
      }
    }
    return schema.offsetsFilters(new Filter.Zstd(3)).build();
  }

  private List<StructField> dimensions() {
    List<String> names = new ArrayList<>();
    value("dimensions").ifPresent(list -> names.addAll(Arrays.asList(list.split(",", -1))));
    for (int i = 0; names.size() == i && value(DIMENSION + i + ".name").isPresent(); i++) {
      names.add(value(DIMENSION + i + ".name").get());
    }
    if (names.isEmpty()) {
      throw new InvalidRequestException(
          "which columns are dimensions? Say so, as by the property dimensions = 'y,x'");
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
                    "dimension \"%s\" is no column: there are %s"
                        .formatted(name, Arrays.toString(rows.fieldNames()))));
  }

  private Dimension dimension(StructField field, int index, boolean dense) {
    Datatype type = type(field.name(), field.dataType());
    Optional<String> min = number(field, index, "min");
    Optional<String> max = number(field, index, "max");
    Optional<String> extent = number(field, index, "extent");
    if (type == Datatype.STRING_UTF8 && min.isEmpty() && max.isEmpty() && extent.isEmpty()) {
      return Dimension.text(field.name());
    }
    boolean ranged = min.isPresent() && max.isPresent();
    if (!type.isDimensionType() || ((dense || type.isFloatingPoint()) && !ranged)) {
      throw new InvalidRequestException(
          type.isDimensionType()
              ? "dimension \"%s\": give the range of its values by %s%d.min and max"
                  .formatted(field.name(), DIMENSION, index)
              : "column \"%s\" of %s cannot be a dimension with a range"
                  .formatted(field.name(), field.dataType().sql()));
    }
    Dimension.Builder dimension = Dimension.builder(field.name(), type);
    if (type.isFloatingPoint()) {
      dimension.domain(Range.of(real(min.orElseThrow()), real(max.orElseThrow())));
      extent.map(NewArray::real).ifPresent(dimension::extent);
      return dimension.build();
    }
    long tile = extent.map(text -> number(field.name(), text)).orElseGet(() -> tile(type));
    dimension.domain(
        Range.of(
            min.map(text -> value(field.name(), type, text)).orElseGet(() -> least(type)),
            max.map(text -> value(field.name(), type, text))
                .orElseGet(() -> greatest(type) - tile)));
    if (extent.isPresent() || !ranged) {
      dimension.extent(tile);
    }
    return dimension.build();
  }

  private Optional<String> number(StructField field, int index, String what) {
    return value(DIMENSION + index + "." + what)
        .or(() -> value(DIMENSION + field.name().toLowerCase(Locale.ROOT) + "." + what));
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
      return Long.MIN_VALUE + 1; // the least is "not a time"
    }
    return type.isUnsigned() ? 0 : Long.MIN_VALUE >> Long.SIZE - Byte.SIZE * type.size();
  }

  private static long greatest(Datatype type) {
    return type.isUnsigned() ? -1 : Long.MAX_VALUE >>> Long.SIZE - Byte.SIZE * type.size();
  }

  private static long value(String column, Datatype type, String text) {
    if (type == Datatype.UINT64) {
      try {
        return Long.parseUnsignedLong(text);
      } catch (NumberFormatException e) {
        throw wrong(column, text, "a number from 0 to 18446744073709551615");
      }
    }
    if (type.isDatetime() && !text.matches("-?[0-9]+")) {
      try {
        return Datetimes.parse(text, type);
      } catch (IllegalArgumentException e) {
        throw wrong(column, text, "a date or a number");
      }
    }
    return number(column, text);
  }

  private static long number(String name, String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw wrong(name, text, "a whole number");
    }
  }

  private static double real(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw wrong("a dimension", text, "a number");
    }
  }

  private static Attribute attribute(StructField field) {
    boolean list = field.dataType() instanceof ArrayType;
    DataType one =
        field.dataType() instanceof ArrayType type ? type.elementType() : field.dataType();
    Datatype type = type(field.name(), one);
    boolean bytes = type == Datatype.STRING_UTF8 || type == Datatype.BLOB;
    if (list && bytes) {
      throw new InvalidRequestException(
          "column \"%s\": cells hold no lists of %s: join them into one text"
              .formatted(field.name(), one.sql()));
    }
    Attribute.Builder attribute =
        Attribute.builder(field.name(), type)
            .nullable(field.nullable())
            .filters(new Filter.Zstd(3));
    return (list || bytes ? attribute.var() : attribute).build();
  }

  private static Datatype type(String column, DataType type) {
    if (type instanceof StringType) {
      return Datatype.STRING_UTF8;
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
          "column \"%s\": arrays have no %s: cast it, as to DOUBLE or STRING"
              .formatted(column, type.sql()));
    }
    return found;
  }

  private Optional<String> value(String name) {
    return Optional.ofNullable(properties.get(name)).filter(text -> !text.isEmpty());
  }

  private boolean choice(String name, String usual, String other) {
    String text = value(name).orElse(usual).toLowerCase(Locale.ROOT);
    if (!text.equals(usual) && !text.equals(other)) {
      throw wrong(name, text, usual + " or " + other);
    }
    return text.equals(other);
  }

  private static InvalidRequestException wrong(String name, String text, String right) {
    return new InvalidRequestException("%s: \"%s\" is not %s".formatted(name, text, right));
  }
}
