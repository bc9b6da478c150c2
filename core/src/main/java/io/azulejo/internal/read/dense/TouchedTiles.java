package io.azulejo.internal.read.dense;

import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.read.request.DimensionRanges;
import io.azulejo.internal.read.sparse.SparseTile;
import io.azulejo.internal.read.sparse.TileSearch;
import io.azulejo.internal.read.tile.Coverage;
import io.azulejo.internal.read.tile.FieldReader;
import io.azulejo.internal.read.tile.ReadCounters;
import io.azulejo.internal.snapshot.fragment.TileBox;
import io.azulejo.internal.snapshot.fragment.TileGrid;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;

/**
 * The tiles of a fragment of a dense array that lie within the ranges of a read, whole or in part.
 */
final class TouchedTiles {
  private final TileGrid grid;
  private final DenseSource source;

  /** Of a dense fragment, the tiles of each dimension, by their indexes in the grid. */
  private final long[][] indexes;

  /** The tiles of a sparse fragment. */
  private final List<SparseTile> sparse;

  TouchedTiles(TileGrid grid, DimensionRanges[] ranges, DenseSource source) {
    this.grid = grid;
    this.source = source;
    if (source.dense()) {
      sparse = List.of();
      indexes = new long[ranges.length][];
      for (int d = 0; d < ranges.length; d++) {
        indexes[d] = indexes(d, ranges[d], source.fragment().box());
      }
    } else {
      sparse = new TileSearch(source.sparse()).within(ranges);
      indexes = null;
    }
  }

  private long[] indexes(int d, DimensionRanges ranges, TileBox box) {
    long high = box.high()[d];
    long[] found = new long[8];
    int count = 0;
    long key = box.low()[d];
    while (ranges.reaches(key)) {
      key = ranges.from(key);
      if (key > high) {
        break;
      }
      long tile = grid.tile(d, key);
      long last = grid.first(d, tile) + grid.extent(d) - 1;
      // a tile at the end of all numbers may reach beyond them
      last = last < key || last > high ? high : last;
      if (ranges.coverage(key, last) != Coverage.NONE) {
        found = count < found.length ? found : Arrays.copyOf(found, 2 * count);
        found[count++] = tile;
      }
      if (last == high) {
        break;
      }
      key = last + 1;
    }
    return Arrays.copyOf(found, count);
  }

  /** How many there are. */
  long count() {
    long count = sparse.size();
    if (indexes != null) {
      count = 1;
      for (long[] of : indexes) {
        count *= of.length;
      }
    }
    return count;
  }

  /** The bytes of a field as they are stored; of a sparse fragment without coordinates. */
  long storedBytes(int field) {
    FieldReader reader = source.output(field);
    if (reader == null) {
      return 0;
    }
    long[] bytes = new long[1];
    forEach(position -> bytes[0] += reader.storedBytes(position));
    return bytes[0];
  }

  /**
   * Passes on the bytes of the values of a field of variable size in each tile.
   *
   * @return false if the fragment lacks the field
   */
  boolean forEachSize(String field, LongConsumer sizes) {
    Optional<FieldStorage> storage = source.fragment().field(field);
    if (storage.isPresent()) {
      long[] bytes = source.fragment().varSizes(storage.get());
      forEach(position -> sizes.accept(bytes[position]));
    }
    return storage.isPresent();
  }

  /** The bytes of coordinates as they are stored, which only a sparse fragment has. */
  long coordinateBytes() {
    boolean[] all = new boolean[grid.dimensions()];
    Arrays.fill(all, true);
    return sparse.stream()
        .mapToLong(tile -> source.sparse().coordinates().storedBytes(tile.number(), all))
        .sum();
  }

  private void forEach(IntConsumer positions) {
    if (source.dense()) {
      forEachTile(tile -> positions.accept(source.fragment().box().position(tile)));
    } else {
      sparse.forEach(tile -> positions.accept(tile.number()));
    }
  }

  /**
   * Counts tiles by what statistics show: whether a filter wants none, all or some of their cells.
   */
  void judge(DenseFilter filter, ReadCounters counters) {
    if (!source.dense()) {
      counters.tested(sparse.size());
      return;
    }
    long[] low = source.fragment().box().low();
    long[] high = source.fragment().box().high();
    int dimensions = grid.dimensions();
    int[] steps = new int[dimensions];
    Arrays.fill(steps, 1);
    forEachTile(
        tile -> {
          long[] first = new long[dimensions];
          int[] counts = new int[dimensions];
          for (int d = 0; d < dimensions; d++) {
            long start = grid.first(d, tile[d]);
            first[d] = Math.max(start, low[d]);
            counts[d] = (int) Math.min(grid.extent(d) - (first[d] - start), high[d] - first[d] + 1);
          }
          TileRegion region =
              new BoxRegion(grid, tile, first, counts, steps, 0, new int[dimensions]);
          counters.judged(filter.outcome(source, region));
        });
  }

  private void forEachTile(Consumer<long[]> action) {
    if (count() > 0) {
      forEachTile(new long[indexes.length], 0, action);
    }
  }

  private void forEachTile(long[] tile, int d, Consumer<long[]> action) {
    if (d == indexes.length) {
      action.accept(tile.clone());
      return;
    }
    for (long index : indexes[d]) {
      tile[d] = index;
      forEachTile(tile, d + 1, action);
    }
  }
}
