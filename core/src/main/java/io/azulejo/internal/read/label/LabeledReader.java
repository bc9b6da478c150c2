package io.azulejo.internal.read.label;

import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.read.tile.Batches;
import io.azulejo.internal.read.tile.ColumnWriter;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.VarColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Adds labels to the batches of another reader, which supplies the coordinates. */
final class LabeledReader implements Batches {
  /** Number of bytes per row that the lookup of labels needs: keys, sorted keys and indexes. */
  private static final long WORK_BYTES = 4 * Long.BYTES;

  private final Batches cells;
  private final List<Source> sources;
  private final ReadScope scope;
  private final long rowBytes;
  private Batch batch;
  private int done;

  /**
   * The source of a column of the result.
   *
   * @param column the index of the column in the batches of the other reader
   * @param label the label that replaces the coordinates in this column; null to return the column
   *     unchanged
   */
  record Source(int column, LabelArray label) {}

  LabeledReader(Batches cells, List<Source> sources, ReadScope scope) {
    this.cells = cells;
    this.sources = sources;
    this.scope = scope;
    long bytes = WORK_BYTES;
    for (Source source : sources) {
      bytes += source.label() == null ? 0 : 2 * source.label().field().fixedBytes();
    }
    this.rowBytes = bytes;
  }

  @Override
  public Batch next() {
    while (batch == null || done == batch.rows()) {
      batch = cells.next();
      done = 0;
      if (batch == null) {
        return null;
      }
    }
    int rows = (int) Math.min(batch.rows() - done, Math.max(1, scope.batchBytes() / rowBytes));
    while (true) {
      MemoryBudget.Lease lease = scope.lease(rows * rowBytes);
      try (lease) {
        Optional<Batch> labeled = labeled(rows);
        if (labeled.isPresent()) {
          done += rows;
          return labeled.get();
        }
      }
      rows = Math.max(1, rows / 2);
    }
  }

  @Override
  public void close() {
    batch = null;
    cells.close();
  }

  /**
   * Returns the next rows with labels. Empty if the labels are too large, which is never the case
   * for a single row.
   */
  private Optional<Batch> labeled(int rows) {
    List<Column> columns = new ArrayList<>();
    long left = scope.batchBytes();
    for (Source source : sources) {
      Column column = batch.column(source.column());
      if (source.label() == null) {
        columns.add(part(column, rows));
        continue;
      }
      Optional<Column> labels = labels(source.label(), column, rows, left);
      if (labels.isEmpty()) {
        return Optional.empty();
      }
      if (labels.get() instanceof VarColumn values) {
        left -= values.dataSize();
      }
      columns.add(labels.get());
    }
    return Optional.of(Batch.of(rows, columns));
  }

  private Optional<Column> labels(LabelArray label, Column coordinates, int rows, long maxBytes) {
    long[] keys = label.keys(coordinates, done, rows);
    long[] distinct = distinct(keys);
    CellColumn values = label.find(distinct, rows == 1 ? Long.MAX_VALUE : maxBytes).orElse(null);
    if (values == null) {
      return Optional.empty();
    }
    int[] places = places(keys, distinct);
    CellColumn[] tiles = {values};
    int[] tileOf = new int[rows];
    ColumnWriter writer = new ColumnWriter(label.field(), rows);
    if (label.field().isVar()) {
      long sum = 0;
      for (int place : places) {
        sum += values.offsets()[place + 1] - values.offsets()[place];
      }
      if (sum > maxBytes && rows > 1) {
        return Optional.empty();
      }
      writer.lengths(tiles, tileOf, places, 0, 0, rows);
      writer.sumLengths();
      writer.allocate();
    }
    writer.gather(tiles, tileOf, places, 0, 0, rows);
    return Optional.of(writer.toColumn());
  }

  private static long[] distinct(long[] keys) {
    long[] sorted = keys.clone();
    Arrays.sort(sorted);
    int count = 1;
    for (int i = 1; i < sorted.length; i++) {
      if (sorted[i] != sorted[i - 1]) {
        sorted[count++] = sorted[i];
      }
    }
    return Arrays.copyOf(sorted, count);
  }

  /**
   * Returns the index of each key in the sorted distinct keys. Tries the previous index and the
   * next one before it searches.
   */
  private static int[] places(long[] keys, long[] distinct) {
    int[] places = new int[keys.length];
    int place = 0;
    for (int i = 0; i < keys.length; i++) {
      if (distinct[place] != keys[i]) {
        place =
            place + 1 < distinct.length && distinct[place + 1] == keys[i]
                ? place + 1
                : Arrays.binarySearch(distinct, keys[i]);
      }
      places[i] = place;
    }
    return places;
  }

  /** Returns the next rows of a column. */
  private Column part(Column column, int rows) {
    if (rows == column.rows()) {
      return column;
    }
    return ColumnWriter.take(column, IntStream.range(done, done + rows).toArray());
  }
}
