package io.azulejo.cli.terminal;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * How far long work has come: a line on standard error while it is a terminal, wiped away at the
 * end. Nothing is shown of work that is soon done.
 */
public final class ProgressBar implements AutoCloseable {
  private static final long SILENCE = 500_000_000;
  private static final long PAUSE = 100_000_000;
  private static final int BAR = 24;

  private final OutputStream err;
  private final int width;
  private final long total;
  private final String unit;
  private final long start;
  private long next;
  private long done;
  private boolean shown;

  private ProgressBar(OutputStream err, int width, long total, String unit, long now) {
    this.err = err;
    this.width = width;
    this.total = total;
    this.unit = unit;
    this.start = now;
    this.next = now + SILENCE;
  }

  /**
   * Begins.
   *
   * @param total how much there is to do; 0 or less if nobody knows
   * @param unit of what, in the plural
   */
  public static ProgressBar begin(Terminal terminal, long total, String unit) {
    OutputStream err = terminal.live() ? terminal.err() : null;
    return new ProgressBar(err, terminal.width(), total, unit, System.nanoTime());
  }

  /** So much more is done. */
  public void advance(long more) {
    done += more;
    long now = err == null ? 0 : System.nanoTime();
    if (err != null && now - next >= 0) {
      next = now + PAUSE;
      shown = true;
      String line = line(done, total, unit, now - start);
      print("\r" + line.substring(0, Math.min(line.length(), width - 1)) + "\u001b[K");
    }
  }

  @Override
  public void close() {
    if (shown) {
      print("\r\u001b[K");
    }
  }

  /** What is shown after so many nanoseconds. */
  static String line(long done, long total, String unit, long nanos) {
    if (total <= 0) {
      return "%,d %s".formatted(done, unit);
    }
    double part = Math.min(1, (double) done / total);
    int filled = (int) (part * BAR);
    String left =
        part > 0 ? ", %s left".formatted(time((long) (nanos * (1 - part) / part / 1e9))) : "";
    return "%s%s %3d %%, %,d of %,d %s%s"
        .formatted(
            "█".repeat(filled),
            "░".repeat(BAR - filled),
            (int) (100 * part),
            done,
            total,
            unit,
            left);
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
      // Nobody looks any more; the work goes on.
      shown = false;
    }
  }
}
