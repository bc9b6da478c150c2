package io.azulejo.internal.format;

import java.util.Comparator;

/**
 * A release of TileDB, such as 2.25 or 2.2.3. Releases are ordered by major, minor and patch
 * number.
 *
 * @param major the major number
 * @param minor the minor number
 * @param patch the patch number; 0 for the first release of a minor version
 */
public record Release(int major, int minor, int patch) implements Comparable<Release> {
  private static final Comparator<Release> ORDER =
      Comparator.comparingInt(Release::major)
          .thenComparingInt(Release::minor)
          .thenComparingInt(Release::patch);

  /** Parses two or three numbers separated by dots. */
  static Release parse(String text) {
    String[] numbers = text.split("\\.");
    return new Release(
        Integer.parseInt(numbers[0]),
        Integer.parseInt(numbers[1]),
        numbers.length > 2 ? Integer.parseInt(numbers[2]) : 0);
  }

  @Override
  public int compareTo(Release other) {
    return ORDER.compare(this, other);
  }

  /** Returns text such as {@code 2.25} or {@code 2.2.3}. */
  @Override
  public String toString() {
    return patch == 0 ? major + "." + minor : major + "." + minor + "." + patch;
  }
}
