package io.azulejo.error;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Parts of messages about a wrong name: of a field, an option or a command. They say which known
 * name may be meant, and which names there are.
 */
public final class Suggestion {
  private static final int MAX_DISTANCE = 3;

  /** The number of characters per allowed edit. */
  private static final int CHARACTERS_PER_EDIT = 3;

  /** The number of names that a message lists; it counts the others. */
  private static final int MAX_LISTED = 20;

  private Suggestion() {}

  /**
   * The known name that is nearest to a wrong one, the first of several.
   *
   * @return empty where none is near: names of up to two characters have to be the same but for
   *     case, longer ones may differ by an edit for every three characters, or be cut short
   */
  public static Optional<String> of(String wrong, Collection<String> known) {
    int max = Math.min(MAX_DISTANCE, wrong.length() / CHARACTERS_PER_EDIT);
    String from = wrong.toLowerCase(Locale.ROOT);
    return known.stream()
        .filter(name -> !name.isEmpty() && distance(from, name, max) <= max)
        .min(Comparator.comparingInt(name -> distance(from, name, max)));
  }

  /** The end of a message about a wrong name: {@code ; did you mean "temp"?}, or nothing. */
  public static String hint(String wrong, Collection<String> known) {
    return of(wrong, known).map("; did you mean \"%s\"?"::formatted).orElse("");
  }

  /**
   * Returns the names as the end of a sentence: {@code there are "a", "b" and "c"}, {@code there is
   * only "a"} or {@code there are none}.
   */
  public static String thereAre(Collection<String> names) {
    if (names.isEmpty()) {
      return "there are none";
    }
    List<String> shown =
        new ArrayList<>(names.stream().limit(MAX_LISTED).map(name -> '"' + name + '"').toList());
    if (names.size() == 1) {
      return "there is only " + shown.get(0);
    }
    String last =
        names.size() > MAX_LISTED
            ? names.size() - MAX_LISTED + " more"
            : shown.remove(shown.size() - 1);
    return "there are " + String.join(", ", shown) + " and " + last;
  }

  /**
   * Returns the number of edits from a name in lower case to another one; 1 if it is the other
   * one's beginning, and more than the maximum if their lengths differ by more than that.
   */
  private static int distance(String from, String name, int max) {
    String to = name.toLowerCase(Locale.ROOT);
    if (to.startsWith(from) && to.length() > from.length()) {
      return 1;
    }
    return Math.abs(to.length() - from.length()) > max ? max + 1 : edits(from, to);
  }

  /** How many characters have to be added, left out, replaced, or swapped with the next one. */
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
