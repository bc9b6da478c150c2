package io.azulejo.cli.terminal;

import java.util.Locale;

/** Formats byte counts in binary units for display. */
public final class ByteCounts {
  private static final String[] UNITS = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

  private ByteCounts() {}

  /**
   * Returns a byte count in a suitable unit, such as {@code 12 bytes} or {@code 1.5 MiB}.
   *
   * @param bytes the count, an unsigned number
   */
  public static String of(long bytes) {
    if (bytes >= 0 && bytes < 1024) {
      return bytes + (bytes == 1 ? " byte" : " bytes");
    }
    return scaled(bytes);
  }

  /**
   * Returns the exact count, followed by a rounded one if it is at least 1024: {@code 1536 (1.5
   * KiB)}.
   *
   * @param bytes the count, an unsigned number
   */
  public static String exact(long bytes) {
    String text = Long.toUnsignedString(bytes);
    return bytes >= 0 && bytes < 1024 ? text : text + " (" + scaled(bytes) + ")";
  }

  private static String scaled(long bytes) {
    // Halving keeps the sign bit out of the conversion.
    double size = bytes >= 0 ? bytes : 2.0 * (bytes >>> 1);
    int unit = -1;
    while (size >= 1024 && unit < UNITS.length - 1) {
      size /= 1024;
      unit++;
    }
    return String.format(Locale.ROOT, "%.1f %s", size, UNITS[unit]);
  }
}
