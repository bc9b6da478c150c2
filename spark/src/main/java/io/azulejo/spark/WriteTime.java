package io.azulejo.spark;

import io.azulejo.Array;
import io.azulejo.FragmentInfo;
import io.azulejo.error.InvalidRequestException;
import java.util.function.LongSupplier;

/**
 * The time of what is written: that of the clock, or what options say. What comes later has to win
 * over what is seen, also within the same millisecond.
 */
final class WriteTime {
  private static final long LONGEST_WAIT = 100; // milliseconds

  private WriteTime() {}

  /**
   * The time of new cells.
   *
   * @param replaces whether cells that are there are deleted just before it
   * @throws InvalidRequestException if they cannot be, as some are of the time that was given, or
   *     newer
   */
  static long of(ArrayOptions options, Array array, boolean replaces) {
    long time = options.writeTime();
    long newest = newest(array);
    if (!options.hasWriteTime()) {
      return Math.max(time, newest + 1);
    }
    if (replaces && time <= newest) {
      throw new InvalidRequestException(
          "rows cannot be replaced as of %d, as there are some of %d: give a later timestamp_end"
              .formatted(time, newest));
    }
    return replaces ? Math.max(1, time) : time;
  }

  /**
   * The time of an epoch of a stream, which has to win over all that the stream wrote before, also
   * where the clock has been set back since. What others write with times to come does not matter.
   *
   * @param all the array with all that it has, of times to come too
   * @param written the time of what the stream has written last; asked only where it may be to come
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
   * Waits, before a commit, until the clock is at a time that was chosen because another write had
   * the one before: whoever opens the array then sees the commit whole, what it deletes just before
   * this time and what it adds at it. Times that are further ahead were said by somebody, or are
   * those of a clock that has been set back; they are not waited for.
   */
  static void await(long time) {
    try {
      for (long ahead = time - System.currentTimeMillis(); ahead > 0 && ahead <= LONGEST_WAIT; ) {
        Thread.sleep(ahead);
        ahead = time - System.currentTimeMillis();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The time of the last cell of a fragment, by its name: {@code __FIRST_LAST_UUID_VERSION}. */
  static long of(String fragment) {
    return Long.parseLong(fragment.split("_")[3]);
  }

  /** The time up to which cells are deleted: all that are seen, unless another time was given. */
  static long ofDeletion(ArrayOptions options, Array array) {
    long time = options.writeTime();
    return options.hasWriteTime() ? time : Math.max(time, newest(array));
  }

  /** Whether a time is later than all that is seen, so that this can be deleted just before it. */
  static boolean isLater(long time, Array array) {
    return time > newest(array);
  }

  private static long newest(Array array) {
    return array.fragments().stream().mapToLong(fragment -> fragment.times().end()).max().orElse(0);
  }
}
