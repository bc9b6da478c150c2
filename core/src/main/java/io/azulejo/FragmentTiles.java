package io.azulejo;

import io.azulejo.internal.format.Boxes;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.internal.snapshot.fragment.TileBox;
import io.azulejo.internal.snapshot.fragment.TileGrid;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Computes the boxes of a fragment's tiles. */
final class FragmentTiles {
  private FragmentTiles() {}

  /** Returns the boxes of the tiles, in tile order. */
  static Stream<NDRange> boxes(Fragment fragment, ArraySchema schema) {
    if (fragment.tiles() == 0) {
      return Stream.empty();
    }
    if (!fragment.dense()) {
      Boxes leaves = fragment.rtree().leaves();
      return IntStream.range(0, leaves.count()).mapToObj(leaves::box);
    }
    TileGrid grid = TileGrid.of(schema);
    TileBox box = fragment.box();
    return IntStream.range(0, box.tiles()).mapToObj(position -> written(grid, box, position));
  }

  private static NDRange written(TileGrid grid, TileBox box, int position) {
    Range[] ranges = new Range[grid.dimensions()];
    for (int d = 0; d < ranges.length; d++) {
      long first = grid.first(d, box.tile(d, position));
      // The last tile may extend beyond 64 bits; written cells never do.
      long rest = box.high()[d] - first;
      long last = Long.compareUnsigned(rest, grid.extent(d) - 1) < 0 ? rest : grid.extent(d) - 1;
      ranges[d] =
          Range.of(grid.coordinate(Math.max(first, box.low()[d])), grid.coordinate(first + last));
    }
    return NDRange.of(ranges);
  }
}
