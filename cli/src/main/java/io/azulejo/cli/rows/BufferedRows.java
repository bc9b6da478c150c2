package io.azulejo.cli.rows;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A buffer for rows and their sort keys, with a memory limit. Not thread-safe. */
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
   * @param keys the sort keys to compute for each added row, most significant first; may be empty
   * @param mostBytes the memory limit in bytes
   * @param advice what users can do if the limit is exceeded, as the end of the error message
   */
  BufferedRows(List<SortKey> keys, long mostBytes, String advice) {
    this.keys = keys;
    this.mostBytes = mostBytes;
    this.advice = advice;
  }

  int count() {
    return rows;
  }

  /**
   * Adds a row of a batch. All batches must have the same columns.
   *
   * @param from the columns of the batch
   * @param row the index of the row in the batch
   * @throws InvalidRequestException if a column exceeds the maximum size of Java arrays
   */
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

  /**
   * Checks that the rows and the memory for sorting them are within the memory limit.
   *
   * @throws InvalidRequestException if they exceed it
   */
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

  /**
   * Keeps only the first rows in the order of all keys. If there are at most that many, nothing
   * changes.
   *
   * @param most the maximum number of rows to keep
   */
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

  /**
   * Sorts the rows, writes them to a stage in batches, and empties the buffer.
   *
   * @param sink receives the rows; {@link RowStage#finish} is not called
   * @param by the keys to sort by, most significant first; empty for the order in which rows were
   *     added
   */
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

  /** Returns the row numbers in sorted order. The sort is stable. */
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

  /**
   * Sorts the range from {@code from} to {@code to} (exclusive) by a stable merge sort. At first,
   * both arrays must have the same content.
   */
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

  /** Returns the columns of a batch as an array for fast access. */
  static Column[] columns(Batch batch) {
    return batch.columns().toArray(Column[]::new);
  }
}
