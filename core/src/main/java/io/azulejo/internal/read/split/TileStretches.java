package io.azulejo.internal.read.split;

import io.azulejo.query.ReadRequest;
import io.azulejo.query.Split;
import io.azulejo.query.SplitOptions;
import io.azulejo.query.TileRange;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits a read into runs of consecutive tiles. Only for reads in which no cell can hide another.
 */
final class TileStretches {
  private TileStretches() {}

  /** Returns the parts in tile order. */
  static List<Split> cut(ReadRequest request, List<WeighedTile> tiles, SplitOptions options) {
    double bytes = tiles.stream().mapToDouble(WeighedTile::wantedBytes).sum();
    double parts = SplitSize.parts(bytes, SplitSize.target(bytes, options));
    List<Split> splits = new ArrayList<>();
    List<WeighedTile> run = new ArrayList<>();
    double done = 0;
    for (WeighedTile tile : tiles) {
      // A tile belongs to the part that contains its middle byte.
      double middle = done + tile.wantedBytes() / 2;
      if (!run.isEmpty() && middle >= bytes / parts * (splits.size() + 1)) {
        splits.add(split(request, run));
        run.clear();
      }
      run.add(tile);
      done += tile.wantedBytes();
    }
    if (!run.isEmpty()) {
      splits.add(split(request, run));
    }
    return splits;
  }

  private static Split split(ReadRequest request, List<WeighedTile> run) {
    List<TileRange> ranges = new ArrayList<>();
    double cells = 0;
    long stored = 0;
    double decoded = 0;
    for (WeighedTile weighed : run) {
      String fragment = weighed.tile().owner().fragment().name().text();
      int number = weighed.tile().number();
      TileRange last = ranges.isEmpty() ? null : ranges.get(ranges.size() - 1);
      if (last != null && last.fragment().equals(fragment) && last.last() == number - 1) {
        ranges.set(ranges.size() - 1, new TileRange(fragment, last.first(), number));
      } else {
        ranges.add(new TileRange(fragment, number, number));
      }
      cells += weighed.share() * weighed.tile().cells();
      stored += weighed.tile().storedBytes();
      decoded += weighed.wantedBytes();
    }
    return Split.of(request.tiles(ranges), Math.round(cells), stored, (long) decoded);
  }
}
