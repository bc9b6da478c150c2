package io.azulejo.spark;

import io.azulejo.Array;
import io.azulejo.FragmentInfo;
import io.azulejo.error.InvalidRequestException;
import java.util.function.LongSupplier;

/**
 * Chooses the timestamp of a write from the clock or the options. A later write must take
 * precedence over all visible cells, even within the same millisecond.
 */
final class WriteTime {
  private static final long MAX_WAIT = 100; // milliseconds

  private WriteTime() {}

  /**
   * Returns the timestamp of new cells, in milliseconds since 1970.
   *
   * @param options the options of the write
   * @param array the array with all visible cells
   * @param replaces whether existing cells are deleted with a timestamp just before the new one
   * @throws InvalidRequestException if cells are to be replaced but some are at or after the given
   *     timestamp
   */
  static long of(ArrayOptions options, Array array, boolean replaces) {
    long time = options.writeTime();
    long newest = newest(array);
    if (!options.hasWriteTime()) {
      return Math.max(time, newest + 1);
    }
    if (replaces && time <= newest) {
      throw new InvalidRequestException(
          ("cannot replace rows as of time %d, because the newest rows are of time %d; set a "
                  + "later timestamp_end")
              .formatted(time, newest));
    }
    return replaces ? Math.max(1, time) : time;
  }

  /**
   * Returns the timestamp of a stream's epoch, in milliseconds since 1970. By default, it is later
   * than all earlier writes of the stream, even if the clock has been set back. Cells with future
   * timestamps that other writers added are ignored.
   *
   * @param options the options of the write
   * @param all the array with all fragments, including future ones
   * @param written supplies the latest timestamp that the stream has written; called only if the
   *     array has future fragments
   */
  static long ofEpoch(ArrayOptions options, Array all, LongSupplier written) {
    if (options.hasWriteTime()) {
      return options.writeTime();
    }
    long now = System.currentTimeMillis();
    long newest = 0;
    boolean ahead = false;
    for (FragmentInfo fragment : all.fragments()) {
      long end = fragment.times().end();
      ahead |= end > now;
      newest = end > now ? newest : Math.max(newest, end);
    }
    return Math.max(now, 1 + (ahead ? Math.max(newest, written.getAsLong()) : newest));
  }

  /**
   * Waits before a commit until the clock reaches its timestamp. The timestamp is slightly ahead of
   * the clock if another write has taken the current millisecond. Readers that open the array after
   * the commit therefore see all of it: its cells and the deletions just before them.
   *
   * <p>A timestamp further ahead was chosen by the user or comes from a clock that has been set
   * back. The method does not wait for it.
   *
   * @param time the timestamp of the commit, in milliseconds since 1970
   */
  static void await(long time) {
    try {
      for (long ahead = time - System.currentTimeMillis(); ahead > 0 && ahead <= MAX_WAIT; ) {
        Thread.sleep(ahead);
        ahead = time - System.currentTimeMillis();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Returns the end timestamp in a fragment name, {@code __FIRST_LAST_UUID_VERSION}, in
   * milliseconds since 1970.
   */
  static long of(String fragment) {
    return Long.parseLong(fragment.split("_")[3]);
  }

  /**
   * Returns the timestamp up to which cells are deleted, in milliseconds since 1970. Unless the
   * options set it, it includes all visible cells.
   */
  static long ofDeletion(ArrayOptions options, Array array) {
    long time = options.writeTime();
    return options.hasWriteTime() ? time : Math.max(time, newest(array));
  }

  /**
   * Returns whether a timestamp, in milliseconds, is later than that of every visible cell. If so,
   * a deletion at {@code time - 1} covers all of them.
   */
  static boolean isLater(long time, Array array) {
    return time > newest(array);
  }

  private static long newest(Array array) {
    return array.fragments().stream().mapToLong(fragment -> fragment.times().end()).max().orElse(0);
  }
}
