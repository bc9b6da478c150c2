package io.azulejo.text.schema;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.DataOrder;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.Layout;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import io.azulejo.text.json.JsonMembers;
import io.azulejo.text.json.JsonValue;
import io.azulejo.text.value.ParsedValue;
import io.azulejo.text.value.ValueText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Parses the JSON schemas that {@link SchemaJsonWriter} writes. The root object has the keys {@code
 * type} and {@code schema}, and may contain more information about an array. Omitted keys take the
 * defaults of the builders. Values can also be JSON numbers, decimal floating-point numbers, ISO
 * 8601 datetimes and durations, and strings without inner quotes.
 */
public final class SchemaJsonReader {
  /** Keys that may accompany the schema in a description of an array. They are ignored. */
  private static final Set<String> BESIDE =
      Set.of(
          "schema_version",
          "array",
          "about",
          "key",
          "fails",
          "fragment_versions",
          "non_empty_domain",
          "metadata",
          "opens",
          "reads");

  private SchemaJsonReader() {}

  /**
   * Parses a schema. The caller decides whether to build it with or without validation.
   *
   * @throws InvalidRequestException if the JSON is not a valid schema; the message names the path
   *     and the valid values
   */
  public static ArraySchema.Builder read(InputStream json) throws IOException {
    JsonMembers all = JsonValue.read(json, BESIDE).members();
    JsonValue type = all.required("type");
    ArraySchema.Builder schema =
        switch (type.text()) {
          case "dense" -> ArraySchema.dense();
          case "sparse" -> ArraySchema.sparse();
          default ->
              throw type.error("expected dense or sparse, got \"%s\"".formatted(type.text()));
        };
    JsonMembers members = all.required("schema").members();
    all.end();
    read(members, schema);
    members.end();
    return schema;
  }

  private static void read(JsonMembers members, ArraySchema.Builder schema) {
    members.optional("allows_dups").ifPresent(v -> schema.allowsDuplicates(v.bool()));
    members.optional("tile_order").ifPresent(v -> schema.tileOrder(v.word(Layout.class)));
    members.optional("cell_order").ifPresent(v -> schema.cellOrder(v.word(Layout.class)));
    members.optional("capacity").ifPresent(v -> schema.capacity(v.uint64()));
    FilterJson.optional(members, "coords_filters").ifPresent(schema::coordsFilters);
    FilterJson.optional(members, "offsets_filters").ifPresent(schema::offsetsFilters);
    FilterJson.optional(members, "validity_filters").ifPresent(schema::validityFilters);
    List<Dimension> dimensions = new ArrayList<>();
    for (JsonValue value : members.required("dimensions").elements()) {
      dimensions.add(dimension(value));
    }
    dimensions.forEach(schema::dimension);
    each(members, "attributes").forEach(value -> schema.attribute(attribute(value)));
    each(members, "enumerations").forEach(value -> schema.enumeration(enumeration(value)));
    each(members, "unused_enumerations").forEach(value -> schema.enumeration(enumeration(value)));
    each(members, "dimension_labels").forEach(value -> schema.label(label(value, dimensions)));
    members
        .optionalValue("current_domain")
        .ifPresent(value -> schema.currentDomain(box(value, dimensions)));
  }

  private static List<JsonValue> each(JsonMembers members, String key) {
    return members.optional(key).map(JsonValue::elements).orElse(List.of());
  }

  private static Dimension dimension(JsonValue value) {
    JsonMembers members = value.members();
    String name = members.required("name").text();
    Datatype type = members.required("type").constant(Datatype.class);
    boolean text = type == Datatype.STRING_ASCII;
    int cellValNum = cellValNum(members).orElse(text ? Attribute.VAR : 1);
    Optional<Range> domain = members.optionalValue("domain").map(v -> range(v, type));
    Optional<Number> extent = members.optionalValue("extent").map(v -> extent(v, type));
    Optional<FilterPipeline> filters = FilterJson.optional(members, "filters");
    boolean inherits = members.flag("inherits_filters");
    members.end();
    return Dimension.asStored(
        name,
        type,
        cellValNum,
        inherits ? FilterPipeline.EMPTY : filters.orElse(FilterPipeline.EMPTY),
        domain,
        extent);
  }

  private static Optional<Integer> cellValNum(JsonMembers members) {
    return members
        .optional("cell_val_num")
        .map(v -> v.isText() && v.text().equals("var") ? Attribute.VAR : v.uint32());
  }

