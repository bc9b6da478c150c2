package io.azulejo.internal.read.sparse;

import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.read.tile.CoordinateReader;
import io.azulejo.internal.read.tile.FetchQueue;
import io.azulejo.internal.read.tile.FieldReader;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.read.tile.TilePart;
import io.azulejo.internal.read.tile.TileParts;
import io.azulejo.internal.runtime.ArrayPool;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * Fetches and decodes parts of several tiles in one step. If reads wait for a network, large groups
 * are requested at once, and each is decoded when it arrives.
 */
public final class TileLoad {
  private final SparseQuery query;
  private final ArrayPool arrays;
  private final List<TilePart> wanted = new ArrayList<>();
  private final List<SparseTile> touched = new ArrayList<>();
  private final List<Decoding> decodings = new ArrayList<>();

  /**
   * Creates an empty load.
   *
   * @param arrays provides the arrays of columns that are handed out as batches
   */
  TileLoad(SparseQuery query, ArrayPool arrays) {
    this.query = query;
    this.arrays = arrays;
  }

  /**
   * A unit of decoding work for one thread.
   *
   * @param work decodes fields and stores the result in the tile
   * @param wanted number of parts that must be fetched first, including the parts of earlier units
   */
  private record Decoding(Consumer<ScratchPool.TaskBuffers> work, int wanted) {}

  /** Adds work that runs after all parts added so far have been fetched. */
  private void onceFetched(Consumer<ScratchPool.TaskBuffers> work) {
    decodings.add(new Decoding(work, wanted.size()));
  }

  /**
   * Adds the coordinates that decide which cells of a tile are in a slab, and selects these cells.
   */
  void selection(SparseTile tile, Slab slab) {
    CoordinateSelection selection = new CoordinateSelection(query, tile, slab);
    boolean timed = query.ordersByTime(tile) && tile.owner().times() != null;
    TileParts times = timed ? tile.owner().times().parts(tile.number()) : null;
    if (selection.addTo(wanted) || timed) {
      touched.add(tile);
    }
    if (timed) {
      times.addTo(wanted);
    }
    onceFetched(
        buffers -> {
          if (timed) {
            tile.times = longs(tile, tile.owner().times(), times, buffers);
          }
          selection.run(buffers);
        });
  }

  /**
   * Adds the coordinates of some dimensions, unless the tile has them already.
   *
   * @param needed whether each dimension is needed
   */
  private void coordinates(SparseTile tile, boolean[] needed) {
    boolean[] missing = needed.clone();
    boolean any = false;
    for (int d = 0; d < missing.length; d++) {
      missing[d] &= tile.coordinates[d] == null;
      any |= missing[d];
    }
    if (!any) {
      return;
    }
    touched.add(tile);
    CoordinateReader reader = tile.owner().coordinates();
    TileParts[] parts = reader.parts(tile.number(), missing);
    for (TileParts some : parts) {
      if (some != null) {
        some.addTo(wanted);
      }
    }
    if (reader.isZipped()) {
      onceFetched(
          buffers ->
              tile.take(
                  reader.decode(tile.number(), tile.cells(), parts, buffers.scratch()),
                  query.dimensions()));
      return;
    }
    for (int d = 0; d < missing.length; d++) {
      int dimension = d;
      if (missing[d]) {
        onceFetched(
            buffers ->
                tile.coordinates[dimension] =
                    decodeOutput(tile, reader.reader(dimension), parts[dimension], buffers));
      }
    }
  }

  /** Decodes the rows of a tile in one field. */
  private static CellColumn decode(
      SparseTile tile, FieldReader reader, TileParts parts, ScratchPool.TaskBuffers buffers) {
    return reader.decode(tile.number(), tile.cells(), tile.kept(), parts, buffers);
  }

  /** Decodes a field of the result. If the tile becomes a batch, its arrays come from the pool. */
  private CellColumn decodeOutput(
      SparseTile tile, FieldReader reader, TileParts parts, ScratchPool.TaskBuffers buffers) {
    return tile.becomesBatch()
        ? reader.decode(tile.number(), tile.cells(), parts, buffers.scratch(), arrays)
        : decode(tile, reader, parts, buffers);
  }

  /** Adds the cell times, if the fragment has them. */
  void times(SparseTile tile) {
    if (tile.owner().times() != null && tile.times == null) {
      longs(tile, tile.owner().times(), times -> tile.times = times);
    }
  }

  /** Adds the deletion times, if the fragment has them. */
  private void deletions(SparseTile tile) {
    if (tile.owner().deletions() != null) {
      longs(tile, tile.owner().deletions(), deletions -> tile.deletions = deletions);
    }
  }

  /** Adds all columns of the result, the cell times, and the times and conditions of deletions. */
  public void all(SparseTile tile) {
    outputs(tile);
    times(tile);
    deletions(tile);
    if (tile.owner().deletionConditions() != null) {
      longs(tile, tile.owner().deletionConditions(), numbers -> tile.deletionConditions = numbers);
    }
  }

  private void longs(SparseTile tile, FieldReader reader, Consumer<long[]> taker) {
    touched.add(tile);
    TileParts parts = reader.parts(tile.number());
    parts.addTo(wanted);
    onceFetched(buffers -> taker.accept(longs(tile, reader, parts, buffers)));
  }

  private static long[] longs(
      SparseTile tile, FieldReader reader, TileParts parts, ScratchPool.TaskBuffers buffers) {
    return decode(tile, reader, parts, buffers).toLongs(tile.size());
  }

