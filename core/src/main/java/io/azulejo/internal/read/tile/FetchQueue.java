package io.azulejo.internal.read.tile;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;

/**
 * A first-in, first-out queue of tile part groups that are fetched while earlier groups are
 * decoded. It is the only way in which reads and merges fetch ahead. One thread uses a queue and
 * must take every group or stop the queue.
 *
 * <p>Memory: groups that are added with {@link #add} need at least {@link ReadScope#aheadBytes},
 * which the caller must reserve. {@link #tryAdd} reserves the memory of a group itself.
 *
 * @param <G> what the caller decodes from a group's parts
 */
public final class FetchQueue<G> implements AutoCloseable {
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
   * @param bytes stored size that counts for {@link #hasRoom}
   * @param reserved memory that the queue reserved for the group, in bytes
   */
  private record Entry<G>(G group, Fetching fetching, long bytes, long reserved) {}

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
    coming.add(new Entry<>(group, wanted.isEmpty() ? null : scope.beginFetch(wanted), stored, 0));
    bytes += stored;
  }

  /**
   * Adds a group and starts fetching its parts, unless another group is waiting or the memory
   * budget does not have room. The memory is reserved until the group is taken.
   *
   * @param memory estimated memory of the group in bytes
   * @param wanted provides the parts to fetch; not used if the group is not added
   */
  public void tryAdd(G group, long memory, Supplier<List<TilePart>> wanted) {
    if (!coming.isEmpty() || !scope.tryTake(memory)) {
      return;
    }
    boolean begun = false;
    try {
      coming.add(new Entry<>(group, scope.beginFetch(wanted.get()), 0, memory));
      begun = true;
    } finally {
      if (!begun) {
        scope.giveBack(memory);
      }
    }
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
    try {
      if (first.fetching != null) {
        first.fetching.await();
      }
    } finally {
      scope.giveBack(first.reserved);
    }
    return first.group;
  }

  /**
   * Fetches the parts of a group. Waits for its parts if the group is the first in the queue.
   * Otherwise cancels all pending fetches.
   *
   * @param wanted provides the parts to fetch; not used if their fetch has already started
   */
  public void fetch(G group, Supplier<List<TilePart>> wanted) {
    if (!coming.isEmpty() && coming.peek().group.equals(group)) {
      take();
      return;
    }
    close();
    scope.fetch(wanted.get());
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
      try {
        if (entry.fetching != null) {
          entry.fetching.stop(failure);
        }
      } finally {
        scope.giveBack(entry.reserved);
      }
    }
    coming.clear();
  }

  /** Cancels all pending fetches. */
  @Override
  public void close() {
    stop(new CancellationException("the fetched tiles are not needed any more"));
  }
}
