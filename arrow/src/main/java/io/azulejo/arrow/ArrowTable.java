package io.azulejo.arrow;

import io.azulejo.Array;
import io.azulejo.query.ReadRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The columns of an Arrow stream or file, and what it says of the array that they are of.
 * Immutable.
 */
public final class ArrowTable {
  private final List<ArrowColumn> columns;
  private final Map<String, String> metadata;
  private final boolean asStored;

  private ArrowTable(List<ArrowColumn> columns, Map<String, String> metadata, boolean asStored) {
    this.columns = List.copyOf(columns);
    this.metadata = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
    this.asStored = asStored;
  }

  /** These columns, and metadata of the whole by key. */
  public static ArrowTable of(List<ArrowColumn> columns, Map<String, String> metadata) {
    return new ArrowTable(columns, metadata, false);
  }

  /** The columns that a request reads of an array, which has all of its fields. */
  public static ArrowTable of(Array array, ReadRequest request) {
    ArraySchema schema = array.schema();
    List<String> names = new ArrayList<>();
    if (request.fields().isPresent()) {
      names.addAll(request.fields().get());
    } else {
      schema.dimensions().forEach(dimension -> names.add(dimension.name()));
      schema.attributes().forEach(attribute -> names.add(attribute.name()));
    }
    List<ArrowColumn> columns = new ArrayList<>();
    for (String name : names) {
      columns.add(column(array, name));
    }
    return of(columns, SchemaMetadata.of(schema));
  }

  private static ArrowColumn column(Array array, String name) {
    ArraySchema schema = array.schema();
    for (int d = 0; d < schema.dimensions().size(); d++) {
      Dimension dimension = schema.dimensions().get(d);
      if (dimension.name().equals(name)) {
        return ArrowColumn.of(dimension, d);
      }
    }
    Optional<Attribute> attribute = schema.attribute(name);
    if (attribute.isPresent()) {
      return ArrowColumn.of(attribute.get(), attribute.get().enumeration().map(array::enumeration));
    }
    Optional<DimensionLabel> label =
        schema.labels().stream().filter(l -> l.name().equals(name)).findFirst();
    return label
        .map(ArrowColumn::of)
        .orElseGet(
            () ->
                // The time at which each cell was written is a field, too.
                new ArrowColumn(name, Datatype.UINT64, 1, false, Optional.empty(), Map.of()));
  }

  /**
   * The same table with values as they are stored: datetimes and times as integers, texts of wide
   * characters as binary. Each value then has a place in Arrow, also those that are beyond what its
   * dates are or are no text.
   */
  public ArrowTable asStored() {
    return new ArrowTable(columns, metadata, true);
  }

  /** The columns, in order. */
  public List<ArrowColumn> columns() {
    return columns;
  }

  /** What the stream or file says of the whole, by key. */
  public Map<String, String> metadata() {
    return metadata;
  }

  /**
   * The schema of the array that the cells are of, where the metadata say it and all of its fields
   * are here. Filters and dimension labels are not part of it.
   *
   * @throws io.azulejo.error.CorruptDataException if the metadata contradict themselves
   */
  public Optional<ArraySchema.Builder> arraySchema() {
    return SchemaMetadata.schema(metadata, columns);
  }

  /** The fields, each with a dictionary of its own where it needs one. */
  List<FieldMapping> toArrow() {
    List<FieldMapping> mappings = new ArrayList<>();
    for (ArrowColumn column : columns) {
      mappings.add(FieldMapping.toArrow(column, asStored, mappings.size()));
    }
    return mappings;
  }
}
