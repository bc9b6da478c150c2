package io.azulejo.text.schema;

import com.fasterxml.jackson.core.JsonGenerator;
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
import io.azulejo.schema.Range;
import io.azulejo.text.value.ValueText;
import java.io.IOException;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Writes schemas as JSON that {@link SchemaJsonReader} reads, with values in the notation of {@link
 * ValueText}. Additional keys make the format lossless. Each of these keys is written only if a
 * reader would not assume its value:
 *
 * <ul>
 *   <li>{@code …_max_chunk_size}: the chunk size of the filter list next to it, unless it is 65536
 *   <li>{@code inherits_filters}: true for a dimension that uses the coordinate filters
 *   <li>{@code level}: the level of a filter that ignores it, unless it is -1
 *   <li>{@code y_extent}, {@code x_extent}: the tile extents of a WEBP filter (always written)
 *   <li>{@code order}: the order of an attribute whose values are declared as sorted
 *   <li>{@code relative}: false for a label array whose URI is absolute
 *   <li>{@code external}: true for a label array that was created separately
 *   <li>{@code extent}, {@code filters}: properties of the label array, if its schema is available
 *   <li>{@code unused_enumerations}: the enumerations that no attribute uses
 * </ul>
 */
public final class SchemaJsonWriter {
  /**
   * The first format version with filters per dimension. From this version on, a dimension without
   * filters of its own is written with the coordinate filters.
   */
  private static final int DIMENSION_FILTERS_VERSION = 5;

  private final JsonGenerator json;
  private final Function<String, Enumeration> enumerations;
  private final Function<DimensionLabel, Optional<ArraySchema>> labels;

  /**
   * Creates a writer.
   *
   * @param json receives the JSON; the caller closes it
   * @param enumerations returns the enumeration of a given name
   * @param labels returns the schema of the label array, or empty if it is not available
   */
  public SchemaJsonWriter(
      JsonGenerator json,
      Function<String, Enumeration> enumerations,
      Function<DimensionLabel, Optional<ArraySchema>> labels) {
    this.json = json;
    this.enumerations = enumerations;
    this.labels = labels;
  }

  /**
   * Writes a schema as one object with its version, its type and the schema itself.
   *
   * @param schemaVersion format version of the stored schema
   */
  public void write(ArraySchema schema, int schemaVersion) throws IOException {
    json.writeStartObject();
    json.writeNumberField("schema_version", schemaVersion);
    json.writeStringField("type", schema.isDense() ? "dense" : "sparse");
    json.writeFieldName("schema");
    writeSchema(schema, schemaVersion >= DIMENSION_FILTERS_VERSION);
    json.writeEndObject();
  }

  /** Writes a box as a list of [low, high] pairs, or null if it is empty. */
  public void writeBox(ArraySchema schema, Optional<NDRange> box) throws IOException {
    if (box.isEmpty()) {
      json.writeNull();
      return;
    }
    json.writeStartArray();
    for (int i = 0; i < box.get().size(); i++) {
      writeRange(schema.dimensions().get(i).type(), box.get().get(i));
    }
    json.writeEndArray();
  }

  private void writeSchema(ArraySchema schema, boolean dimensionFilters) throws IOException {
    json.writeStartObject();
    json.writeBooleanField("allows_dups", schema.allowsDuplicates());
    json.writeStringField("tile_order", word(schema.tileOrder()));
    json.writeStringField("cell_order", word(schema.cellOrder()));
    json.writeFieldName("capacity");
    writeUnsigned(schema.capacity());
    writeFilters("coords_filters", schema.coordsFilters());
    writeFilters("offsets_filters", schema.offsetsFilters());
    writeFilters("validity_filters", schema.validityFilters());
    json.writeArrayFieldStart("dimensions");
    for (Dimension dimension : schema.dimensions()) {
      writeDimension(dimension, dimensionFilters ? schema.coordsFilters() : FilterPipeline.EMPTY);
    }
    json.writeEndArray();
    json.writeArrayFieldStart("attributes");
    for (Attribute attribute : schema.attributes()) {
      writeAttribute(attribute);
    }
    json.writeEndArray();
    writeEnumerations(schema);
    if (!schema.labels().isEmpty()) {
      json.writeArrayFieldStart("dimension_labels");
      for (DimensionLabel label : schema.labels()) {
        writeLabel(label);
      }
      json.writeEndArray();
    }
    json.writeFieldName("current_domain");
    writeBox(schema, schema.currentDomain());
    json.writeEndObject();
  }

