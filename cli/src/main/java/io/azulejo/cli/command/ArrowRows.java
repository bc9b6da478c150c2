package io.azulejo.cli.command;

import io.azulejo.arrow.ArrowCast;
import io.azulejo.arrow.ArrowColumn;
import io.azulejo.arrow.ArrowReader;
import io.azulejo.cli.argument.RowFileSet;
import io.azulejo.imports.proposal.ImportCells;
import io.azulejo.imports.rows.CellTable;
import io.azulejo.imports.rows.ColumnProfile;
import io.azulejo.imports.rows.TableProfile;
import io.azulejo.imports.rows.TypedProfile;
import io.azulejo.imports.source.FileReading;
import io.azulejo.query.Batch;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Enumeration;
import io.azulejo.text.input.RowFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * The rows of Arrow files, as input for schema inference. Only the first file is read.
 *
 * @param files the files, at least one
 */
record ArrowRows(RowFileSet files) implements CellTable {
  @Override
  public String name() {
    return first().name();
  }

  @Override
  public long size() {
    return first().size();
  }

  private ArrowReader open() throws IOException {
    return FileReading.of(name(), () -> RowFileSet.arrow(first()));
  }

  private static Batch next(String name, ArrowReader reader) throws IOException {
    return FileReading.of(name, reader::next);
  }

  private RowFile first() {
    return files.files().get(0);
  }

  /**
   * Returns the schema of the array from which the first file was written, if the file contains it.
   */
  Optional<ArraySchema> schema() throws IOException {
    try (ArrowReader reader = open()) {
      return reader.table().arraySchema().map(ArraySchema.Builder::build);
    }
  }

  @Override
  public TableProfile profile(Set<String> enumerated, long max, LongConsumer progress)
      throws IOException {
    try (ArrowReader reader = open()) {
      TableProfile.requireColumnLimit(reader.table().columns().size());
      List<TypedProfile> columns = new ArrayList<>();
      reader.table().columns().forEach(c -> columns.add(profile(c, enumerated)));
      long rows = 0;
      long ahead = first().lookAhead();
      Batch batch = next(name(), reader);
      for (;
          batch != null && rows < max && reader.position() < ahead;
          batch = next(name(), reader)) {
        int some = (int) Math.min(batch.rows(), max - rows);
        for (int i = 0; i < columns.size(); i++) {
          columns.get(i).add(batch.column(i), some);
        }
        rows += some;
        progress.accept(reader.position());
      }
      return new TableProfile(
          List.copyOf(withValues(reader, columns)),
          rows,
          batch == null && files.files().size() == 1);
    }
  }

  private static TypedProfile profile(ArrowColumn column, Set<String> enumerated) {
    return ColumnProfile.typed(
        column.name(),
        column.type(),
        column.cellValNum() == 1 || column.type().isString(),
        enumerated.contains(column.name()));
  }

  /** Adds the complete dictionaries of the stream to the profiles of their columns. */
  private static List<TypedProfile> withValues(ArrowReader reader, List<TypedProfile> columns) {
    List<ArrowColumn> found = reader.table().columns();
    for (int i = 0; i < columns.size(); i++) {
      found.get(i).enumeration().ifPresent(columns.get(i)::setEnumeration);
    }
    return columns;
  }

  @Override
  public ImportCells cells(ArraySchema schema, boolean coordinates, boolean attributes)
      throws IOException {
    List<ArrowColumn> wanted = new ArrayList<>();
    Map<String, Consumer<byte[]>> newValues = new HashMap<>(); // ignored; a write collects them
    for (Dimension dimension : coordinates ? schema.dimensions() : List.<Dimension>of()) {
      wanted.add(column(dimension));
    }
    for (Attribute attribute : attributes ? schema.attributes() : List.<Attribute>of()) {
      wanted.add(column(attribute, attribute.enumeration().flatMap(schema::enumeration)));
      newValues.put(attribute.name(), value -> {});
    }
    return new ArrowCells(name(), open(), wanted, newValues);
  }

  /** Returns the Arrow column that has the type of a dimension. */
  static ArrowColumn column(Dimension dimension) {
    return new ArrowColumn(
        dimension.name(),
        dimension.type(),
        dimension.cellValNum(),
        false,
        Optional.empty(),
        Map.of());
  }

  /**
   * Returns the Arrow column that has the type of an attribute.
   *
   * @param enumeration the enumeration of the attribute, if it has one
   */
  static ArrowColumn column(Attribute attribute, Optional<Enumeration> enumeration) {
    return new ArrowColumn(
        attribute.name(),
        attribute.type(),
        attribute.cellValNum(),
        attribute.nullable(),
        enumeration,
        Map.of());
  }

  private record ArrowCells(
      String name,
      ArrowReader reader,
      List<ArrowColumn> wanted,
      Map<String, Consumer<byte[]>> newValues)
      implements ImportCells {
    @Override
    public Batch next() throws IOException {
      Batch batch = ArrowRows.next(name, reader);
      return batch == null ? null : ArrowCast.of(batch, reader.table(), wanted, newValues);
    }

    @Override
    public long bytes() {
      return reader.position();
    }

    @Override
    public void close() throws IOException {
      reader.close();
    }
  }
}
