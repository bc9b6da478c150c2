package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.FilterPipeline;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Encodes and decodes complete {@link ArraySchema}s, which another process can use. The bytes
 * contain the content of a schema file, the loaded enumerations, and the creation options of label
 * arrays.
 */
public final class SchemaBytesFormat {
  private static final PortableBytes<ArraySchema> BYTES =
      new PortableBytes<>("schema", "AZSC", SchemaBytesFormat::transfer);

  private static final Codes<Extent> EXTENTS = Codes.byOrdinal("kind of extent", Extent.class);

  /** The kinds of tile extents of label arrays. */
  private enum Extent {
    NONE,
    LONG,
    DOUBLE
  }

  /** The creation options of a label array. */
  private record Creation(FilterPipeline filters, Optional<Number> extent) {
    Extent kind() {
      return extent.isEmpty()
          ? Extent.NONE
          : extent.get() instanceof Double ? Extent.DOUBLE : Extent.LONG;
    }
  }

  private SchemaBytesFormat() {}

  /** Encodes a schema. */
  public static byte[] encode(ArraySchema schema) {
    return BYTES.encode(schema);
  }

  /**
   * Decodes a schema.
   *
   * @throws io.azulejo.error.CorruptDataException if the bytes are not a schema or are damaged
   * @throws io.azulejo.error.UnsupportedFormatException if a newer release wrote the bytes
   */
  public static ArraySchema decode(byte[] bytes) {
    return ReadRequestFormat.decoded("schema", () -> BYTES.decode(bytes));
  }

  private static ArraySchema transfer(Wire wire, ArraySchema schema) {
    Slice file = wire.bytes32("file", schema, s -> ArraySchemaFormat.encode(newest(s)));
    ArraySchema stored = ArraySchemaFormat.decode(file).schema();
    ArraySchema.Builder read = stored.toBuilder();
    List<Creation> creation =
        wire.list32(
            "labels",
            SchemaBytesFormat::creation,
            schema,
            s -> s.labels().stream().map(l -> new Creation(l.filters(), l.extent())).toList());
    wire.check(
        creation.size() == stored.labels().size(),
        "labels",
        "%d, but the schema has %d",
        creation.size(),
        stored.labels().size());
    wire.list32("enumerations", SchemaBytesFormat::enumeration, schema, ArraySchema::enumerations)
        .forEach(read::enumeration);
    List<DimensionLabel> labels = new ArrayList<>();
    for (int i = 0; i < creation.size(); i++) {
      DimensionLabel label = stored.labels().get(i).withFilters(creation.get(i).filters());
      labels.add(creation.get(i).extent().map(label::withExtent).orElse(label));
    }
    return read.labels(labels).buildAsStored();
  }

  private static Creation creation(Wire wire, Creation label) {
    FilterPipeline filters =
        wire.struct("filters", FilterPipelineFormat::transfer, label, Creation::filters);
    Extent kind = wire.code("kind_of_extent", EXTENTS, label, Creation::kind);
    return new Creation(
        filters,
        switch (kind) {
          case NONE -> Optional.empty();
          case LONG ->
              Optional.of(wire.i64("extent", label, l -> l.extent().orElseThrow().longValue()));
          case DOUBLE ->
              Optional.of(wire.f64("extent", label, l -> l.extent().orElseThrow().doubleValue()));
        });
  }

  /**
   * Assigns the newest format version to a schema. The encoded schema contains this version, so
   * later releases can still read it.
   */
  private static StoredSchema newest(ArraySchema schema) {
    return new StoredSchema(FormatVersion.NEWEST, schema);
  }

  private static Enumeration enumeration(Wire wire, Enumeration enumeration) {
    Slice file =
        wire.bytes32(
            "file", enumeration, e -> EnumerationFormat.encode(new StoredEnumeration("", e)));
    return EnumerationFormat.decode(file).enumeration();
  }
}
