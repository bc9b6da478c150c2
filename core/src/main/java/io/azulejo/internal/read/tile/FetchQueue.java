package io.azulejo.internal.read.tile;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * A first-in, first-out queue of tile part groups that are fetched while earlier groups are
 * decoded. One thread uses it and must take every group or stop the queue. The caller must reserve
 * the memory: at least {@link ReadScope#aheadBytes}.
 *
 * @param <G> what the caller decodes from a group's parts
 */
public final class FetchQueue<G> {
  private final ReadScope scope;
  private final Deque<Entry<G>> coming = new ArrayDeque<>();

  /** Stored size of the groups being fetched and of the group taken last, in bytes. */
  private long bytes;

  /** Stored size of the group taken last, in bytes; 0 after its release. */
  private long taken;

  public FetchQueue(ReadScope scope) {
    this.scope = scope;
  }

  /**
   * A queued group.
   *
   * @param fetching the pending fetch, or null if the group does not need any parts
   */
  private record Entry<G>(G group, Fetching fetching, long bytes) {}

  /**
   * Returns whether a group of the given stored size may be added. A group always fits in an empty
   * queue.
   */
  public boolean hasRoom(long more) {
    return bytes == 0 || bytes + more <= scope.aheadBytes();
  }

  /**
   * Adds a group and starts fetching its parts.
   *
   * @param wanted the parts to fetch
   * @param stored the stored size of the group in bytes
   */
  public void add(G group, List<TilePart> wanted, long stored) {
    coming.add(new Entry<>(group, wanted.isEmpty() ? null : scope.beginFetch(wanted), stored));
    bytes += stored;
  }

  /** Returns whether all groups have been taken. */
  public boolean isEmpty() {
    return coming.isEmpty();
  }

  /**
   * Removes the first group and waits until all of its parts are fetched.
   *
   * @return null if the queue is empty
   */
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

  /**
   * Stops counting the bytes of the group taken last, because the caller does not need them any
   * longer.
   */
  public void release() {
    bytes -= taken;
    taken = 0;
  }

  /**
   * Cancels all pending fetches after a failure.
   *
   * @param failure receives further exceptions as suppressed
   */
  public void stop(Throwable failure) {
    for (Entry<G> entry : coming) {
      if (entry.fetching != null) {
        entry.fetching.stop(failure);
      }
    }
    coming.clear();
  }
}