  private void writeDimension(Dimension dimension, FilterPipeline coordsFilters)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("name", dimension.name());
    json.writeStringField("type", dimension.type().name());
    writeCellValNum(dimension.cellValNum());
    json.writeFieldName("domain");
    if (dimension.domain().isPresent()) {
      writeRange(dimension.type(), dimension.domain().get());
    } else {
      json.writeNull();
    }
    writeExtent(dimension);
    boolean inherits = dimension.filters().isEmpty() && !coordsFilters.isEmpty();
    writeFilters("filters", inherits ? coordsFilters : dimension.filters());
    if (inherits) {
      json.writeBooleanField("inherits_filters", true);
    }
    json.writeEndObject();
  }

  private void writeExtent(Dimension dimension) throws IOException {
    json.writeStringField(
        "extent",
        dimension.extent().map(e -> ValueText.ofNumber(dimension.type(), e)).orElse(null));
  }

  private void writeAttribute(Attribute attribute) throws IOException {
    Datatype type = attribute.type();
    int number = attribute.cellValNum();
    byte[] fill = attribute.fill();
    json.writeStartObject();
    json.writeStringField("name", attribute.name());
    json.writeStringField("type", type.name());
    writeCellValNum(number);
    json.writeBooleanField("nullable", attribute.nullable());
    json.writeStringField("fill", ValueText.of(type, number, fill));
    if (attribute.nullable()) {
      json.writeBooleanField("fill_valid", attribute.fillValid());
    }
    writeFilters("filters", attribute.filters());
    if (attribute.enumeration().isPresent()) {
      json.writeStringField("enumeration", attribute.enumeration().get());
    }
    if (attribute.order() != DataOrder.UNORDERED) {
      json.writeStringField("order", word(attribute.order()));
    }
    json.writeEndObject();
  }

  private void writeEnumerations(ArraySchema schema) throws IOException {
    TreeSet<String> used = new TreeSet<>();
    schema.attributes().forEach(a -> a.enumeration().ifPresent(used::add));
    TreeMap<String, String> unused = new TreeMap<>(schema.enumerationFiles());
    unused.keySet().removeAll(used);
    json.writeArrayFieldStart("enumerations");
    for (String name : used) {
      writeEnumeration(enumerations.apply(name));
    }
    json.writeEndArray();
    if (!unused.isEmpty()) {
      json.writeArrayFieldStart("unused_enumerations");
      for (String name : unused.keySet()) {
        writeEnumeration(enumerations.apply(name));
      }
      json.writeEndArray();
    }
  }

  private void writeEnumeration(Enumeration enumeration) throws IOException {
    json.writeStartObject();
    json.writeStringField("name", enumeration.name());
    json.writeStringField("type", enumeration.type().name());
    writeCellValNum(enumeration.cellValNum());
    json.writeBooleanField("ordered", enumeration.ordered());
    json.writeArrayFieldStart("values");
    for (int i = 0; i < enumeration.size(); i++) {
      json.writeString(
          ValueText.of(enumeration.type(), enumeration.cellValNum(), enumeration.value(i)));
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void writeLabel(DimensionLabel label) throws IOException {
    json.writeStartObject();
    json.writeStringField("name", label.name());
    json.writeNumberField("dimension", label.dimension());
    json.writeStringField("order", word(label.order()));
    json.writeStringField("type", label.type().name());
    writeCellValNum(label.cellValNum());
    json.writeStringField("attribute", label.attribute());
    json.writeStringField("uri", label.uri());
    if (!label.relative()) {
      json.writeBooleanField("relative", false);
    }
    if (label.external()) {
      json.writeBooleanField("external", true);
    }
    Optional<ArraySchema> own = labels.apply(label);
    if (own.isPresent()) {
      List<Dimension> dimensions = own.get().dimensions();
      if (!dimensions.isEmpty()) {
        writeExtent(dimensions.get(0));
      }
      Optional<Attribute> attribute = own.get().attribute(label.attribute());
      if (attribute.isPresent()) {
        writeFilters("filters", attribute.get().filters());
      }
    }
    json.writeEndObject();
  }

  private void writeFilters(String key, FilterPipeline pipeline) throws IOException {
    json.writeArrayFieldStart(key);
    for (Filter filter : pipeline.filters()) {
      json.writeStartObject();
      writeFilter(filter);
      json.writeEndObject();
    }
    json.writeEndArray();
    if (pipeline.maxChunkSize() != FilterPipeline.DEFAULT_MAX_CHUNK_SIZE) {
      json.writeNumberField(
          key + "_max_chunk_size", Integer.toUnsignedLong(pipeline.maxChunkSize()));
    }
  }

  private void writeFilter(Filter filter) throws IOException {
    Filter.Type type = filter.type();
    writeType(type == Filter.Type.DICTIONARY ? "DICTIONARY_ENCODING" : type.name());
    switch (type) {
      case GZIP, ZSTD, LZ4, BZIP2 -> json.writeNumberField("level", filter.level());
      case RLE, DICTIONARY -> writeIdleLevel(filter.level());
      case DOUBLE_DELTA, DELTA -> {
        json.writeStringField("reinterpret", filter.reinterpret().name());
        writeIdleLevel(filter.level());
      }
      case BIT_WIDTH_REDUCTION, POSITIVE_DELTA ->
          json.writeNumberField("max_window", Integer.toUnsignedLong(filter.maxWindow()));
      case SCALE_FLOAT -> {
        json.writeStringField("scale", ValueText.ofNumber(Datatype.FLOAT64, filter.scale()));
        json.writeStringField("offset", ValueText.ofNumber(Datatype.FLOAT64, filter.offset()));
        json.writeFieldName("byte_width");
        writeUnsigned(filter.byteWidth());
      }
      case WEBP -> {
        json.writeStringField("quality", ValueText.ofNumber(Datatype.FLOAT32, filter.quality()));
        json.writeStringField("format", filter.pixelFormat().name());
        json.writeBooleanField("lossless", filter.isLossless());
        json.writeNumberField("y_extent", filter.yExtent());
        json.writeNumberField("x_extent", filter.xExtent());
      }
      case NONE, BITSHUFFLE, BYTESHUFFLE, XOR, CHECKSUM_MD5, CHECKSUM_SHA256, AES_256_GCM -> {}
    }
  }

  private void writeType(String name) throws IOException {
    json.writeStringField("type", name);
  }

  /** Writes the level of a filter that ignores it, unless it is the default. */
  private void writeIdleLevel(int level) throws IOException {
    if (level != -1) {
      json.writeNumberField("level", level);
    }
  }

  private void writeCellValNum(int number) throws IOException {
    if (number == Attribute.VAR) {
      json.writeStringField("cell_val_num", "var");
    } else {
      json.writeNumberField("cell_val_num", Integer.toUnsignedLong(number));
    }
  }

  private void writeRange(Datatype type, Range range) throws IOException {
    json.writeStartArray();
    json.writeString(ValueText.low(type, range));
    json.writeString(ValueText.high(type, range));
    json.writeEndArray();
  }

  private void writeUnsigned(long value) throws IOException {
    if (value < 0) {
      json.writeNumber(new BigInteger(Long.toUnsignedString(value)));
    } else {
      json.writeNumber(value);
    }
  }

  private static String word(Layout layout) {
    return layout.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static String word(DataOrder order) {
    return order.name().toLowerCase(Locale.ROOT);
  }
}
