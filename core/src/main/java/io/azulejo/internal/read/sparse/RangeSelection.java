package io.azulejo.internal.read.sparse;

import io.azulejo.internal.order.Cells;
import io.azulejo.internal.read.request.DimensionRanges;
import io.azulejo.internal.read.request.RowSelection;
import io.azulejo.internal.read.tile.Coverage;
import io.azulejo.internal.snapshot.FragmentIndex;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.schema.ArraySchema;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Selects the cells in the Cartesian product of the ranges of all dimensions.
 *
 * @param schema the array's schema
 * @param ranges the ranges of each dimension
 * @param repeats whether a cell is returned once for each combination of ranges that contains it
 */
public record RangeSelection(ArraySchema schema, DimensionRanges[] ranges, boolean repeats)
    implements SparseSelection {
  @Override
  public boolean isEverything() {
    return Stream.of(ranges).allMatch(DimensionRanges::isEverything);
  }

  @Override
  public long maxMultiplicity() {
    return repeats ? DimensionRanges.maxMultiplicity(ranges) : 1;
  }

  @Override
  public boolean decides(int d) {
    return repeats || !ranges[d].isEverything();
  }

  @Override
  public List<Fragment> candidates(FragmentIndex index) {
    for (int d = 0; d < ranges.length; d++) {
      if (!ranges[d].isEverything() && index.covers(d)) {
        return ranges[d].merged() == 0
            ? List.of()
            : index.overlapping(d, ranges[d].low(), ranges[d].high());
      }
    }
    return index.all();
  }

  @Override
  public boolean touches(Fragment fragment) {
    return DimensionRanges.touch(schema, fragment, ranges);
  }

  @Override
  public List<SparseTile> tiles(SparseFragment fragment) {
    return new TileSearch(fragment).within(ranges);
  }

  @Override
  public boolean decides(SparseTile tile, int d) {
    return !ranges[d].isEverything() && TreeBox.of(tile).coverage(ranges[d], d) != Coverage.ALL;
  }

  @Override
  public List<Step> steps(SparseTile tile) {
    List<Step> steps = new ArrayList<>();
    double[] shares = new double[ranges.length];
    for (int d = 0; d < ranges.length; d++) {
      if (decides(tile, d)) {
        shares[d] = share(tile, d);
        int at = steps.size();
        while (at > 0 && shares[steps.get(at - 1).dimension()] > shares[d]) {
          at--;
        }
        steps.add(at, new Step(d, ranges[d]));
      }
    }
    return steps;
  }

  /**
   * Returns the estimated fraction of a tile's cells that a dimension's ranges select, from 0 to 1.
   */
  private double share(SparseTile tile, int d) {
    SparseFragment owner = tile.owner();
    if (!owner.isText(d)) {
      TreeBox box = TreeBox.of(tile);
      return ranges[d].share(box.low(d), box.high(d));
    }
    // The distribution of strings is unknown, but testing runs of equal strings is cheap.
    return owner.coordinates().reader(d).givesRuns() ? 0 : 1;
  }

  @Override
  public void select(Cells cells, RowSelection rows) {}

  @Override
  public int multiplicity(Cells cells, int row) {
    int times = 1;
    for (int d = 0; d < ranges.length; d++) {
      times *=
          cells.keys[d] != null
              ? ranges[d].multiplicity(cells.keys[d][row])
              : ranges[d].multiplicity(cells.coordinates[d], row);
    }
    return times;
  }
}
