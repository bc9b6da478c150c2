package io.azulejo.internal.runtime;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Logs warnings to the logger {@code io.azulejo}. Logs at most one warning per kind, place and
 * minute, so that a job does not flood its log. The next warning reports how many warnings were
 * omitted. Thread-safe.
 */
public final class Warnings {
  /** The kinds of warnings. */
  public enum Kind {
    /** A request is retried. */
    RETRY,
    /** A request was slow. */
    SLOW_REQUEST,
    /** A file of the disk cache is damaged. */
    DAMAGED_CACHE,
    /** The folder of the disk cache cannot be written. */
    UNUSABLE_CACHE,
    /** A range of a read was cropped to the domain. */
    CROPPED_RANGE
  }

  private static final String LOGGER = "io.azulejo";
  private static final long PAUSE_NANOS = 60_000_000_000L;

  /**
   * Maximum number of remembered warnings. When it is reached, all are forgotten, to bound the
   * memory.
   */
  static final int MAX_PLACES = 1000;

  private static final Warnings SHARED =
      new Warnings(
          System::nanoTime,
          text -> System.getLogger(LOGGER).log(System.Logger.Level.WARNING, text));

  private final LongSupplier nanos;
  private final Consumer<String> log;
  private final Map<Key, LastWarning> last = new HashMap<>();

  private record Key(Kind kind, String place) {}

  /** The last logged warning of a kind for a place. */
  private static final class LastWarning {
    final long nanos;
    int omitted;

    LastWarning(long nanos) {
      this.nanos = nanos;
    }
  }

  /**
   * Creates an instance with another clock and log, for tests.
   *
   * @param nanos returns the time in nanoseconds since an arbitrary origin
   * @param log receives the logged warnings
   */
  Warnings(LongSupplier nanos, Consumer<String> log) {
    this.nanos = nanos;
    this.log = log;
  }

  /**
   * Logs a warning, unless one of the same kind and place was logged within the last minute.
   *
   * @param kind kind of the warning
   * @param place the affected store, folder or array
   * @param text the message; must not contain secrets
   */
  public static void log(Kind kind, String place, String text) {
    SHARED.warn(kind, place, text);
  }

  /** Logs a warning under the same conditions as {@link #log}. */
  void warn(Kind kind, String place, String text) {
    int omitted;
    long now = nanos.getAsLong();
    synchronized (last) {
      Key key = new Key(kind, place);
      LastWarning before = last.get(key);
      if (before != null && now - before.nanos < PAUSE_NANOS) {
        before.omitted++;
        return;
      }
      omitted = before == null ? 0 : before.omitted;
      if (last.size() >= MAX_PLACES) {
        last.clear();
      }
      last.put(key, new LastWarning(now));
    }
    log.accept(omitted == 0 ? text : text + " (%d similar warnings omitted)".formatted(omitted));
  }
}
