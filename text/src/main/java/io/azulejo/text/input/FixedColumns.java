package io.azulejo.text.input;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The columns of a fixed-width table. They are separated by character positions where all of its
 * first lines have blanks.
 *
 * @param starts start position of each column, 0-based
 * @param ends end position of each column, exclusive; the last column extends to the end of its
 *     line
 */
public record FixedColumns(List<Integer> starts, List<Integer> ends) {
  /** Minimum number of lines. Fewer lines can have common blanks by chance. */
  private static final int LINES = 5;

  private static final int MOST_LINES = 100;

  /**
   * Finds the columns of a table from its first lines. Columns below the same name are merged.
   *
   * @param head first characters of the text
   * @param start position in {@code head} where the table starts
   * @param length number of valid characters in {@code head}
   * @param whole whether {@code head} contains the whole text, so that its last line is complete
   * @return the columns, or {@link #none} if there are fewer than two
   */
  public static FixedColumns of(char[] head, int start, int length, boolean whole) {
    List<String> lines = lines(head, start, length, whole);
    BitSet taken = new BitSet();
    for (String line : lines) {
      for (int i = 0; i < line.length(); i++) {
        if (line.charAt(i) == '\t') {
          return none();
        }
        if (line.charAt(i) != ' ') {
          taken.set(i);
        }
      }
    }
    FixedColumns found = none();
    for (int at = taken.nextSetBit(0); at >= 0; at = taken.nextSetBit(taken.nextClearBit(at))) {
      int end = taken.nextClearBit(at);
      boolean named = at < lines.get(0).length() && !cut(lines.get(0), at, end).isBlank();
      if (named || found.starts.isEmpty()) {
        found.starts.add(at);
        found.ends.add(end);
      } else {
        found.ends.set(found.ends.size() - 1, end);
      }
    }
    // A double blank within a column name means that two names fall into one column.
    boolean apart =
        lines.size() >= LINES
            && found.cells(lines.get(0)).stream().noneMatch(name -> name.contains("  "));
    return apart && found.starts.size() > 1 ? found : none();
  }

  /** Returns an instance without columns. */
  public static FixedColumns none() {
    return new FixedColumns(new ArrayList<>(), new ArrayList<>());
  }

  private static List<String> lines(char[] head, int start, int length, boolean whole) {
    List<String> lines = new ArrayList<>();
    int at = start;
    while (at < length && lines.size() < MOST_LINES) {
      int end = at;
      while (end < length && head[end] != '\n') {
        end++;
      }
      String line = new String(head, at, end - at).stripTrailing();
      if (!line.isEmpty() && !isRule(line, lines.size() < 2) && (end < length || whole)) {
        lines.add(line);
      }
      at = end + 1;
    }
    return lines;
  }

  /**
   * Returns whether a line is a ruler between the column names and the rows.
   *
   * @param early whether the line precedes all rows. Later, dashes may be a row without values
   */
  public static boolean isRule(String line, boolean early) {
    boolean drawn = line.chars().allMatch(c -> c == '=' || c == '-' && early || c == ' ');
    return drawn && (line.contains("---") || line.contains("==="));
  }

  private static String cut(String line, int start, int end) {
    return line.substring(Math.min(start, line.length()), Math.min(end, line.length()));
  }

  public int size() {
    return starts.size();
  }

  /**
   * Splits a line into cells. Text that extends beyond its column belongs to it up to the next
   * blank.
   *
   * @return null if text fills all positions between two columns
   */
  public List<String> cells(String line) {
    List<String> cells = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < size(); i++) {
      if (i == size() - 1) {
        cells.add(cut(line, from, line.length()).strip());
        return cells;
      }
      int first = ends.get(i);
      int next = starts.get(i + 1);
      while (first < next && first < line.length() && line.charAt(first) != ' ') {
        first++;
      }
      int last = next;
      while (last > first && last <= line.length() && line.charAt(last - 1) != ' ') {
        last--;
      }
      if (first == next || !cut(line, first, last).isBlank()) {
        return null;
      }
      cells.add(cut(line, from, first).strip());
      from = last;
    }
    return cells;
  }
}
