package io.azulejo.cli.grid;

import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Layout;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Arrays of NumPy of one shape, each with attributes of its own. */
final class NpyGrid implements Grid {
  private static final int ROWS = 1 << 16;
  private static final long BATCH_BYTES = 8 << 20;

  private final List<NpyArray> arrays;
  private long left;
  private final int rows; // of a batch

  private NpyGrid(List<NpyArray> arrays) {
    this.arrays = arrays;
    this.left = arrays.get(0).cells();
    long size = arrays.stream().mapToLong(NpyArray::size).sum();
    this.rows = (int) Math.max(1, Math.min(ROWS, BATCH_BYTES / Math.max(1, size)));
  }

  /**
   * A grid of arrays, which it closes.
   *
   * @param arrays of one shape and one order
   */
  static NpyGrid of(List<NpyArray> arrays) {
    return new NpyGrid(arrays);
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
    for (NpyArray array : arrays) {
      columns.addAll(array.next(count));
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
  }
}
