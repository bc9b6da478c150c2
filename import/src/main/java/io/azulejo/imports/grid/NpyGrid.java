package io.azulejo.imports.grid;

import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Layout;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** NumPy arrays of the same shape, each with its own attributes. */
final class NpyGrid implements Grid {
  private static final int ROWS = 1 << 16;
  private static final long BATCH_BYTES = 8 << 20;

  private final List<NpyArray> arrays;
  private final Closeable archive;
  private long left;
  private final int rows; // maximum cells per batch

  /**
   * Creates a grid. Closing it closes the arrays and the archive.
   *
   * @param arrays arrays of the same shape and order
   * @param archive archive that contains the arrays, or null
   */
  NpyGrid(List<NpyArray> arrays, Closeable archive) {
    this.arrays = arrays;
    this.archive = archive;
    this.left = arrays.get(0).cells();
    long size = arrays.stream().mapToLong(NpyArray::size).sum();
    this.rows = (int) Math.max(1, Math.min(ROWS, BATCH_BYTES / Math.max(1, size)));
  }

  @Override
  public List<Side> sides() {
    List<Long> shape = arrays.get(0).shape();
    List<Side> sides = new ArrayList<>();
    for (int i = 0; i < shape.size(); i++) {
      String name = shape.size() > 2 ? "d" + i : i == 0 ? "row" : "column";
      sides.add(new Side(name, shape.get(i)));
    }
    return sides;
  }

  @Override
  public List<Attribute> attributes() {
    return arrays.stream().flatMap(a -> a.types().stream()).map(NpyType::attribute).toList();
  }

  @Override
  public Layout layout() {
    return arrays.get(0).isColumnMajor() ? Layout.COL_MAJOR : Layout.ROW_MAJOR;
  }

  @Override
  public Batch next() throws IOException {
    if (left == 0) {
      return null;
    }
    int count = (int) Math.min(left, rows);
    List<Column> columns = new ArrayList<>();
    try {
      for (NpyArray array : arrays) {
        columns.addAll(array.next(count));
      }
    } catch (IOException e) {
      if (archive == null) {
        throw e;
      }
      throw NpzArchive.damaged(e);
    }
    left -= count;
    return Batch.of(count, columns);
  }

  @Override
  public long bytes() {
    return arrays.stream().mapToLong(NpyArray::bytes).sum();
  }

  @Override
  public void close() throws IOException {
    for (NpyArray array : arrays) {
      array.close();
    }
    if (archive != null) {
      archive.close();
    }
  }
}
