package io.azulejo.arrow;

import io.azulejo.error.CorruptDataException;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.DataOrder;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Layout;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Encodes array properties without an Arrow counterpart as schema and field metadata, and decodes
 * them. {@code docs/arrow.md} lists the keys.
 */
final class SchemaMetadata {
  static final String TYPE = "tiledb:type";
  static final String VALUES = "tiledb:cell_val_num";
  static final String NULLABLE = "tiledb:nullable";
  static final String ENUMERATION = "tiledb:enumeration";
  static final String ENUMERATION_TYPE = "tiledb:enumeration_type";
  static final String ENUMERATION_VALUES = "tiledb:enumeration_cell_val_num";
  static final String EXTENSION = "ARROW:extension:name";

  private static final String DIMENSION = "tiledb:dimension";
  private static final String DOMAIN = "tiledb:domain";
  private static final String EXTENT = "tiledb:extent";
  private static final String FILL = "tiledb:fill";
  private static final String FILL_VALID = "tiledb:fill_valid";
  private static final String ORDER = "tiledb:order";
  private static final String ATTRIBUTE = "tiledb:attribute";

  private static final String ARRAY = "tiledb:array";
  private static final String DUPLICATES = "tiledb:allows_duplicates";
  private static final String TILE_ORDER = "tiledb:tile_order";
  private static final String CELL_ORDER = "tiledb:cell_order";
  private static final String CAPACITY = "tiledb:capacity";
  private static final String CURRENT_DOMAIN = "tiledb:current_domain";
  private static final String FIELDS = "tiledb:fields";

  private static final String DENSE = "dense";
  private static final String SPARSE = "sparse";

  private SchemaMetadata() {}

  /** Returns the schema metadata of an array. */
  static Map<String, String> of(ArraySchema schema) {
    Map<String, String> metadata = new LinkedHashMap<>();
    metadata.put(ARRAY, schema.isDense() ? DENSE : SPARSE);
    metadata.put(DUPLICATES, Boolean.toString(schema.allowsDuplicates()));
    metadata.put(TILE_ORDER, schema.tileOrder().name());
    metadata.put(CELL_ORDER, schema.cellOrder().name());
    metadata.put(CAPACITY, Long.toUnsignedString(schema.capacity()));
    metadata.put(FIELDS, Integer.toString(schema.dimensions().size() + schema.attributes().size()));
    schema
        .currentDomain()
        .filter(box -> box.size() == schema.dimensions().size())
        .ifPresent(box -> metadata.put(CURRENT_DOMAIN, text(schema, box)));
    return metadata;
  }

  /**
   * Returns the field metadata of a dimension.
   *
   * @param index the index of the dimension, from 0
   */
  static Map<String, String> of(Dimension dimension, int index) {
    Map<String, String> metadata = new LinkedHashMap<>();
    metadata.put(DIMENSION, Integer.toString(index));
    dimension.domain().ifPresent(domain -> metadata.put(DOMAIN, text(dimension.type(), domain)));
    dimension
        .extent()
        .ifPresent(
            extent ->
                metadata.put(
                    EXTENT,
                    dimension.type() == Datatype.UINT64
                        ? Long.toUnsignedString(extent.longValue())
                        : extent.toString()));
    return metadata;
  }

  /** Returns the field metadata of an attribute. */
  static Map<String, String> of(Attribute attribute) {
    Map<String, String> metadata = new LinkedHashMap<>();
    metadata.put(ATTRIBUTE, "true");
    if (!attribute.hasDefaultFill()) {
      metadata.put(FILL, HexFormat.of().formatHex(attribute.fill()));
    }
    if (attribute.fillValid()) {
      metadata.put(FILL_VALID, "true");
    }
    if (attribute.order() != DataOrder.UNORDERED) {
      metadata.put(ORDER, attribute.order().name());
    }
    attribute.enumeration().ifPresent(name -> metadata.put(ENUMERATION, name));
    return metadata;
  }

  /** Returns whether a column contains the coordinates of a dimension. */
  static boolean isDimension(ArrowColumn column) {
    return column.metadata().containsKey(DIMENSION);
  }

  /** Formats a range as {@code low,high}. Strings are in hexadecimal. */
  private static String text(Datatype type, Range range) {
    if (range instanceof Range.Longs longs) {
      return type == Datatype.UINT64
          ? Long.toUnsignedString(longs.low()) + "," + Long.toUnsignedString(longs.high())
          : longs.low() + "," + longs.high();
    }
    if (range instanceof Range.Doubles doubles) {
      return doubles.low() + "," + doubles.high();
    }
    Range.Strings texts = (Range.Strings) range;
    HexFormat hex = HexFormat.of();
    return hex.formatHex(texts.low()) + "," + hex.formatHex(texts.high());
  }

  private static String text(ArraySchema schema, NDRange box) {
    List<String> texts = new ArrayList<>();
    for (int d = 0; d < box.size(); d++) {
      texts.add(text(schema.dimensions().get(d).type(), box.get(d)));
    }
    return String.join(";", texts);
  }

