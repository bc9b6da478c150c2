package io.azulejo.cli.terminal;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * A progress line on standard error, which is erased at the end. Nothing is shown if standard error
 * is not a terminal or if the work takes less than half a second. The remaining time is estimated
 * from the pace of the last ten seconds. Not thread-safe.
 */
public final class ProgressBar implements AutoCloseable {
  /** Time in nanoseconds before the line is shown for the first time. */
  private static final long SILENCE = 500_000_000;

  /** Minimum time in nanoseconds between updates of the line. */
  private static final long PAUSE = 100_000_000;

  /** Width of the bar in columns. */
  private static final int BAR = 24;

  /**
   * Minimum interval between recorded samples in nanoseconds. All samples together span ten
   * seconds.
   */
  private static final long SAMPLE = 500_000_000;

  /** Number of recorded samples. */
  private static final int SAMPLES = 20;

  /** Minimum time span in nanoseconds for an estimate of the remaining time. */
  private static final long SURE = 2_000_000_000;

  private final OutputStream err;
  private final int width;
  private final String label;
  private final long total;
  private final String unit;
  private final long[] times = new long[SAMPLES];
  private final long[] amounts = new long[SAMPLES];
  private int samples;
  private long next;
  private long done;
  private boolean shown;

  private ProgressBar(
      OutputStream err, int width, String label, long total, String unit, long now) {
    this.err = err;
    this.width = width;
    this.label = label;
    this.total = total;
    this.unit = unit;
    this.next = now + SILENCE;
    remember(now);
  }

  /**
   * Starts a progress line.
   *
   * @param terminal the terminal whose standard error shows the line
   * @param label the activity, such as {@code reading}
   * @param total the total amount of work in the unit; 0 or less if unknown
   * @param unit the unit in the plural; {@code bytes} are shown in binary units
   */
  public static ProgressBar begin(Terminal terminal, String label, long total, String unit) {
    OutputStream err = terminal.live() ? terminal.err() : null;
    return new ProgressBar(err, terminal.width(), label, total, unit, System.nanoTime());
  }

  /**
   * Adds an amount of completed work and updates the line at most ten times per second.
   *
   * @param more the additional work in the unit
   */
  public void advance(long more) {
    done += more;
    long now = err == null ? 0 : System.nanoTime();
    if (err != null && now - next >= 0) {
      next = now + PAUSE;
      shown = true;
      String line = line(label, done, total, unit, left(now));
      print("\r" + line.substring(0, Math.min(line.length(), width - 1)) + "\u001b[K");
    }
  }

  private void remember(long now) {
    times[samples % SAMPLES] = now;
    amounts[samples % SAMPLES] = done;
    samples++;
  }

  /** Returns the estimated remaining seconds at the recent pace, or -1 if unknown. */
  private long left(long now) {
    if (now - times[(samples - 1) % SAMPLES] >= SAMPLE) {
      remember(now);
    }
    int oldest = samples <= SAMPLES ? 0 : samples % SAMPLES;
    return seconds(done - amounts[oldest], total - done, now - times[oldest]);
  }

  /**
   * Estimates the duration of the remaining work.
   *
   * @param before amount of completed work
   * @param rest amount of remaining work
   * @param nanos duration of the completed work in nanoseconds
   * @return seconds, or -1 if too little work or time has passed for an estimate
   */
  static long seconds(long before, long rest, long nanos) {
    return nanos < SURE || before <= 0 || rest < 0 ? -1 : (long) (1e-9 * nanos * rest / before);
  }

  @Override
  public void close() {
    if (shown) {
      print("\r\u001b[K");
      shown = false;
    }
  }

  /**
   * Returns the text of the progress line.
   *
   * @param label the activity, such as {@code reading}
   * @param done the completed work in the unit
   * @param total the total work in the unit; 0 or less if unknown
   * @param unit the unit in the plural
   * @param left the estimated remaining seconds; negative if unknown
   */
  static String line(String label, long done, long total, String unit, long left) {
    boolean bytes = unit.equals("bytes");
    String some = bytes ? ByteCounts.of(done) : "%,d".formatted(done);
    String what = bytes ? "" : " " + unit;
    if (total <= 0) {
      return label + "  " + some + what;
    }
    double part = Math.min(1, (double) done / total);
    int filled = (int) (part * BAR);
    return "%s  %s%s %3d %%, %s of %s%s%s"
        .formatted(
            label,
            "█".repeat(filled),
            "░".repeat(BAR - filled),
            (int) (100 * part),
            some,
            bytes ? ByteCounts.of(total) : "%,d".formatted(total),
            what,
            left < 0 ? "" : ", %s left".formatted(time(left)));
  }

  private static String time(long seconds) {
    return seconds >= 3600
        ? "%d h %02d min".formatted(seconds / 3600, seconds / 60 % 60)
        : seconds >= 60 ? "%d min %02d s".formatted(seconds / 60, seconds % 60) : seconds + " s";
  }

  private void print(String text) {
    try {
      err.write(text.getBytes(StandardCharsets.UTF_8));
      err.flush();
    } catch (IOException e) {
      // Standard error is closed. The work continues without a progress line.
      shown = false;
    }
  }
}
