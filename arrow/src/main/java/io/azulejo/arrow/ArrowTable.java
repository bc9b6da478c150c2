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
 * The columns and the schema metadata of an Arrow stream or file. The metadata describes the array
 * that the columns come from. Immutable.
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

  /**
   * Creates a table.
   *
   * @param columns the columns in order
   * @param metadata the schema metadata by key; may be empty
   */
  public static ArrowTable of(List<ArrowColumn> columns, Map<String, String> metadata) {
    return new ArrowTable(columns, metadata, false);
  }

  /**
   * Creates the table for the result of a read, including the metadata of the array schema.
   *
   * @param array the array to read; its enumerations are loaded
   * @param request the request, which selects the columns; by default all dimensions and attributes
   */
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
                // Any other name is the timestamp field of cells.
                new ArrowColumn(name, Datatype.UINT64, 1, false, Optional.empty(), Map.of()));
  }

  /**
   * Returns a copy of this table that writes values as they are stored: datetimes and times as
   * integers, and wide text as binary. Arrow can then represent every value, including datetimes
   * outside its range and invalid text.
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
   * Returns the schema of the original array, without filters and dimension labels. It is empty if
   * the metadata does not describe an array, or if a dimension or attribute is missing.
   *
   * @throws io.azulejo.error.CorruptDataException if the metadata does not describe a valid schema
   */
  public Optional<ArraySchema.Builder> arraySchema() {
    return SchemaMetadata.schema(metadata, columns);
  }

  /**
   * Maps the columns to Arrow fields. Each column with an enumeration gets a separate dictionary.
   */
  List<FieldMapping> toArrow() {
    List<FieldMapping> mappings = new ArrayList<>();
    for (ArrowColumn column : columns) {
      mappings.add(FieldMapping.toArrow(column, asStored, mappings.size()));
    }
    return mappings;
  }
}
