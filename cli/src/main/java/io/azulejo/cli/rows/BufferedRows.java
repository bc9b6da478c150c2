package io.azulejo.cli.rows;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Rows buffered in memory with their sort keys, within a byte limit. */
final class BufferedRows {
  /** Number of rows per output batch. */
  private static final int CHUNK = 4096;

  private final List<SortKey> keys;
  private final long mostBytes;
  private final String advice;
  private List<BufferedColumn> columns = List.of();
  private int rows;

  /**
   * Creates an empty buffer.
   *
   * @param mostBytes the limit in bytes
   * @param advice what to do if the limit is exceeded
   */
  BufferedRows(List<SortKey> keys, long mostBytes, String advice) {
    this.keys = keys;
    this.mostBytes = mostBytes;
    this.advice = advice;
  }

  int count() {
    return rows;
  }

  /** Adds a row of a batch; all batches have the same columns. */
  void add(Column[] from, int row) {
    if (columns.isEmpty()) {
      columns = Stream.of(from).map(BufferedColumn::new).toList();
    }
    for (int c = 0; c < from.length; c++) {
      if (!columns.get(c).hasRoomFor(from[c], row)) {
        throw tooMany();
      }
      columns.get(c).add(from[c], row);
    }
    for (SortKey key : keys) {
      key.add(from, row);
    }
    rows++;
  }

  /** Checks the limit, including the memory for sorting. */
  void checkBytes() {
    long bytes = 2L * Integer.BYTES * rows;
    for (BufferedColumn column : columns) {
      bytes += column.bytes();
    }
    for (SortKey key : keys) {
      bytes += key.bytes();
    }
    if (bytes > mostBytes) {
      throw tooMany();
    }
  }

  private InvalidRequestException tooMany() {
    return new InvalidRequestException(
        "cannot keep %d rows in the available %d MiB; %s".formatted(rows, mostBytes >> 20, advice));
  }

  /** Keeps the first rows in the order of the keys and removes all other rows. */
  void keepFirst(int most) {
    if (rows <= most) {
      return;
    }
    int[] order = order(keys);
    List<BufferedColumn> kept = new ArrayList<>();
    for (BufferedColumn column : columns) {
      Column taken = column.take(order, 0, most);
      BufferedColumn fewer = new BufferedColumn(taken);
      for (int i = 0; i < most; i++) {
        fewer.add(taken, i);
      }
      kept.add(fewer);
    }
    columns = kept;
    keys.forEach(key -> key.keep(order, most));
    rows = most;
  }

  /** Passes all rows on in the order of some of the keys, and removes them. */
  void drainTo(RowStage sink, List<SortKey> by) throws IOException {
    int[] order = order(by);
    for (int from = 0; from < rows; from += CHUNK) {
      int to = Math.min(rows, from + CHUNK);
      List<Column> taken = new ArrayList<>();
      for (BufferedColumn column : columns) {
        taken.add(column.take(order, from, to));
      }
      sink.write(Batch.of(to - from, taken));
    }
    columns.forEach(BufferedColumn::clear);
    keys.forEach(key -> key.keep(order, 0));
    rows = 0;
  }

  /** Returns the rows in order; rows with equal keys keep their order. */
  private int[] order(List<SortKey> by) {
    int[] order = new int[rows];
    for (int i = 0; i < rows; i++) {
      order[i] = i;
    }
    if (!by.isEmpty()) {
      sort(by.toArray(SortKey[]::new), order, order.clone(), 0, rows);
    }
    return order;
  }

  /** Sorts a range by a stable merge sort. Both arrays hold the same content at first. */
  private static void sort(SortKey[] by, int[] target, int[] source, int from, int to) {
    if (to - from < 2) {
      return;
    }
    int middle = (from + to) >>> 1;
    sort(by, source, target, from, middle);
    sort(by, source, target, middle, to);
    int left = from;
    int right = middle;
    for (int i = from; i < to; i++) {
      boolean first =
          left < middle && (right >= to || compare(by, source[left], source[right]) <= 0);
      target[i] = first ? source[left++] : source[right++];
    }
  }

  private static int compare(SortKey[] by, int a, int b) {
    for (SortKey key : by) {
      int order = key.compare(a, b);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  /** Returns the columns of a batch for access by row. */
  static Column[] columns(Batch batch) {
    return batch.columns().toArray(Column[]::new);
  }
}
