package io.azulejo.cli.command;

import io.azulejo.Array;
import io.azulejo.arrow.ArrowCast;
import io.azulejo.arrow.ArrowColumn;
import io.azulejo.arrow.ArrowReader;
import io.azulejo.cli.argument.RowFileSet;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.imports.proposal.ImportCells;
import io.azulejo.imports.source.FileReading;
import io.azulejo.query.Batch;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import io.azulejo.text.input.RowFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * The cells of one or more Arrow streams or files, converted to the fields of an array. The files
 * are read one after another. Not thread-safe.
 */
final class ArrowCells implements ImportCells {
  private final Iterator<RowFile> rest;
  private final List<ArrowColumn> wanted = new ArrayList<>();
  private final NewValues newValues;
  private final List<Dimension> dimensions; // empty for a sparse array
  private final String first;
  private final boolean coordinates;
  private String name;
  private ArrowReader reader;
  private long bytesBefore;

  /**
   * Opens the first file. For a dense array, the cells have coordinates if the first file has
   * columns for all dimensions.
   *
   * @param files the files, at least one
   * @param array the open array
   * @param newValues receives values that are missing in the array's enumerations
   * @throws io.azulejo.error.AzulejoException if the first file cannot be read or is damaged
   */
  ArrowCells(List<RowFile> files, Array array, NewValues newValues) throws IOException {
    this.newValues = newValues;
    rest = files.iterator();
    ArraySchema schema = array.schema();
    dimensions = schema.isDense() ? schema.dimensions() : List.of();
    first = files.get(0).name();
    for (Attribute attribute : schema.attributes()) {
      wanted.add(ArrowRows.column(attribute, attribute.enumeration().map(array::enumeration)));
    }
    open(rest.next());
    try {
      coordinates = hasDimensions();
      for (Dimension dimension : coordinates ? schema.dimensions() : List.<Dimension>of()) {
        wanted.add(ArrowRows.column(dimension));
      }
    } catch (Throwable e) {
      reader.close();
      throw e;
    }
  }

  private void open(RowFile file) throws IOException {
    name = file.name();
    reader = FileReading.of(name, () -> RowFileSet.arrow(file));
  }

  /** Returns whether the file has columns for all dimensions of a dense array. */
  private boolean hasDimensions() {
    List<String> names = reader.table().columns().stream().map(ArrowColumn::name).toList();
    return dimensions.stream().map(Dimension::name).allMatch(names::contains);
  }

  private void nextFile() throws IOException {
    bytesBefore += reader.position();
    reader.close();
    open(rest.next());
    if (hasDimensions() != coordinates) {
      throw new InvalidRequestException(
          coordinates
              ? "%s has no coordinates, but %s has coordinates".formatted(name, first)
              : "%s has coordinates, but %s has no coordinates".formatted(name, first),
          name);
    }
  }

  @Override
  public Batch next() throws IOException {
    Batch batch = reader.next();
    while (batch == null ? rest.hasNext() : batch.rows() == 0) {
      if (batch == null) {
        nextFile();
      }
      batch = reader.next();
    }
    try {
      return batch == null
          ? null
          : ArrowCast.of(batch, reader.table(), wanted, newValues.receivers());
    } catch (InvalidRequestException e) {
      throw new InvalidRequestException(name + ": " + e.getMessage(), name, e);
    }
  }

  @Override
  public boolean hasCoordinates() {
    return coordinates;
  }

  @Override
  public long bytes() {
    return bytesBefore + reader.position();
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
