package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.Layout;
import io.azulejo.schema.NDRange;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Encodes and decodes an {@link ArraySchema}: version, orders, filters, domain and attributes.
 * Later versions add labels, enumeration files and the current domain.
 *
 * <p>The rest of the engine trusts a decoded schema, so this class rejects schemas that cannot be
 * interpreted. It accepts everything else, because the reference engine validates schemas on
 * creation, but hardly when it opens an array.
 */
public final class ArraySchemaFormat {
  /** The name of the structure in error messages. */
  public static final String STRUCTURE = "array schema";

  private static final int MAX_HILBERT_DIMENSIONS = 16;
  private static final Codes<ArrayType> ARRAY_TYPES =
      Codes.byOrdinal("array type", ArrayType.class);
  private static final Set<Layout> TILE_ORDERS = Set.of(Layout.ROW_MAJOR, Layout.COL_MAJOR);
  private static final Set<Layout> CELL_ORDERS =
      Set.of(Layout.ROW_MAJOR, Layout.COL_MAJOR, Layout.HILBERT);

  private ArraySchemaFormat() {}

  /**
   * Decodes the content of a schema file.
   *
   * @param content the unfiltered bytes
   * @throws io.azulejo.error.CorruptDataException if the bytes are not a valid schema
   * @throws io.azulejo.error.UnsupportedFormatException if this release cannot read the schema
   */
  public static StoredSchema decode(Slice content) {
    return WireReader.decode(
        STRUCTURE, FormatVersion.leading(STRUCTURE, content), content, ArraySchemaFormat::transfer);
  }

  /**
   * Encodes the content of a schema file, in the version of the stored schema.
   *
   * @throws io.azulejo.error.UnsupportedFormatException if the version cannot store a part of the
   *     schema
   */
  public static Slice encode(StoredSchema schema) {
    return WireWriter.encode(STRUCTURE, schema.version(), ArraySchemaFormat::transfer, schema);
  }

  /**
   * Transfers a schema. The version of the wire must be the version that the schema begins with.
   */
  static StoredSchema transfer(Wire wire, StoredSchema stored) {
    FormatVersion version = FormatVersion.transfer(wire);
    ArraySchema schema = stored == null ? null : stored.schema();
    boolean allowsDuplicates =
        version.hasDuplicates()
            ? wire.bool("allows_duplicates", schema, ArraySchema::allowsDuplicates)
            : wire.absent("allows_duplicates", false, schema, ArraySchema::allowsDuplicates);
    boolean dense = wire.code("array_type", ARRAY_TYPES, schema, ArrayType::of) == ArrayType.DENSE;
    Layout tileOrder = wire.code("tile_order", Codes.LAYOUTS, schema, ArraySchema::tileOrder);
    wire.check(
        TILE_ORDERS.contains(tileOrder),
        "tile_order",
        "%s is not a tile order (expected ROW_MAJOR or COL_MAJOR)",
        tileOrder);
    Layout cellOrder = wire.code("cell_order", Codes.LAYOUTS, schema, ArraySchema::cellOrder);
    wire.check(
        CELL_ORDERS.contains(cellOrder) && !(dense && cellOrder == Layout.HILBERT),
        "cell_order",
        "%s is not a cell order of %s arrays",
        cellOrder,
        dense ? "dense" : "sparse");
    long capacity = wire.i64("capacity", schema, ArraySchema::capacity);
    checkCapacity(wire, dense, capacity);
    ArraySchema.Builder read =
        (dense ? ArraySchema.dense() : ArraySchema.sparse())
            .allowsDuplicates(allowsDuplicates)
            .tileOrder(tileOrder)
            .cellOrder(cellOrder)
            .capacity(capacity)
            .coordsFilters(
                wire.struct(
                    "coords_filters",
                    FilterPipelineFormat::transfer,
                    schema,
                    ArraySchema::coordsFilters))
            .offsetsFilters(
                wire.struct(
                    "offsets_filters",
                    FilterPipelineFormat::transfer,
                    schema,
                    ArraySchema::offsetsFilters))
            .validityFilters(
                version.hasValidity()
                    ? wire.struct(
                        "validity_filters",
                        FilterPipelineFormat::transfer,
                        schema,
                        ArraySchema::validityFilters)
                    : wire.absent(
                        "validity_filters",
                        FilterPipeline.EMPTY,
                        schema,
                        ArraySchema::validityFilters));
    List<Dimension> dimensions =
        wire.struct("domain", DomainFormat::transfer, schema, ArraySchema::dimensions);
    dimensions.forEach(read::dimension);
    wire.list32("attributes", AttributeFormat::transfer, schema, ArraySchema::attributes)
        .forEach(read::attribute);
    (version.hasDimensionLabels()
            ? wire.list32("labels", DimensionLabelFormat::transfer, schema, ArraySchema::labels)
            : wire.absent("labels", List.<DimensionLabel>of(), schema, ArraySchema::labels))
        .forEach(read::label);
    enumerationFiles(wire, schema, read);
    read.currentDomain(
        (version.hasCurrentDomain()
                ? wire.struct(
                    "current_domain",
                    (w, current) -> CurrentDomainFormat.transfer(w, dimensions, current),
                    schema,
                    ArraySchema::currentDomain)
                : wire.absent(
                    "current_domain",
                    Optional.<NDRange>empty(),
                    schema,
                    ArraySchema::currentDomain))
            .orElse(null));
    ArraySchema transferred = read.buildAsStored();
    check(wire, transferred);
    return new StoredSchema(version, transferred);
  }

