package io.azulejo.error;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Spelling suggestions for error messages about an unknown field, option or command. */
public final class Suggestion {
  private static final int MAX_DISTANCE = 3;

  /** Number of characters per allowed edit. */
  private static final int CHARACTERS_PER_EDIT = 3;

  /** Maximum number of names that a message lists; it only counts the others. */
  private static final int MAX_LISTED = 20;

  private Suggestion() {}

  /**
   * Returns the known name that is most similar to a misspelled name. If several are equally
   * similar, returns the first.
   *
   * <p>Names of up to two characters must be equal, ignoring case. Longer names may differ by one
   * edit for every three characters (at most 3), or may be a prefix of the known name.
   *
   * @param wrong the misspelled name
   * @param known the valid names
   * @return the most similar name; empty if no name is similar enough
   */
  public static Optional<String> of(String wrong, Collection<String> known) {
    int max = Math.min(MAX_DISTANCE, wrong.length() / CHARACTERS_PER_EDIT);
    String from = wrong.toLowerCase(Locale.ROOT);
    return known.stream()
        .filter(name -> !name.isEmpty() && distance(from, name, max) <= max)
        .min(Comparator.comparingInt(name -> distance(from, name, max)));
  }

  /**
   * Returns a suggestion to append to an error message, such as {@code ; did you mean "temp"?}.
   * Empty if no known name is similar enough.
   */
  public static String hint(String wrong, Collection<String> known) {
    return of(wrong, known).map("; did you mean \"%s\"?"::formatted).orElse("");
  }

  /**
   * Returns a list of the valid names for the end of an error message, such as {@code valid: "a",
   * "b", "c"}. Shortens a list of more than 20 names. Returns {@code none exist} if the collection
   * is empty.
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
   * Returns the number of edits that turn the lower-case name {@code from} into {@code name}.
   * Returns 1 if {@code from} is a prefix of {@code name}, and more than {@code max} if the lengths
   * differ by more than {@code max}.
   */
  private static int distance(String from, String name, int max) {
    String to = name.toLowerCase(Locale.ROOT);
    if (to.startsWith(from) && to.length() > from.length()) {
      return 1;
    }
    return Math.abs(to.length() - from.length()) > max ? max + 1 : edits(from, to);
  }

  /**
   * Returns the minimum number of insertions, deletions, replacements and swaps of adjacent
   * characters that turn one string into the other.
   */
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