  /**
   * Adds an attribute of the query. If the fragment lacks it, the column consists of fill values.
   */
  void attribute(SparseTile tile, int column) {
    OutputField field = query.columns().get(column);
    FieldReader reader = tile.owner().column(column);
    if (tile.columns[column] != null) {
      if (tile.columns[column].codes() != null) {
        onceFetched(buffers -> tile.columns[column] = tile.columns[column].expanded());
      }
      return;
    }
    if (reader == null) {
      onceFetched(buffers -> tile.columns[column] = FieldReader.fill(field, tile.size()));
      return;
    }
    touched.add(tile);
    TileParts parts = reader.parts(tile.number());
    parts.addTo(wanted);
    onceFetched(buffers -> tile.columns[column] = decodeOutput(tile, reader, parts, buffers));
  }

  /**
   * Adds an attribute that the fragment has, for conditions only. The result needs the attribute in
   * another form; see {@link #attribute}.
   */
  private void tested(SparseTile tile, int column) {
    if (tile.columns[column] != null) {
      return;
    }
    touched.add(tile);
    FieldReader reader = tile.owner().column(column);
    TileParts parts = reader.parts(tile.number());
    parts.addTo(wanted);
    onceFetched(
        buffers ->
            tile.columns[column] =
                reader.decodeCoded(tile.number(), tile.cells(), tile.kept(), parts, buffers));
  }

  /** Adds the fields that are needed to test the cells of a tile. */
  void tests(SparseTile tile) {
    boolean[] needed = new boolean[query.columns().size()];
    boolean needsTimes = false;
    for (FragmentCondition condition : tile.conditions()) {
      condition.addTo(needed);
      needsTimes |= condition.sparesNewer();
    }
    for (int i = 0; i < needed.length; i++) {
      needsTimes |= needed[i] && query.columns().get(i).isTimestamps();
      if (needed[i] && tile.owner().column(i) != null) {
        tested(tile, i);
      }
    }
    if (needsTimes) {
      times(tile);
    }
    deletions(tile);
    coordinates(tile, dimensions(needed));
  }

  /** Adds the columns of the result. */
  void outputs(SparseTile tile) {
    boolean[] needed = new boolean[query.columns().size()];
    Arrays.fill(needed, 0, query.outputs(), true);
    boolean needsTimes = false;
    for (int i = 0; i < query.outputs(); i++) {
      OutputField field = query.columns().get(i);
      needsTimes |= field.isTimestamps();
      if (!field.isDimension() && !field.isTimestamps()) {
        attribute(tile, i);
      }
    }
    if (needsTimes) {
      times(tile);
    }
    coordinates(tile, dimensions(needed));
  }

  private boolean[] dimensions(boolean[] needed) {
    boolean[] dimensions = new boolean[query.dimensions().size()];
    for (int i = 0; i < needed.length; i++) {
      int d = query.columns().get(i).dimension();
      if (needed[i] && d >= 0) {
        dimensions[d] = true;
      }
    }
    return dimensions;
  }

  /** Returns the parts that must be fetched before {@link #decode(ReadScope)}. */
  List<TilePart> wanted() {
    return wanted;
  }

  /** Decodes everything that was added. All parts must have been fetched. */
  void decode(ReadScope scope) {
    count(scope);
    decode(decodings, scope);
  }

  /** Counts the tiles as decoded, unless an earlier load has counted them. */
  private void count(ReadScope scope) {
    for (SparseTile tile : touched) {
      if (!tile.touched) {
        tile.touched = true;
        scope.counters().decoded(1, tile.cells());
      }
    }
  }

  /** Fetches and decodes everything that was added. */
  void run(ReadScope scope) {
    count(scope);
    FetchQueue<List<Decoding>> queue = new FetchQueue<>(scope);
    try {
      for (int from = 0; from < decodings.size(); ) {
        from = fetchGroup(from, scope, queue);
      }
      while (!queue.isEmpty()) {
        decode(queue.take(), scope);
      }
    } catch (RuntimeException | Error e) {
      queue.stop(e);
      throw e;
    }
  }

  /**
   * Starts fetching the parts of the next group of decodings. If reads are fast, the group contains
   * all remaining decodings.
   *
   * @param from index of the first decoding
   * @return index after the last decoding of the group
   */
  private int fetchGroup(int from, ReadScope scope, FetchQueue<List<Decoding>> queue) {
    int first = from == 0 ? 0 : decodings.get(from - 1).wanted;
    int last = first;
    long bytes = 0;
    int to = from;
    while (to < decodings.size() && (scope.readsFast() || isFew(to - from, bytes, scope))) {
      while (last < decodings.get(to).wanted) {
        bytes += wanted.get(last++).wantedLength();
      }
      to++;
    }
    queue.add(decodings.subList(from, to), wanted.subList(first, last), bytes);
    return to;
  }

  /**
   * Returns whether a group should grow, because it would leave threads idle or is too small for a
   * request.
   */
  private static boolean isFew(int decodings, long bytes, ReadScope scope) {
    return decodings < scope.tasks().width() || bytes < scope.groupBytes();
  }

  private static void decode(List<Decoding> decodings, ReadScope scope) {
    scope.unfilter(
        decodings,
        decoding -> {
          scope.with(decoding.work);
          return null;
        });
  }
}
