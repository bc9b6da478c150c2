package io.azulejo.internal.read.sparse;

import io.azulejo.internal.read.request.DimensionRanges;
import io.azulejo.internal.read.request.RowSelection;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.schema.ArraySchema;
import java.util.List;
import java.util.stream.Stream;

/**
 * The cells of the product of the dimensions' ranges.
 *
 * @param schema the array's schema
 * @param ranges the ranges of each dimension
 * @param repeats whether a cell comes once for each combination of ranges that it is in
 */
public record RangeSelection(ArraySchema schema, DimensionRanges[] ranges, boolean repeats)
    implements SparseSelection {
  @Override
  public boolean isEverything() {
    return Stream.of(ranges).allMatch(DimensionRanges::isEverything);
  }

  @Override
  public boolean decides(int d) {
    return repeats || !ranges[d].isEverything();
  }

  @Override
  public boolean touches(Fragment fragment) {
    return DimensionRanges.touch(schema, fragment, ranges);
  }

  @Override
  public List<SparseTile> tiles(SparseFragment fragment) {
    return fragment.tiles(ranges);
  }

  @Override
  public void select(SparseTile tile, RowSelection rows) {
    for (int d = 0; d < ranges.length; d++) {
      if (ranges[d].isEverything()) {
        continue;
      }
      if (tile.keys[d] != null) {
        ranges[d].select(tile.keys[d], rows);
      } else {
        ranges[d].select(tile.coordinates[d], rows);
      }
    }
  }

  @Override
  public int multiplicity(SparseTile tile, int row) {
    int times = 1;
    for (int d = 0; d < ranges.length; d++) {
      times *=
          tile.keys[d] != null
              ? ranges[d].multiplicity(tile.keys[d][row])
              : ranges[d].multiplicity(tile.coordinates[d], row);
    }
    return times;
  }
}
