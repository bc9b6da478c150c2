package io.azulejo.internal.read.sparse;

import io.azulejo.internal.order.Cells;
import io.azulejo.internal.read.request.DimensionRanges;
import io.azulejo.internal.read.request.RequestedPoints;
import io.azulejo.internal.read.request.RowSelection;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.schema.NDRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Selects single cells of a sparse array by a list of points. */
final class PointCells implements SparseSelection {
  private final RequestedPoints points;
  private final int dimensions;
  private final int[] all;

  PointCells(RequestedPoints points, int dimensions) {
    this.points = points;
    this.dimensions = dimensions;
    this.all = IntStream.range(0, points.count()).toArray();
  }

  /**
   * Returns the points that lie in a box. If that is more than half of the candidates, returns all
   * candidates to avoid a copy.
   *
   * @param candidates point indexes in ascending order; not modified
   */
  private int[] within(int[] candidates, TreeBox box) {
    int from = 0;
    int until = candidates.length;
    if (points.keys(0) != null) {
      // Points are sorted by the first dimension.
      from = firstNotBefore(candidates, points.key(0, box.low(0)));
      long high = points.key(0, box.high(0));
      until = high == Long.MAX_VALUE ? until : firstNotBefore(candidates, high + 1);
    }
    byte[] in = new byte[Math.max(0, until - from)];
    Arrays.fill(in, (byte) 1);
    for (int d = points.keys(0) != null ? 1 : 0; d < dimensions; d++) {
      test(candidates, from, in, box, d);
    }
    int count = 0;
    for (byte one : in) {
      count += one;
    }
    if (count > candidates.length / 2) {
      return candidates;
    }
    int[] kept = new int[count];
    int at = 0;
    for (int i = 0; i < in.length; i++) {
      if (in[i] != 0) {
        kept[at++] = candidates[from + i];
      }
    }
    return kept;
  }

  private int firstNotBefore(int[] candidates, long key) {
    int first = 0;
    int end = candidates.length;
    while (first < end) {
      int middle = (first + end) >>> 1;
      if (points.keys(0)[candidates[middle]] >= key) {
        end = middle;
      } else {
        first = middle + 1;
      }
    }
    return first;
  }

  private void test(int[] candidates, int from, byte[] in, TreeBox box, int d) {
    if (points.keys(d) == null) {
      Slice low = box.lowText(d);
      Slice high = box.highText(d);
      for (int i = 0; i < in.length; i++) {
        Slice text = points.texts(d)[candidates[from + i]];
        boolean inside = text.compareTo(low) >= 0 && (high == null || text.compareTo(high) <= 0);
        in[i] &= (byte) (inside ? 1 : 0);
      }
      return;
    }
    long[] keys = points.keys(d);
    long low = points.key(d, box.low(d));
    long high = points.key(d, box.high(d));
    for (int i = 0; i < in.length; i++) {
      long key = keys[candidates[from + i]];
      in[i] &= (byte) (key >= low & key <= high ? 1 : 0);
    }
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
  public boolean decides(SparseTile tile, int d) {
    return true;
  }

  @Override
  public boolean repeats() {
    return false;
  }

  @Override
  public long maxMultiplicity() {
    return 1;
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
    List<SparseTile> found = new ArrayList<>();
    if (fragment.fragment().tiles() > 0) {
      new TileSearch(fragment)
          .descend(
              all,
              (around, box) -> {
                int[] inside = within(around, box);
                return inside.length == 0 ? null : inside;
              },
              (tile, inside) -> {
                found.add(new SparseTile(fragment, tile, false));
                return false;
              });
    }
    return found;
  }

  @Override
  public int multiplicity(Cells cells, int row) {
    return 1;
  }

  @Override
  public List<Step> steps(SparseTile tile) {
    return List.of();
  }

  @Override
  public void select(Cells cells, RowSelection rows) {
    rows.keep(row -> contains(cells, row));
  }

  private boolean contains(Cells cells, int row) {
    int first = 0;
    int end = points.count();
    while (first < end) {
      int middle = (first + end) >>> 1;
      int order = compare(middle, cells, row);
      if (order == 0) {
        return true;
      }
      if (order > 0) {
        end = middle;
      } else {
        first = middle + 1;
      }
    }
    return false;
  }

  private int compare(int point, Cells cells, int row) {
    for (int d = 0; d < dimensions; d++) {
      int order =
          points.keys(d) != null
              ? Long.compare(points.keys(d)[point], points.key(d, cells.keys[d][row]))
              : -DimensionRanges.compare(cells.coordinates[d], row, points.texts(d)[point]);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }
}
