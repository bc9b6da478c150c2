package io.azulejo.internal.maintain;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;

/** Names that were mistyped, and what they may have been meant to be. */
final class Names {
  private Names() {}

  /**
   * The name with the least edit distance to a wrong one, case aside; the first of several.
   *
   * @param known at least one
   */
  static String nearest(String wrong, Collection<String> known) {
    return known.stream()
        .min(Comparator.comparingInt(name -> distance(fold(wrong), fold(name))))
        .orElseThrow();
  }

  private static String fold(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  /** How many characters have to be added, left out or replaced. */
  private static int distance(String from, String to) {
    int[] above = new int[to.length() + 1];
    for (int column = 0; column < above.length; column++) {
      above[column] = column;
    }
    for (int row = 1; row <= from.length(); row++) {
      int[] line = new int[above.length];
      line[0] = row;
      for (int column = 1; column < line.length; column++) {
        int replaced = above[column - 1] + (from.charAt(row - 1) == to.charAt(column - 1) ? 0 : 1);
        line[column] = Math.min(replaced, 1 + Math.min(above[column], line[column - 1]));
      }
      above = line;
    }
    return above[to.length()];
  }
}
