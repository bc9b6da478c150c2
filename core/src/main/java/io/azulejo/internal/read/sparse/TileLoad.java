package io.azulejo.internal.read.sparse;

import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.read.tile.FetchQueue;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.read.tile.TilePart;
import io.azulejo.internal.read.tile.TileParts;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/**
 * Fetches and decodes parts of several tiles in one step. If reads wait for a network, large groups
 * are requested at once, and each is decoded when it arrives.
 */
public final class TileLoad {
  private final List<TilePart> wanted = new ArrayList<>();
  private final List<Decoding> decodings = new ArrayList<>();
  private int tiles;
  private long cells;

  /**
   * A unit of decoding work for one thread.
   *
   * @param work decodes fields
   * @param wanted number of parts that must be fetched first, including the parts of earlier units
   */
  private record Decoding(Consumer<ScratchPool.TaskBuffers> work, int wanted) {}

  /**
   * Divides tiles into consecutive runs of at most {@code limit} bytes. A larger tile forms a run
   * of its own.
   */
  static <T> List<List<T>> runs(List<T> tiles, ToLongFunction<T> bytes, long limit) {
    List<List<T>> runs = new ArrayList<>();
    int from = 0;
    while (from < tiles.size()) {
      int end = endOfRun(tiles, from, bytes, limit);
      runs.add(tiles.subList(from, end));
      from = end;
    }
    return runs;
  }

  /** Returns the end (exclusive) of a run of at most {@code limit} bytes, or of one tile. */
  static <T> int endOfRun(List<T> tiles, int from, ToLongFunction<T> bytes, long limit) {
    int end = from + 1;
    long sum = bytes.applyAsLong(tiles.get(from));
    while (end < tiles.size()) {
      sum += bytes.applyAsLong(tiles.get(end));
      if (sum > limit) {
        break;
      }
      end++;
    }
    return end;
  }

  /** Adds parts to fetch. */
  public void fetch(TileParts... parts) {
    for (TileParts some : parts) {
      if (some != null) {
        some.addTo(wanted);
      }
    }
  }

  /** Adds work that runs after all parts added so far have been fetched. */
  public void onceFetched(Consumer<ScratchPool.TaskBuffers> work) {
    decodings.add(new Decoding(work, wanted.size()));
  }

  /** Counts a tile as decoded by this step. */
  public void count(SparseTile tile) {
    tiles++;
    cells += tile.cells();
  }

  /** Returns the parts that must be fetched before {@link #decode(ReadScope)}. */
  List<TilePart> wanted() {
    return wanted;
  }

  /** Decodes everything that was added. All parts must have been fetched. */
  void decode(ReadScope scope) {
    scope.counters().decoded(tiles, cells);
    decode(decodings, scope);
  }

  /** Fetches and decodes everything that was added. */
  public void run(ReadScope scope) {
    scope.counters().decoded(tiles, cells);
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
