package io.azulejo.internal.read.tile;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Groups of tile parts that are fetched while those before them are decoded: first in, first out.
 * For one thread, which takes every group or stops the queue. The memory is the caller's matter,
 * who leases {@link ReadScope#aheadBytes} or more.
 *
 * @param <G> what is made of a group's parts
 */
public final class FetchQueue<G> {
  private final ReadScope scope;
  private final Deque<Entry<G>> coming = new ArrayDeque<>();

  /** The bytes of the groups that are coming, and of the one that was taken last. */
  private long bytes;

  /** The bytes of the group that was taken last. */
  private long taken;

  public FetchQueue(ReadScope scope) {
    this.scope = scope;
  }

  /**
   * A group.
   *
   * @param fetching null if nothing is to be fetched for it
   */
  private record Entry<G>(G group, Fetching fetching, long bytes) {}

  /**
   * Whether a group of so many stored bytes may come beside the others; a single one always may.
   */
  public boolean hasRoom(long more) {
    return bytes == 0 || bytes + more <= scope.aheadBytes();
  }

  /** Begins to fetch what a group wants. */
  public void add(G group, List<TilePart> wanted, long stored) {
    coming.add(new Entry<>(group, wanted.isEmpty() ? null : scope.beginFetch(wanted), stored));
    bytes += stored;
  }

  /** Whether all groups were taken. */
  public boolean isEmpty() {
    return coming.isEmpty();
  }

  /** The first group, whose parts all have their bytes; null if all were taken. */
  public G take() {
    Entry<G> first = coming.poll();
    if (first == null) {
      return null;
    }
    taken = first.bytes;
    if (first.fetching != null) {
      first.fetching.await();
    }
    return first.group;
  }

  /** The group that was taken last needs its bytes no more. */
  public void release() {
    bytes -= taken;
    taken = 0;
  }

  /** Ends what is still coming, as a failure has made it needless. */
  public void stop(Throwable failure) {
    for (Entry<G> entry : coming) {
      if (entry.fetching != null) {
        entry.fetching.stop(failure);
      }
    }
    coming.clear();
  }
}
