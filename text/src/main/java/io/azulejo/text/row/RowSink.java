package io.azulejo.text.row;

import java.util.List;

/**
 * Receives the output of a {@link RowParser}: the cells of a row one after the other, then the
 * row's end. The text of a cell is valid only during the call.
 */
public interface RowSink {
  /**
   * Returns the index of a column.
   *
   * @throws BadCell if the column does not exist
   */
  int column(String name);

  /**
   * Receives the header row.
   *
   * @return the index of each name, for {@link #cell} and {@link #missingCell}
   * @throws io.azulejo.error.InvalidRequestException if the names do not match the columns
   */
  int[] header(List<String> names);

  /** Receives a cell of the row. */
  void cell(int column, char[] text, int start, int end, CellNotation notation);

  /**
   * Receives a missing cell of the row.
   *
   * @param empty whether the cell is an empty text, which may also be a value
   */
  void missingCell(int column, boolean empty);

  /**
   * Marks the row as invalid.
   *
   * @param column the invalid column, or -1
   */
  void fail(int column, String reason);

  /** Marks the row as invalid; the reason is built only if the row is shown. */
  default void fail(int column, BadCell reason) {
    fail(column, reason.getMessage());
  }

  /** Marks the row as invalid because its number of values differs from the number of columns. */
  default void failWidth(int values, int columns) {
    fail(
        -1,
        "found %d value%s for %d column%s"
            .formatted(values, values == 1 ? "" : "s", columns, columns == 1 ? "" : "s"));
  }

  /**
   * Completes a row.
   *
   * @param line the line in which the row starts
   */
  void endRow(long line);
}
