package io.azulejo.text.row;

import io.azulejo.text.input.Melting;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The columns of a table as named by its header row, mapped to the columns of a handler. */
public final class TableHeader {
  /** The name of a first column without a name. */
  public static final String ROW = Melting.ROW;

  /** Prefix of the number of other columns without names. */
  private static final String COLUMN = "column";

  private final RowHandler handler;
  private int[] columns = {};

  public TableHeader(RowHandler handler) {
    this.handler = handler;
  }

  /** Returns the names of columns, with generated names for unnamed ones. */
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
   * Receives the header row.
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

  /** Returns the handler's column for a column; -1 for an unwanted column. */
  public int column(int index) {
    return columns[index];
  }

  public boolean isSelected(int index) {
    return columns[index] >= 0;
  }
}
