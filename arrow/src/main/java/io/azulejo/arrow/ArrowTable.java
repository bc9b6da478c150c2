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
 * The columns of an Arrow stream or file, and its metadata about the array that they come from.
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

  /** Returns a table of columns with schema metadata by key. */
  public static ArrowTable of(List<ArrowColumn> columns, Map<String, String> metadata) {
    return new ArrowTable(columns, metadata, false);
  }

  /** Returns the columns that a request reads from an array, by default all its fields. */
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
                // The write timestamp of each cell is a field as well.
                new ArrowColumn(name, Datatype.UINT64, 1, false, Optional.empty(), Map.of()));
  }

  /**
   * Returns this table with values as they are stored: datetimes and times as integers, wide text
   * as binary. Arrow can then represent every value, including datetimes out of its range and
   * invalid text.
   */
  public ArrowTable asStored() {
    return new ArrowTable(columns, metadata, true);
  }

  /** Returns the columns in order. */
  public List<ArrowColumn> columns() {
    return columns;
  }

  /** Returns the schema metadata by key. */
  public Map<String, String> metadata() {
    return metadata;
  }

  /**
   * Returns the schema of the original array if the metadata contains it and all fields are
   * present. It does not include filters and dimension labels.
   *
   * @throws io.azulejo.error.CorruptDataException if the metadata is inconsistent
   */
  public Optional<ArraySchema.Builder> arraySchema() {
    return SchemaMetadata.schema(metadata, columns);
  }

  /** Maps the columns to Arrow fields, each with a separate dictionary if it needs one. */
  List<FieldMapping> toArrow() {
    List<FieldMapping> mappings = new ArrayList<>();
    for (ArrowColumn column : columns) {
      mappings.add(FieldMapping.toArrow(column, asStored, mappings.size()));
    }
    return mappings;
  }
}
