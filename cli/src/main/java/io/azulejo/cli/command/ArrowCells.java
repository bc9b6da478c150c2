package io.azulejo.cli.command;

import io.azulejo.Array;
import io.azulejo.arrow.ArrowCast;
import io.azulejo.arrow.ArrowColumn;
import io.azulejo.arrow.ArrowReader;
import io.azulejo.query.Batch;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Cells of an Arrow stream or file, as the fields of an array want them. */
final class ArrowCells implements CellSource {
  private final ArrowReader reader;
  private final List<ArrowColumn> wanted;
  private final boolean coordinates;

  private ArrowCells(ArrowReader reader, List<ArrowColumn> wanted, boolean coordinates) {
    this.reader = reader;
    this.wanted = wanted;
    this.coordinates = coordinates;
  }

  /**
   * The cells for an array; of a dense one with coordinates where the file has them.
   *
   * @param reader the file, which is closed with this, or if this fails
   */
  static ArrowCells open(ArrowReader reader, Array array) throws IOException {
    try {
      return begin(reader, array);
    } catch (RuntimeException e) {
      reader.close();
      throw e;
    }
  }

  private static ArrowCells begin(ArrowReader reader, Array array) {
    ArraySchema schema = array.schema();
    List<String> names = reader.table().columns().stream().map(ArrowColumn::name).toList();
    boolean coordinates =
        !schema.isDense()
            || schema.dimensions().stream().map(Dimension::name).allMatch(names::contains);
    List<ArrowColumn> wanted = new ArrayList<>();
    for (Attribute attribute : schema.attributes()) {
      wanted.add(ArrowRows.column(attribute, attribute.enumeration().map(array::enumeration)));
    }
    for (Dimension dimension : coordinates ? schema.dimensions() : List.<Dimension>of()) {
      wanted.add(ArrowRows.column(dimension));
    }
    return new ArrowCells(reader, wanted, coordinates);
  }

  @Override
  public Batch next() throws IOException {
    Batch batch = reader.next();
    while (batch != null && batch.rows() == 0) {
      batch = reader.next();
    }
    return batch == null ? null : ArrowCast.of(batch, reader.table(), wanted);
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
    return reader.position();
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
