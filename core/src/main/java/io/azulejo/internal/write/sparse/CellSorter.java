package io.azulejo.internal.write.sparse;

import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.order.CellKeys;
import io.azulejo.internal.order.KeyPlan;
import io.azulejo.internal.order.KeySort;
import io.azulejo.internal.order.TextKeys;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Layout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntBinaryOperator;

/** Sorts cells into the order of the array's sparse fragments. */
final class CellSorter {
  private static final int CHUNK = 1 << 16;

  private final CellLayout layout;
  private final List<Dimension> dimensions;
  private final CellKeys order;
  private final Tasks tasks;

  CellSorter(CellLayout layout, Tasks tasks) {
    this.layout = layout;
    this.dimensions = layout.schema().dimensions();
    this.order = new CellKeys(layout.schema(), Layout.GLOBAL_ORDER);
    this.tasks = tasks;
  }

  /** A range of rows and the position of its first row among all cells. */
  private record Chunk(CellPart part, int from, int count, int at) {}

  /** Unsorted cells with their keys. */
  private record Keyed(long[] keys, boolean exact, List<CellRange> ranges, int[] starts) {}

  /**
   * Sorts cells. The sort is stable.
   *
   * @param ranges the cells
   * @param duplicates how to treat cells with equal coordinates; null if they are allowed
   */
  SortedCells sort(List<CellRange> ranges, DuplicateResolution duplicates) {
    Keyed cells = keys(ranges);
    IntBinaryOperator ties = cells.exact ? null : (a, b) -> compare(cells, a, b);
    KeySort.Sorted sorted = new KeySort(tasks::compute, ties).sort(cells.keys);
    SortedCells places = places(cells, sorted.positions());
    if (duplicates != null) {
      return duplicates.apply(places, equalToNext(places, sorted.keys(), cells.exact));
    }
    return places;
  }

  private SortedCells places(Keyed cells, int[] positions) {
    List<CellPart> parts = cells.ranges.stream().map(CellRange::part).toList();
    int[] partOf = new int[positions.length];
    if (parts.size() == 1 && cells.ranges.get(0).from() == 0) {
      return new SortedCells(layout, parts, partOf, positions, positions.length);
    }
    tasks.compute(
        chunksOf(positions.length),
        span -> {
          for (int i = span[0]; i < span[1]; i++) {
            int range = rangeOf(cells.starts, positions[i]);
            partOf[i] = range;
            positions[i] += cells.ranges.get(range).from() - cells.starts[range];
          }
          return null;
        });
    return new SortedCells(layout, parts, partOf, positions, positions.length);
  }

  private static List<int[]> chunksOf(int count) {
    List<int[]> chunks = new ArrayList<>();
    for (int from = 0; from < count; from += CHUNK) {
      chunks.add(new int[] {from, Math.min(count, from + CHUNK)});
    }
    return chunks;
  }

  private static int rangeOf(int[] starts, int position) {
    if (starts.length == 1) {
      return 0;
    }
    int found = Arrays.binarySearch(starts, position);
    return found >= 0 ? found : -found - 2;
  }

  /**
   * Returns for each place whether the next cell has the same coordinates, or null if no two
   * adjacent cells do.
   */
  private boolean[] equalToNext(SortedCells cells, long[] keys, boolean exact) {
    boolean[] equal = new boolean[keys.length];
    List<Boolean> found =
        tasks.compute(
            chunksOf(keys.length),
            span -> {
              boolean any = false;
              for (int i = Math.max(1, span[0]); i < span[1]; i++) {
                if (keys[i] == keys[i - 1]
                    && (exact
                        || compare(cells.part(i - 1), cells.row(i - 1), cells.part(i), cells.row(i))
                            == 0)) {
                  equal[i - 1] = true;
                  any = true;
                }
              }
              return any;
            });
    return found.contains(true) ? equal : null;
  }

  /**
   * Compares two cells whose keys are decoded. Cells are ordered by tile and coordinates as in the
   * array, then -0.0 before 0.0. The result is 0 only if all coordinates are equal byte for byte.
   */
  int compare(CellPart a, int rowA, CellPart b, int rowB) {
    int byPlace = order.compare(a, rowA, b, rowB);
    return byPlace == 0 && (a.negativeZero || b.negativeZero)
        ? order.compareSigns(a, rowA, b, rowB)
        : byPlace;
  }

  private int compare(Keyed cells, int a, int b) {
    int rangeA = rangeOf(cells.starts, a);
    int rangeB = rangeOf(cells.starts, b);
    CellRange rowsA = cells.ranges.get(rangeA);
    CellRange rowsB = cells.ranges.get(rangeB);
    return compare(
        rowsA.part(),
        rowsA.from() + a - cells.starts[rangeA],
        rowsB.part(),
        rowsB.from() + b - cells.starts[rangeB]);
  }

