package io.azulejo.spark;

import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import io.azulejo.table.ArrayTable;
import io.azulejo.table.TableColumn;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Table properties that describe the schema of an array. They include all properties from which
 * {@link NewArray} creates an array with the same schema. They also show the format version and the
 * stored types, which Spark's types cannot express.
 */
final class ArrayProperties {
  private static final String TYPES = "types";
  private static final String VERSION = "format_version";

  /**
   * Informative properties. A CREATE statement may repeat them, but they have no effect on the new
   * array.
   */
  static final Set<String> SHOWN = Set.of(TYPES, VERSION);

  private final Map<String, String> properties = new LinkedHashMap<>();

  /** Scales of decimal columns, by field name. */
  private final Map<String, Integer> scales = new HashMap<>();

  private ArrayProperties() {}

  /** Returns the properties of an array by name. */
  static Map<String, String> of(ArrayTable table) {
    ArrayProperties all = new ArrayProperties();
    for (TableColumn column : table.columns()) {
      column.type().digits().ifPresent(digits -> all.scales.put(column.field(), digits.scale()));
    }
    all.put(table.array().schema());
    int version = table.array().formatVersion();
    all.properties.put(VERSION, Integer.toString(version));
    return all.properties;
  }

  private void put(ArraySchema schema) {
    boolean dense = schema.isDense();
    properties.put(NewArray.TYPE, dense ? "dense" : "sparse");
    List<Dimension> dimensions = schema.dimensions();
    for (int i = 0; i < dimensions.size(); i++) {
      put(NewArray.DIMENSION + i, dimensions.get(i), schema.coordsFilters());
    }
    List<String> types = new ArrayList<>();
    dimensions.forEach(d -> types.add(d.name() + " " + d.type()));
    for (Attribute attribute : schema.attributes()) {
      properties.put(
          NewArray.ATTRIBUTE + attribute.name() + NewArray.FILTERS, text(attribute.filters()));
      types.add(type(attribute));
    }
    properties.put(TYPES, String.join(", ", types));
    properties.put(NewArray.CELL_ORDER, text(schema.cellOrder()));
    properties.put(NewArray.TILE_ORDER, text(schema.tileOrder()));
    if (!dense) {
      properties.put(NewArray.DUPLICATES, Boolean.toString(schema.allowsDuplicates()));
      properties.put(NewArray.CAPACITY, Long.toString(schema.capacity()));
      properties.put(NewArray.COORDS_FILTERS, text(schema.coordsFilters()));
    }
    properties.put(NewArray.OFFSETS_FILTERS, text(schema.offsetsFilters()));
    properties.put(NewArray.VALIDITY_FILTERS, text(schema.validityFilters()));
  }

  private void put(String name, Dimension dimension, FilterPipeline usual) {
    properties.put(name + ".name", dimension.name());
    Range range = dimension.domain().orElse(null);
    if (range instanceof Range.Longs domain) {
      properties.put(name + ".min", text(dimension, domain.low()));
      properties.put(name + ".max", text(dimension, domain.high()));
    } else if (range instanceof Range.Doubles domain) {
      properties.put(name + ".min", Double.toString(domain.low()));
      properties.put(name + ".max", Double.toString(domain.high()));
    }
    dimension
        .extent()
        .ifPresent(
            extent ->
                properties.put(
                    name + ".extent",
                    extent instanceof Long length ? text(dimension, length) : extent.toString()));
    if (!dimension.filters().isEmpty() && !dimension.filters().equals(usual)) {
      properties.put(name + NewArray.FILTERS, text(dimension.filters()));
    }
  }

  private String text(Dimension dimension, long number) {
    if (scales.containsKey(dimension.name())) {
      return BigDecimal.valueOf(number, scales.get(dimension.name())).toPlainString();
    }
    return dimension.type() == Datatype.UINT64
        ? Long.toUnsignedString(number)
        : Long.toString(number);
  }

  private static String text(Layout layout) {
    return layout.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Returns the name and type of an attribute, followed by its values per cell in brackets unless a
   * cell has one value. The brackets of a variable number are empty.
   */
  private static String type(Attribute attribute) {
    int values = attribute.cellValNum();
    String count = values == 1 ? "" : "[%s]".formatted(values == Attribute.VAR ? "" : values);
    return attribute.name() + " " + attribute.type() + count;
  }

  private static String text(FilterPipeline pipeline) {
    return pipeline.isEmpty()
        ? "none"
        : pipeline.filters().stream().map(FilterList::text).collect(Collectors.joining(", "));
  }
}