  private static void enumerationFiles(Wire wire, ArraySchema schema, ArraySchema.Builder read) {
    if (!wire.version().hasEnumerations()) {
      wire.absent("enumerations", Map.of(), schema, ArraySchema::enumerationFiles);
      return;
    }
    Set<String> names = new HashSet<>();
    List<Map.Entry<String, String>> entries =
        wire.list32(
            "enumerations",
            ArraySchemaFormat::enumerationFile,
            schema,
            s -> List.copyOf(s.enumerationFiles().entrySet()));
    for (Map.Entry<String, String> entry : entries) {
      wire.check(
          names.add(entry.getKey()),
          "enumerations",
          "two enumerations are named \"%s\"",
          entry.getKey());
      read.enumerationFile(entry.getKey(), entry.getValue());
    }
  }

  private static Map.Entry<String, String> enumerationFile(
      Wire wire, Map.Entry<String, String> entry) {
    String name = wire.string32("name", entry, Map.Entry::getKey);
    String file = wire.string32("file", entry, Map.Entry::getValue);
    wire.check(
        !file.isEmpty() && file.indexOf('/') < 0 && file.indexOf('\\') < 0,
        "file",
        "\"%s\" is not a valid file name",
        file);
    return Map.entry(name, file);
  }

  private static void checkCapacity(Wire wire, boolean dense, long capacity) {
    if (dense) {
      return;
    }
    wire.check(capacity != 0, "capacity", "a tile must hold at least one cell");
    if (capacity < 0 || capacity > Integer.MAX_VALUE) {
      throw wire.unsupported(
          "tiles of %s cells are not supported (limit: 2^31-1)"
              .formatted(Long.toUnsignedString(capacity)));
    }
  }

  private static void check(Wire wire, ArraySchema schema) {
    Set<String> names = new HashSet<>();
    for (Dimension dimension : schema.dimensions()) {
      checkName(wire, names, dimension.name());
      checkFilters(wire, dimension.filters());
    }
    for (Attribute attribute : schema.attributes()) {
      checkName(wire, names, attribute.name());
      checkFilters(wire, attribute.filters());
    }
    for (DimensionLabel label : schema.labels()) {
      checkName(wire, names, label.name());
      wire.check(
          label.dimension() < schema.dimensions().size(),
          "labels",
          "label \"%s\" belongs to dimension %d (from 0), but the array has %d dimensions",
          label.name(),
          label.dimension(),
          schema.dimensions().size());
    }
    checkFilters(wire, schema.coordsFilters());
    checkFilters(wire, schema.offsetsFilters());
    checkFilters(wire, schema.validityFilters());
    if (schema.isDense()) {
      checkDense(wire, schema);
    }
    if (schema.cellOrder() == Layout.HILBERT
        && schema.dimensions().size() > MAX_HILBERT_DIMENSIONS) {
      throw wire.unsupported(
          "Hilbert order with %d dimensions is not supported (limit: %d)"
              .formatted(schema.dimensions().size(), MAX_HILBERT_DIMENSIONS));
    }
  }

  private static void checkName(Wire wire, Set<String> names, String name) {
    wire.check(names.add(name), "name", "two fields are named \"%s\"", name);
  }

  private static void checkFilters(Wire wire, FilterPipeline filters) {
    wire.check(
        !filters.filters().contains(Filter.aes256Gcm()),
        "filters",
        "encryption cannot be a filter of a schema");
  }

  /**
   * Checks that every dimension of a dense array has a tile extent, because tiles determine the
   * positions of cells. Also checks that the number of cells in a tile fits into a {@code long}.
   */
  private static void checkDense(Wire wire, ArraySchema schema) {
    Datatype type = schema.dimensions().get(0).type();
    long cells = 1;
    for (Dimension dimension : schema.dimensions()) {
      wire.check(
          dimension.type().isIntegerValued(),
          "domain",
          "a dimension of a dense array cannot have type %s",
          dimension.type());
      wire.check(
          dimension.type() == type,
          "domain",
          "the dimensions of a dense array must have the same type, not %s and %s",
          type,
          dimension.type());
      wire.check(
          dimension.extent().isPresent(),
          "domain",
          "dimension \"%s\" of a dense array has no extent",
          dimension.name());
      long extent = dimension.tileLength();
      cells = extent < 0 || cells > Long.MAX_VALUE / extent ? -1 : cells * extent;
      if (cells < 0) {
        throw wire.unsupported("dense tiles of more than 2^63-1 cells are not supported");
      }
    }
  }

  /** The array types, in the order of their codes. */
  private enum ArrayType {
    DENSE,
    SPARSE;

    static ArrayType of(ArraySchema schema) {
      return schema.isDense() ? DENSE : SPARSE;
    }
  }
}
