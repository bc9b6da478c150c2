package io.azulejo.error;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Spelling suggestions for messages about an unknown name of a field, an option or a command. */
public final class Suggestion {
  private static final int MAX_DISTANCE = 3;

  /** Number of characters per allowed edit. */
  private static final int CHARACTERS_PER_EDIT = 3;

  /** Maximum number of names in a message, which counts the rest. */
  private static final int MAX_LISTED = 20;

  private Suggestion() {}

  /**
   * Returns the known name that is nearest to a wrong one, or the first such name.
   *
   * <p>Names of up to two characters must be equal except for case. Longer names may differ by one
   * edit for every three characters (at most 3), or be cut short.
   *
   * @return the nearest name; empty if none is near
   */
  public static Optional<String> of(String wrong, Collection<String> known) {
    int max = Math.min(MAX_DISTANCE, wrong.length() / CHARACTERS_PER_EDIT);
    String from = wrong.toLowerCase(Locale.ROOT);
    return known.stream()
        .filter(name -> !name.isEmpty() && distance(from, name, max) <= max)
        .min(Comparator.comparingInt(name -> distance(from, name, max)));
  }

  /**
   * Returns the end of a message about a wrong name, {@code ; did you mean "temp"?}, or an empty
   * string.
   */
  public static String hint(String wrong, Collection<String> known) {
    return of(wrong, known).map("; did you mean \"%s\"?"::formatted).orElse("");
  }

  /**
   * Returns the valid names as the end of a message: {@code valid: "a", "b", "c"}, or {@code none
   * exist}.
   */
  public static String valid(Collection<String> names) {
    if (names.isEmpty()) {
      return "none exist";
    }
    String shown =
        names.stream()
            .limit(MAX_LISTED)
            .map(name -> '"' + name + '"')
            .collect(Collectors.joining(", ", "valid: ", ""));
    int more = names.size() - MAX_LISTED;
    return more > 0 ? shown + " and " + more + " more" : shown;
  }

  /**
   * Returns the number of edits between a name in lower case and another name. Returns 1 if the
   * name is a prefix of the other, and more than {@code max} if their lengths differ by more than
   * that.
   */
  private static int distance(String from, String name, int max) {
    String to = name.toLowerCase(Locale.ROOT);
    if (to.startsWith(from) && to.length() > from.length()) {
      return 1;
    }
    return Math.abs(to.length() - from.length()) > max ? max + 1 : edits(from, to);
  }

  /** Counts the insertions, deletions, replacements and swaps of adjacent characters. */
  private static int edits(String from, String to) {
    int[] twoAbove = new int[to.length() + 1];
    int[] above = new int[to.length() + 1];
    Arrays.setAll(above, column -> column);
    for (int row = 1; row <= from.length(); row++) {
      int[] line = new int[above.length];
      line[0] = row;
      for (int column = 1; column < line.length; column++) {
        boolean same = from.charAt(row - 1) == to.charAt(column - 1);
        int replaced = above[column - 1] + (same ? 0 : 1);
        line[column] = Math.min(replaced, 1 + Math.min(above[column], line[column - 1]));
        if (row > 1
            && column > 1
            && from.charAt(row - 1) == to.charAt(column - 2)
            && from.charAt(row - 2) == to.charAt(column - 1)) {
          line[column] = Math.min(line[column], 1 + twoAbove[column - 2]);
        }
      }
      twoAbove = above;
      above = line;
    }
    return above[to.length()];
  }
}
