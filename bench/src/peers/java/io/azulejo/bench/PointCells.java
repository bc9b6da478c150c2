package io.azulejo.bench;

import io.azulejo.query.Batch;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Cells of the points in arrays of Java, as many as come. */
final class PointCells {
  private int count;
  private long[] x;
  private long[] y;
  private double[] v;
  private int[] id = new int[0];
  private int[] ends = new int[0];
  private byte[] tags = new byte[0];

  /** Room for so many; more may come. */
  PointCells(int expected) {
    x = new long[expected];
    y = new long[expected];
    v = new double[expected];
  }

  /** The cells of a batch with all fields. */
  static PointCells of(Batch batch) {
    int rows = batch.rows();
    PointCells cells = new PointCells(rows);
    cells.id = new int[rows];
    cells.ends = new int[rows];
    batch.column("x").copyTo(cells.x, 0);
    batch.column("y").copyTo(cells.y, 0);
    batch.column("v").copyTo(cells.v, 0);
    batch.column("id").copyTo(cells.id, 0);
    for (int i = 0; i < rows; i++) {
      cells.ends[i] = batch.column("tag").end(i);
    }
    cells.tags = new byte[rows == 0 ? 0 : cells.ends[rows - 1]];
    batch.column("tag").data().get(0, cells.tags);
    cells.count = rows;
    return cells;
  }

  /** The same cells, tile by tile of 10,000 x 10,000 as the array keeps them. */
  PointCells sorted() {
    long[] keys = new long[count];
    for (int i = 0; i < count; i++) {
      long tile = x[i] / 10_000 * 100 + y[i] / 10_000;
      keys[i] = ((tile * 10_000 + x[i] % 10_000) * 10_000 + y[i] % 10_000) << 22 | i;
    }
    Arrays.sort(keys);
    PointCells sorted = new PointCells(count);
    for (long key : keys) {
      int i = (int) (key & (1 << 22) - 1);
      sorted.add(x[i], y[i], v[i], id[i], tags, start(i), ends[i] - start(i));
    }
    return sorted;
  }

  /** Adds a cell without {@code id} and {@code tag}. */
  void add(long cellX, long cellY, double cellV) {
    if (count == x.length) {
      int length = Math.max(64, 2 * count);
      x = Arrays.copyOf(x, length);
      y = Arrays.copyOf(y, length);
      v = Arrays.copyOf(v, length);
    }
    x[count] = cellX;
    y[count] = cellY;
    v[count++] = cellV;
  }

  /** Adds a cell. */
  void add(long cellX, long cellY, double cellV, int cellId, byte[] tag, int from, int length) {
    add(cellX, cellY, cellV);
    int end = count == 1 ? 0 : ends[count - 2];
    if (id.length < x.length) {
      id = Arrays.copyOf(id, x.length);
      ends = Arrays.copyOf(ends, x.length);
    }
    if (tags.length < end + length) {
      tags = Arrays.copyOf(tags, Math.max(2 * tags.length, Math.max(6 * x.length, end + length)));
    }
    System.arraycopy(tag, from, tags, end, length);
    id[count - 1] = cellId;
    ends[count - 1] = end + length;
  }

  int count() {
    return count;
  }

  long x(int cell) {
    return x[cell];
  }

  long y(int cell) {
    return y[cell];
  }

  double v(int cell) {
    return v[cell];
  }

  int id(int cell) {
    return id[cell];
  }

  byte[] tags() {
    return tags;
  }

  int start(int cell) {
    return cell == 0 ? 0 : ends[cell - 1];
  }

  int end(int cell) {
    return ends[cell];
  }

  String tag(int cell) {
    return new String(tags, start(cell), end(cell) - start(cell), StandardCharsets.US_ASCII);
  }

  /** As {@link ValueChecksum}, of the fields that are there. */
  long checksum() {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum += x[i] + y[i] + Double.doubleToRawLongBits(v[i]);
    }
    if (id.length > 0) {
      for (int i = 0; i < count; i++) {
        sum += id[i] & 0xffffffffL;
      }
      for (int i = 0; i < (count == 0 ? 0 : ends[count - 1]); i++) {
        sum += tags[i] & 0xff;
      }
    }
    return sum;
  }
}
