package io.azulejo.internal.read.dense;

import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.read.request.DimensionRanges;
import io.azulejo.internal.read.sparse.SparseTile;
import io.azulejo.internal.read.sparse.TileSearch;
import io.azulejo.internal.read.tile.FieldReader;
import io.azulejo.internal.read.tile.ReadCounters;
import io.azulejo.internal.snapshot.fragment.TileBox;
import io.azulejo.internal.snapshot.fragment.TileGrid;
import io.azulejo.query.ReadStats.Cost;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** The tiles of one fragment of a dense array that overlap the ranges of a read. */
final class TouchedTiles {
  private final DenseQuery query;
  private final TileGrid grid;
  private final DenseSource source;

  /** Tiles of a dense fragment as grid indexes by dimension; null for a sparse fragment. */
  private final long[][] indexes;

  /** Tiles of a sparse fragment; empty for a dense fragment. */
  private final List<SparseTile> sparse;

  private TouchedTiles(DenseQuery query, DimensionRanges[] ranges, DenseSource source) {
    this.query = query;
    this.grid = query.grid();
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

  /** Returns the tiles of each fragment that overlap the ranges. */
  static List<TouchedTiles> of(DenseQuery query, DimensionRanges[] ranges) {
    return query.sources().stream().map(source -> new TouchedTiles(query, ranges, source)).toList();
  }

  /**
   * Returns the number of tiles without any requested cell, after a complete read. Tiles of sparse
   * fragments, and of reads of points, are outside if no step has counted them.
   *
   * @param ranges the requested ranges of each dimension; null if points are requested
   */
  static long outside(DenseQuery query, DimensionRanges @Nullable [] ranges) {
    long tiles = 0;
    for (DenseSource source : query.sources()) {
      tiles +=
          source.dense() && ranges != null
              ? source.fragment().tiles() - new TouchedTiles(query, ranges, source).count()
              : source.uncounted();
    }
    return tiles;
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
      // the last tile may extend beyond the largest number
      last = last < key || last > high ? high : last;
      if (ranges.selectsAny(key, last)) {
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

  /** Returns the number of tiles. */
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

  /**
   * Returns the stored size of a field in bytes. Coordinates of a sparse fragment are not included.
   */
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
   * Passes the size in bytes of a variable-size field to a consumer, once per tile.
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

  /**
   * Returns the stored size of the coordinates in bytes. Only sparse fragments store coordinates.
   */
  long coordinateBytes() {
    return sparse.stream()
        .mapToLong(tile -> source.sparse().coordinates().storedBytes(tile.number()))
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
   * Counts tiles by whether none, all or some of their cells pass a filter, as far as statistics
   * show.
   */
  void judge(ReadCounters counters) {
    if (!source.dense()) {
      counters.add(Cost.TILES_TESTED, sparse.size());
      return;
    }
    TileBox box = source.fragment().box();
    int dimensions = grid.dimensions();
    forEachTile(
        tile -> {
          long[] first = new long[dimensions];
          int[] counts = new int[dimensions];
          for (int d = 0; d < dimensions; d++) {
            first[d] = box.low(d, tile[d]);
            counts[d] = (int) (box.high(d, tile[d]) - first[d] + 1);
          }
          TileRegion region = new BoxRegion(grid, tile, first, counts);
          counters.judged(query.outcome(source, region));
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
