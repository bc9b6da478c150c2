package io.azulejo.internal.workshop.diff;

import io.azulejo.internal.order.CoordinateText;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.Row;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.DataOrder;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.Layout;
import io.azulejo.schema.NDRange;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Describes the parts of a schema as text for comparisons. Omits parts without effect. */
final class SchemaParts {
  private final ArraySchema schema;
  private final Map<String, String> parts = new LinkedHashMap<>();

  private SchemaParts(ArraySchema schema) {
    this.schema = schema;
  }

  /** Returns the description of each schema part by part name, in schema order. */
  static Map<String, String> of(ArraySchema schema) {
    SchemaParts parts = new SchemaParts(schema);
    parts.whole();
    schema.dimensions().forEach(parts::add);
    schema.attributes().forEach(parts::add);
    schema.labels().forEach(parts::add);
    return parts.parts;
  }

  private void whole() {
    parts.put("type", schema.isDense() ? "dense" : "sparse");
    parts.put("cell order", lowerCase(schema.cellOrder()));
    if (schema.cellOrder() != Layout.HILBERT) {
      parts.put("tile order", lowerCase(schema.tileOrder()));
    }
    if (!schema.isDense()) {
      parts.put("capacity", Long.toUnsignedString(schema.capacity()));
      parts.put("duplicates", schema.allowsDuplicates() ? "allowed" : "not allowed");
    }
    boolean var = schema.attributes().stream().anyMatch(Attribute::isVar);
    if (var || schema.dimensions().stream().anyMatch(Dimension::isVar)) {
      parts.put("offset filters", filters(schema.offsetsFilters()));
    }
    if (schema.attributes().stream().anyMatch(Attribute::nullable)) {
      parts.put("validity filters", filters(schema.validityFilters()));
    }
    schema.currentDomain().ifPresent(box -> parts.put("current domain", text(box)));
    parts.put("dimensions", names(schema.dimensions().stream().map(Dimension::name).toList()));
    parts.put("attributes", names(schema.attributes().stream().map(Attribute::name).toList()));
  }

  private static String names(List<String> names) {
    return names.stream().map(name -> '"' + name + '"').collect(Collectors.joining(", "));
  }

  private String text(NDRange box) {
    List<String> ranges = new ArrayList<>();
    for (int d = 0; d < box.size(); d++) {
      Dimension dimension = schema.dimensions().get(d);
      ranges.add(dimension.name() + "=" + CoordinateText.of(dimension.type(), box.get(d)));
    }
    return String.join(" ", ranges);
  }

  private void add(Dimension dimension) {
    String field = "dimension \"%s\"".formatted(dimension.name());
    parts.put(field, type(dimension.type(), dimension.cellValNum()));
    dimension
        .domain()
        .ifPresent(d -> parts.put(field + " domain", CoordinateText.of(dimension.type(), d)));
    if (schema.cellOrder() != Layout.HILBERT) {
      dimension.extent().ifPresent(e -> parts.put(field + " extent", extent(dimension, e)));
    }
    if (!schema.isDense()) {
      FilterPipeline filters =
          dimension.filters().isEmpty() ? schema.coordsFilters() : dimension.filters();
      parts.put(field + " filters", filters(filters));
    }
  }

  private static String extent(Dimension dimension, Number extent) {
    return dimension.type().isFloatingPoint()
        ? extent.toString()
        : Long.toUnsignedString(dimension.tileLength());
  }

  private void add(Attribute attribute) {
    String field = "attribute \"%s\"".formatted(attribute.name());
    parts.put(field, type(attribute.type(), attribute.cellValNum()));
    parts.put(field + " nullable", attribute.nullable() ? "yes" : "no");
    boolean none = attribute.nullable() && !attribute.fillValid();
    String fill = value(attribute.type(), attribute.cellValNum(), attribute.fill());
    parts.put(field + " fill value", none ? "null (" + fill + ")" : fill);
    if (attribute.order() != DataOrder.UNORDERED) {
      parts.put(field + " order", attribute.order().name().toLowerCase(Locale.ROOT));
    }
    attribute.enumeration().ifPresent(e -> parts.put(field + " enumeration", '"' + e + '"'));
    parts.put(field + " filters", filters(attribute.filters()));
  }

  private void add(DimensionLabel label) {
    String field = "label \"%s\"".formatted(label.name());
    parts.put(field, type(label.type(), label.cellValNum()));
    parts.put(field + " dimension", '"' + schema.dimensions().get(label.dimension()).name() + '"');
    parts.put(field + " order", label.order().name().toLowerCase(Locale.ROOT));
    if (!label.relative() || label.external()) {
      parts.put(field + " array", label.uri());
    }
  }

  /** Describes an enumeration by its type, its number of values and the value at one index. */
  static String text(Enumeration enumeration, int at) {
    String values =
        "%d values of %s%s"
            .formatted(
                enumeration.size(),
                type(enumeration.type(), enumeration.cellValNum()),
                enumeration.ordered() ? ", ordered" : "");
    return at < enumeration.size()
        ? "%s, value %d is %s"
            .formatted(
                values,
                at,
                value(enumeration.type(), enumeration.cellValNum(), enumeration.value(at)))
        : values;
  }

  private static String type(Datatype type, int cellValNum) {
    return cellValNum == 1
        ? type.toString()
        : type + (cellValNum == Attribute.VAR ? "[]" : "[" + cellValNum + "]");
  }

  private static String lowerCase(Layout layout) {
    return layout.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static String filters(FilterPipeline pipeline) {
    String filters =
        pipeline.filters().stream().map(Filter::toString).collect(Collectors.joining(", "));
    String text = filters.isEmpty() ? "none" : filters;
    return pipeline.maxChunkSize() == 0 ? text + " (a tile is one chunk)" : text;
  }

  /** Formats a cell. Adds the bits of floating-point values, because different NaNs look equal. */
  private static String value(Datatype type, int cellValNum, byte[] cell) {
    Column column =
        cellValNum == Attribute.VAR
            ? new VarColumn("", type, 1, new int[] {0, cell.length}, cell, null)
            : new FixedColumn("", type, cellValNum, 1, cell, null);
    boolean plain = type.isString() || type == Datatype.CHAR;
    if (type.isBytes() || (type.isFloatingPoint() && cell.length == type.size())) {
      String bits = HexFormat.of().formatHex(cell);
      return type.isBytes() ? "0x" + bits : column.getDouble(0) + " (0x" + bits + ")";
    }
    String text = Row.of(Batch.of(column), Map.of()).findFirst().orElseThrow().getString(0);
    return plain ? '"' + text + '"' : text;
  }
}