  /**
   * The result of checking the order of cells.
   *
   * @param outOfOrder first place whose cell belongs before the previous one; -1 if the cells are
   *     in order
   * @param equalToNext for each place, whether the next cell has the same coordinates; null if no
   *     two adjacent cells do, or if cells are out of order
   */
  record OrderCheck(int outOfOrder, boolean[] equalToNext) {}

  /**
   * Checks whether cells are in order. 0.0 and -0.0 may come in any order.
   *
   * @param ranges the cells
   * @param cells the same cells
   */
  OrderCheck check(List<CellRange> ranges, SortedCells cells) {
    Keyed keyed = keys(ranges);
    for (int i = 1; i < cells.count(); i++) {
      int byKey = Long.compareUnsigned(keyed.keys[i - 1], keyed.keys[i]);
      if (byKey > 0
          || (byKey == 0
              && !keyed.exact
              && order.compare(cells.part(i - 1), cells.row(i - 1), cells.part(i), cells.row(i))
                  > 0)) {
        return new OrderCheck(i, null);
      }
    }
    return new OrderCheck(-1, equalToNext(cells, keyed.keys, keyed.exact));
  }

  /**
   * Returns how many cells at the end have the same coordinates, ignoring the signs of zeros. Keys
   * must be decoded.
   */
  int equalAtEnd(SortedCells cells) {
    int last = cells.count() - 1;
    int first = last;
    while (first > 0
        && order.compare(
                cells.part(first - 1), cells.row(first - 1), cells.part(last), cells.row(last))
            == 0) {
      first--;
    }
    return cells.count() - first;
  }

  private Keyed keys(List<CellRange> ranges) {
    int[] starts = new int[ranges.size()];
    List<Chunk> chunks = new ArrayList<>();
    int count = 0;
    boolean negativeZero = false;
    for (int r = 0; r < starts.length; r++) {
      CellRange range = ranges.get(r);
      starts[r] = count;
      for (int from = 0; from < range.count(); from += CHUNK) {
        int rows = Math.min(CHUNK, range.count() - from);
        chunks.add(new Chunk(range.part(), range.from() + from, rows, count + from));
      }
      count = Math.addExact(count, range.count());
      negativeZero |= range.part().negativeZero;
    }
    decodeKeys(ranges);
    int total = count;
    KeyPlan plan = order.plan(d -> bounds(ranges, d), d -> texts(chunks, d, total));
    long[] keys = new long[count];
    tasks.compute(
        chunks,
        chunk -> {
          plan.pack(chunk.part, chunk.from, chunk.count, keys, chunk.at);
          return null;
        });
    return new Keyed(keys, plan.exact() && !negativeZero, ranges, starts);
  }

  /** Decodes the keys of all cells of the parts unless that has already been done. */
  void decodeKeys(List<CellRange> ranges) {
    List<Chunk> chunks = new ArrayList<>();
    for (CellRange range : ranges) {
      CellPart part = range.part();
      if (part.allocateKeys()) {
        for (int from = 0; from < part.selected; from += CHUNK) {
          chunks.add(new Chunk(part, from, Math.min(CHUNK, part.selected - from), 0));
        }
      }
    }
    tasks.compute(
        chunks,
        chunk -> {
          chunk.part.decodeKeys(chunk.from, chunk.count);
          return null;
        });
  }

  private static long[] bounds(List<CellRange> ranges, int d) {
    long low = Long.MAX_VALUE;
    long high = Long.MIN_VALUE;
    for (CellRange range : ranges) {
      low = Math.min(low, range.part().lows[d]);
      high = Math.max(high, range.part().highs[d]);
    }
    return new long[] {low, high};
  }

  private TextKeys texts(List<Chunk> chunks, int d, int count) {
    List<TextKeys.Stretch> stretches =
        chunks.stream()
            .map(chunk -> new TextKeys.Stretch(chunk.part, chunk.from, chunk.count, chunk.at))
            .toList();
    TextKeys ranked = TextKeys.of(stretches, d, count, 1, tasks::compute);
    if (ranked.ranks() != null) {
      return ranked;
    }
    Chunk first = chunks.get(0);
    CellColumn like = first.part.coordinates[d];
    List<Integer> prefixes =
        tasks.compute(
            chunks,
            chunk -> prefix(like, first.from, chunk.part.coordinates[d], chunk.from, chunk.count));
    return new TextKeys(prefixes.stream().mapToInt(length -> length).min().orElseThrow(), null, 0);
  }

  /** Returns the length of the longest common prefix of one string and a range of others. */
  private static int prefix(CellColumn like, int row, CellColumn texts, int from, int count) {
    int start = like.offsets()[row];
    int length = like.offsets()[row + 1] - start;
    for (int i = from; i < from + count && length > 0; i++) {
      int other = texts.offsets()[i];
      int end = texts.offsets()[i + 1];
      int mismatch = Arrays.mismatch(like.data(), start, start + length, texts.data(), other, end);
      length = mismatch < 0 ? length : mismatch;
    }
    return length;
  }
}
