package io.azulejo.text.row;

import io.azulejo.text.input.Melting;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The columns of a table as its first line names them, and those of a handler they go to. */
public final class TableHeader {
  /** What the first column is called where it has no name. */
  public static final String ROW = Melting.ROW;

  /** What other columns without names are called, before their numbers. */
  private static final String COLUMN = "column";

  private final RowHandler handler;
  private int[] columns = {};

  public TableHeader(RowHandler handler) {
    this.handler = handler;
  }

  /** The names of columns, with names for those that have none in the first line. */
  public static List<String> named(List<String> written) {
    List<String> names = new ArrayList<>(written);
    Set<String> taken = new HashSet<>(written);
    for (int i = 0; i < names.size(); i++) {
      String name = i == 0 ? ROW : COLUMN + (i + 1);
      if (names.get(i).isEmpty() && !taken.contains(name)) {
        names.set(i, name);
      }
    }
    return names;
  }

  /**
   * Takes the names of the first line.
   *
   * @return the index of each column
   */
  public int[] begin(List<String> names) {
    columns = handler.header(names);
    int[] own = new int[columns.length];
    for (int i = 0; i < own.length; i++) {
      own[i] = i;
    }
    return own;
  }

  public int width() {
    return columns.length;
  }

  /** The handler's column that a column goes to; -1 where nobody wants it. */
  public int column(int index) {
    return columns[index];
  }

  public boolean isWanted(int index) {
    return columns[index] >= 0;
  }
}
