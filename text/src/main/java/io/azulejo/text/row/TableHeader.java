package io.azulejo.text.row;

import io.azulejo.text.input.Melting;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The columns of a table, as named by its header row, and their indexes in a handler. */
public final class TableHeader {
  /** Generated name for a first column without a name. */
  public static final String ROW = Melting.ROW;

  /** Prefix of generated names for other columns without a name. Their number follows it. */
  private static final String COLUMN = "column";

  private final RowHandler handler;
  private int[] columns = {};

  public TableHeader(RowHandler handler) {
    this.handler = handler;
  }

  /** Returns column names in which empty names are replaced by generated ones. */
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
   * Passes the header row to the handler.
   *
   * @return the table's own index of each column
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

  /** Returns the handler's index for a table column, or -1 for a column to skip. */
  public int column(int index) {
    return columns[index];
  }

  public boolean isSelected(int index) {
    return columns[index] >= 0;
  }
}
