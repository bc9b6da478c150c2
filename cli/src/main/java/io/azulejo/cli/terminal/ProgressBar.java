package io.azulejo.cli.terminal;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * How far long work has come: a line on standard error while it is a terminal, wiped away at the
 * end. Nothing is shown of work that is soon done. How long the rest takes is said by how fast the
 * work was of late, and not before that can be known.
 */
public final class ProgressBar implements AutoCloseable {
  private static final long SILENCE = 500_000_000;
  private static final long PAUSE = 100_000_000;
  private static final int BAR = 24;

  /** How far apart the times are that are remembered, and how many: ten seconds. */
  private static final long SAMPLE = 500_000_000;

  private static final int SAMPLES = 20;

  /** Work that has gone on for less says nothing of its rest. */
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
   * Begins.
   *
   * @param label what is done, such as {@code reading}
   * @param total how much there is to do; 0 or less if nobody knows
   * @param unit of what, in the plural; {@code bytes} are shown in binary units
   */
  public static ProgressBar begin(Terminal terminal, String label, long total, String unit) {
    OutputStream err = terminal.live() ? terminal.err() : null;
    return new ProgressBar(err, terminal.width(), label, total, unit, System.nanoTime());
  }

  /** So much more is done. */
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

  /** The seconds that the rest takes at the pace of late; -1 where that is not known yet. */
  private long left(long now) {
    if (now - times[(samples - 1) % SAMPLES] >= SAMPLE) {
      remember(now);
    }
    int oldest = samples <= SAMPLES ? 0 : samples % SAMPLES;
    return seconds(done - amounts[oldest], total - done, now - times[oldest]);
  }

  /**
   * How long some work takes.
   *
   * @param before how much was done
   * @param rest how much is to be done
   * @param nanos in which time the other was done
   * @return seconds; -1 where too little was done, or for too short a time, to know
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
   * What is shown.
   *
   * @param left the seconds that the rest takes; less than 0 where nobody knows
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
      // Nobody looks any more; the work goes on.
      shown = false;
    }
  }
}
