package io.azulejo.cli.command;

import io.azulejo.Array;
import io.azulejo.arrow.ArrowCast;
import io.azulejo.arrow.ArrowColumn;
import io.azulejo.arrow.ArrowReader;
import io.azulejo.cli.argument.DataFiles;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Batch;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import io.azulejo.text.input.RowFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Cells of Arrow streams or files, one after the other, as the fields of an array want them. */
final class ArrowCells implements CellSource {
  private final Iterator<RowFile> rest;
  private final List<ArrowColumn> wanted = new ArrayList<>();
  private final boolean coordinates;
  private String name;
  private ArrowReader reader;
  private long bytesBefore;

  private ArrowCells(List<RowFile> files, Array array) throws IOException {
    rest = files.iterator();
    open(rest.next());
    try {
      ArraySchema schema = array.schema();
      List<String> names = reader.table().columns().stream().map(ArrowColumn::name).toList();
      coordinates =
          !schema.isDense()
              || schema.dimensions().stream().map(Dimension::name).allMatch(names::contains);
      for (Attribute attribute : schema.attributes()) {
        wanted.add(ArrowRows.column(attribute, attribute.enumeration().map(array::enumeration)));
      }
      for (Dimension dimension : coordinates ? schema.dimensions() : List.<Dimension>of()) {
        wanted.add(ArrowRows.column(dimension));
      }
    } catch (RuntimeException e) {
      reader.close();
      throw e;
    }
  }

  /** The cells for an array; of a dense one with coordinates where the first file has them. */
  static ArrowCells open(DataFiles files, Array array) throws IOException {
    return new ArrowCells(files.files(), array);
  }

  private void open(RowFile file) throws IOException {
    name = file.name();
    reader = DataFiles.arrow(file);
  }

  @Override
  public Batch next() throws IOException {
    Batch batch = reader.next();
    while (batch == null ? rest.hasNext() : batch.rows() == 0) {
      if (batch == null) {
        bytesBefore += reader.position();
        reader.close();
        open(rest.next());
      }
      batch = reader.next();
    }
    try {
      return batch == null ? null : ArrowCast.of(batch, reader.table(), wanted);
    } catch (InvalidRequestException e) {
      throw new InvalidRequestException(name + ": " + e.getMessage());
    }
  }

  @Override
  public void check() {
    // What is wrong with a cell was an error at once.
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
