package io.azulejo.internal.read;

import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.snapshot.Fragment;
import io.azulejo.schema.NDRange;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Single cells that are wanted of a sparse array: which of them a tile may have, and has. */
final class PointCells implements SparseSelection {
  private final RequestedPoints points;
  private final int dimensions;

  PointCells(RequestedPoints points, int dimensions) {
    this.points = points;
    this.dimensions = dimensions;
  }

  /** Coordinates that a box reaches from and to. */
  interface Box {
    /** The least key of a dimension of numbers. */
    long low(int d);

    /** The greatest key of a dimension of numbers. */
    long high(int d);

    /** The least string of a dimension of strings. */
    Slice textLow(int d);

    /** The greatest string of a dimension of strings; null where it is not known. */
    Slice textHigh(int d);
  }

  /** The numbers of all points. */
  int[] all() {
    return IntStream.range(0, points.count()).toArray();
  }

  /** Those of some points that are in a box. */
  int[] within(int[] candidates, Box box) {
    int[] kept = candidates.clone();
    int count = kept.length;
    for (int d = 0; d < dimensions && count > 0; d++) {
      count =
          points.keys(d) != null ? keepKeys(kept, count, box, d) : keepTexts(kept, count, box, d);
    }
    return Arrays.copyOf(kept, count);
  }

  private int keepKeys(int[] candidates, int count, Box box, int d) {
    long[] keys = points.keys(d);
    long low = points.key(d, box.low(d));
    long high = points.key(d, box.high(d));
    int kept = 0;
    for (int i = 0; i < count; i++) {
      long key = keys[candidates[i]];
      candidates[kept] = candidates[i];
      kept += key >= low & key <= high ? 1 : 0;
    }
    return kept;
  }

  private int keepTexts(int[] candidates, int count, Box box, int d) {
    Slice[] texts = points.texts(d);
    Slice low = box.textLow(d);
    Slice high = box.textHigh(d);
    int kept = 0;
    for (int i = 0; i < count; i++) {
      Slice text = texts[candidates[i]];
      if (text.compareTo(low) >= 0 && (high == null || text.compareTo(high) <= 0)) {
        candidates[kept++] = candidates[i];
      }
    }
    return kept;
  }

  @Override
  public boolean isEverything() {
    return false;
  }

  @Override
  public boolean decides(int d) {
    return true;
  }

  @Override
  public boolean repeats() {
    return false;
  }

  @Override
  public boolean touches(Fragment fragment) {
    NDRange box = fragment.nonEmptyDomain().orElseThrow();
    for (int d = 0; d < dimensions; d++) {
      if (points.keys(d) != null && !points.hullTouches(d, box.get(d))) {
        return false;
      }
    }
    return points.count() > 0;
  }

  @Override
  public List<SparseTile> tiles(SparseFragment fragment) {
    return fragment.tiles(this);
  }

  @Override
  public int multiplicity(SparseTile tile, int row) {
    return 1;
  }

  @Override
  public void select(SparseTile tile, RowSelection rows) {
    int[] table = new int[Math.max(2, Integer.highestOneBit(tile.points.length) * 4)];
    Arrays.fill(table, -1);
    for (int point : tile.points) {
      int slot = spread(hash(point)) & table.length - 1;
      while (table[slot] >= 0) {
        slot = slot + 1 & table.length - 1;
      }
      table[slot] = point;
    }
    rows.keep(row -> contains(table, tile, row));
  }

  private boolean contains(int[] table, SparseTile tile, int row) {
    int slot = spread(hash(tile, row)) & table.length - 1;
    while (table[slot] >= 0) {
      if (isAt(table[slot], tile, row)) {
        return true;
      }
      slot = slot + 1 & table.length - 1;
    }
    return false;
  }

  private boolean isAt(int point, SparseTile tile, int row) {
    for (int d = 0; d < dimensions; d++) {
      boolean same =
          points.keys(d) != null
              ? points.keys(d)[point] == points.key(d, tile.keys[d][row])
              : DimensionRanges.compare(tile.coordinates[d], row, points.texts(d)[point]) == 0;
      if (!same) {
        return false;
      }
    }
    return true;
  }

  private long hash(int point) {
    long hash = 0;
    for (int d = 0; d < dimensions; d++) {
      hash =
          mix(hash, points.keys(d) != null ? points.keys(d)[point] : hash(points.texts(d)[point]));
    }
    return hash;
  }

  private long hash(SparseTile tile, int row) {
    long hash = 0;
    for (int d = 0; d < dimensions; d++) {
      if (points.keys(d) != null) {
        hash = mix(hash, points.key(d, tile.keys[d][row]));
      } else {
        TileColumn texts = tile.coordinates[d];
        hash = mix(hash, hash(texts.data(), texts.offsets()[row], texts.offsets()[row + 1]));
      }
    }
    return hash;
  }

  private static long hash(Slice text) {
    return hash(text.array(), text.offset(), text.offset() + text.length());
  }

  private static long hash(byte[] bytes, int from, int until) {
    long hash = until - from;
    for (int i = from; i < until; i++) {
      hash = hash * 31 + bytes[i];
    }
    return hash;
  }

  private static long mix(long hash, long value) {
    return (hash ^ value) * 0x9E3779B97F4A7C15L;
  }

  private static int spread(long hash) {
    return (int) (hash ^ hash >>> 32);
  }
}