  private static Range range(Datatype type, String text) {
    int comma = text.indexOf(',');
    if (comma < 0) {
      throw new IllegalArgumentException("\"" + text + "\" is not a range (expected LOW,HIGH)");
    }
    String low = text.substring(0, comma);
    String high = text.substring(comma + 1);
    if (type.isFloatingPoint()) {
      return Range.of(Double.parseDouble(low), Double.parseDouble(high));
    }
    if (type.isString()) {
      return Range.of(HexFormat.of().parseHex(low), HexFormat.of().parseHex(high));
    }
    return Range.of(integer(type, low), integer(type, high));
  }

  private static long integer(Datatype type, String text) {
    return type == Datatype.UINT64 ? Long.parseUnsignedLong(text) : Long.parseLong(text);
  }

  /**
   * Restores the schema of the array that the columns come from, without filters. Returns an empty
   * result if the metadata does not describe an array, or if a dimension or attribute is missing.
   *
   * @param metadata the schema metadata by key
   * @param columns the columns with their field metadata
   * @throws CorruptDataException if the metadata does not describe a valid schema
   */
  static Optional<ArraySchema.Builder> schema(
      Map<String, String> metadata, List<ArrowColumn> columns) {
    String array = metadata.getOrDefault(ARRAY, "");
    if (!array.equals(DENSE) && !array.equals(SPARSE)) {
      return Optional.empty();
    }
    SortedMap<Integer, ArrowColumn> dimensions = new TreeMap<>();
    List<ArrowColumn> attributes = new ArrayList<>();
    String key = FIELDS;
    try {
      for (ArrowColumn column : columns) {
        key = DIMENSION;
        String index = column.metadata().get(DIMENSION);
        if (index != null) {
          dimensions.put(Integer.parseInt(index), column);
        } else if (column.metadata().containsKey(ATTRIBUTE)) {
          attributes.add(column);
        }
      }
      key = FIELDS;
      int fields = Integer.parseInt(metadata.getOrDefault(FIELDS, "0"));
      if (dimensions.isEmpty()
          || dimensions.size() + attributes.size() != fields
          || dimensions.firstKey() != 0
          || dimensions.lastKey() != dimensions.size() - 1) {
        return Optional.empty();
      }
      ArraySchema.Builder schema = array.equals(DENSE) ? ArraySchema.dense() : ArraySchema.sparse();
      key = DUPLICATES;
      schema.allowsDuplicates(Boolean.parseBoolean(metadata.get(DUPLICATES)));
      key = TILE_ORDER;
      schema.tileOrder(Layout.valueOf(metadata.getOrDefault(TILE_ORDER, "ROW_MAJOR")));
      key = CELL_ORDER;
      schema.cellOrder(Layout.valueOf(metadata.getOrDefault(CELL_ORDER, "ROW_MAJOR")));
      key = CAPACITY;
      schema.capacity(Long.parseUnsignedLong(metadata.getOrDefault(CAPACITY, "10000")));
      key = DOMAIN;
      for (ArrowColumn column : dimensions.values()) {
        schema.dimension(dimension(column));
      }
      key = FILL;
      for (ArrowColumn column : attributes) {
        schema.attribute(attribute(column, schema));
      }
      key = CURRENT_DOMAIN;
      schema.currentDomain(box(metadata.get(CURRENT_DOMAIN), dimensions));
      return Optional.of(schema);
    } catch (IllegalArgumentException e) {
      throw CorruptDataException.of(
          "Arrow schema", key, -1, "the metadata do not describe an array: " + e.getMessage(), e);
    }
  }

  private static @Nullable NDRange box(
      @Nullable String text, SortedMap<Integer, ArrowColumn> dimensions) {
    if (text == null) {
      return null;
    }
    String[] parts = text.split(";", -1);
    if (parts.length != dimensions.size()) {
      throw new IllegalArgumentException(
          "%d ranges for %d dimensions".formatted(parts.length, dimensions.size()));
    }
    List<Range> ranges = new ArrayList<>();
    for (ArrowColumn column : dimensions.values()) {
      ranges.add(range(column.type(), parts[ranges.size()]));
    }
    return new NDRange(ranges);
  }

  private static Dimension dimension(ArrowColumn column) {
    Dimension.Builder dimension = Dimension.builder(column.name(), column.type());
    String domain = column.metadata().get(DOMAIN);
    if (domain != null) {
      dimension.domain(range(column.type(), domain));
    }
    String extent = column.metadata().get(EXTENT);
    if (extent != null && column.type().isFloatingPoint()) {
      dimension.extent(Double.parseDouble(extent));
    } else if (extent != null) {
      dimension.extent(integer(column.type(), extent));
    }
    return dimension.build();
  }

  private static Attribute attribute(ArrowColumn column, ArraySchema.Builder schema) {
    Attribute.Builder attribute =
        Attribute.builder(column.name(), column.type())
            .cellValNum(column.cellValNum())
            .nullable(column.nullable())
            .fillValid(column.metadata().containsKey(FILL_VALID));
    String fill = column.metadata().get(FILL);
    if (fill != null) {
      attribute.fill(HexFormat.of().parseHex(fill));
    }
    String order = column.metadata().get(ORDER);
    if (order != null) {
      attribute.order(DataOrder.valueOf(order));
    }
    if (column.enumeration().isPresent()) {
      attribute.enumeration(column.enumeration().get().name());
      String name = column.enumeration().get().name();
      if (schema.buildAsStored().enumeration(name).isEmpty()) {
        schema.enumeration(column.enumeration().get());
      }
    }
    return attribute.build();
  }
}