  private static Range range(JsonValue value, Datatype type) {
    List<JsonValue> ends = value.elements();
    if (ends.size() != 2) {
      throw value.error(
          "expected two values, the lowest and the highest, got %d".formatted(ends.size()));
    }
    String high = ends.get(1).textOrNumber();
    ends.get(1).parsed(text -> ParsedValue.range(type, text, text));
    return ends.get(0).parsed(low -> ParsedValue.range(type, low, high));
  }

  private static Number extent(JsonValue value, Datatype type) {
    return value.parsed(text -> ParsedValue.extent(type, text));
  }

  /** Parses an attribute from a JSON object. */
  public static Attribute attribute(JsonValue value) {
    JsonMembers members = value.members();
    String name = members.required("name").text();
    Datatype type = members.required("type").constant(Datatype.class);
    Attribute.Builder attribute = Attribute.builder(name, type);
    cellValNum(members).ifPresent(attribute::cellValNum);
    int cellValNum = attribute.build().cellValNum();
    Optional<byte[]> fill =
        members
            .optionalValue("fill")
            .map(v -> v.parsed(text -> ParsedValue.cell(type, cellValNum, text)));
    fill.ifPresent(attribute::fill);
    members.optional("nullable").ifPresent(v -> attribute.nullable(v.bool()));
    members.optional("fill_valid").ifPresent(v -> attribute.fillValid(v.bool()));
    FilterJson.optional(members, "filters").ifPresent(attribute::filters);
    members.optionalValue("enumeration").ifPresent(v -> attribute.enumeration(v.text()));
    members.optional("order").ifPresent(v -> attribute.order(v.word(DataOrder.class)));
    members.end();
    return attribute.build();
  }

  private static Enumeration enumeration(JsonValue value) {
    JsonMembers members = value.members();
    String name = members.required("name").text();
    Datatype type = members.required("type").constant(Datatype.class);
    int cellValNum = cellValNum(members).orElse(ValueText.isText(type) ? Attribute.VAR : 1);
    boolean ordered = members.flag("ordered");
    List<JsonValue> values = members.required("values").elements();
    members.end();
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    long[] offsets = new long[values.size()];
    for (int i = 0; i < offsets.length; i++) {
      offsets[i] = data.size();
      byte[] cell = values.get(i).parsed(text -> ParsedValue.cell(type, cellValNum, text));
      if (cellValNum != Attribute.VAR && cell.length != (long) cellValNum * type.size()) {
        throw values
            .get(i)
            .error(
                "expected %d bytes per value, got %d"
                    .formatted(cellValNum * type.size(), cell.length));
      }
      data.writeBytes(cell);
    }
    return cellValNum == Attribute.VAR
        ? Enumeration.var(name, type, ordered, data.toByteArray(), offsets)
        : Enumeration.fixed(name, type, cellValNum, ordered, data.toByteArray());
  }

  private static DimensionLabel label(JsonValue value, List<Dimension> dimensions) {
    JsonMembers members = value.members();
    String name = members.required("name").text();
    JsonValue number = members.required("dimension");
    int dimension = number.int32();
    if (dimension < 0 || dimension >= dimensions.size()) {
      throw number.error(
          "unknown dimension %d; valid: 0 to %d".formatted(dimension, dimensions.size() - 1));
    }
    DataOrder order = members.required("order").word(DataOrder.class);
    Datatype type = members.required("type").constant(Datatype.class);
    DimensionLabel usual = DimensionLabel.of(dimension, name, order, type);
    DimensionLabel label =
        DimensionLabel.asStored(
            dimension,
            name,
            members.optional("relative").map(JsonValue::bool).orElse(usual.relative()),
            members.optional("uri").map(JsonValue::text).orElse(usual.uri()),
            members.optional("attribute").map(JsonValue::text).orElse(usual.attribute()),
            order,
            type,
            cellValNum(members).orElse(usual.cellValNum()),
            members.flag("external"));
    FilterPipeline filters = FilterJson.optional(members, "filters").orElse(FilterPipeline.EMPTY);
    Optional<Number> extent =
        members.optionalValue("extent").map(v -> extent(v, dimensions.get(dimension).type()));
    members.end();
    DimensionLabel filtered = label.withFilters(filters);
    return extent.map(filtered::withExtent).orElse(filtered);
  }

  private static NDRange box(JsonValue value, List<Dimension> dimensions) {
    List<JsonValue> ranges = value.elements();
    if (ranges.size() != dimensions.size()) {
      throw value.error(
          "expected one range for each of %d dimensions, got %d"
              .formatted(dimensions.size(), ranges.size()));
    }
    List<Range> box = new ArrayList<>();
    for (int i = 0; i < ranges.size(); i++) {
      box.add(range(ranges.get(i), dimensions.get(i).type()));
    }
    return new NDRange(box);
  }
}
