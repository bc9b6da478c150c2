package io.azulejo.text.row;

import java.util.List;

/**
 * Receives the output of a {@link RowParser}: the cells of a row, then the end of the row. The
 * character array of a cell is valid only during the call.
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
   * @return the index of each column, to pass to {@link #cell} and {@link #missingCell}
   * @throws io.azulejo.error.InvalidRequestException if the names do not match the columns
   */
  int[] header(List<String> names);

  /** Receives a cell of the current row. */
  void cell(int column, char[] text, int start, int end, CellNotation notation);

  /**
   * Receives a missing cell of the current row.
   *
   * @param empty whether the cell is an empty text, which text columns can store as a value
   */
  void missingCell(int column, boolean empty);

  /**
   * Marks the current row as invalid.
   *
   * @param column index of the invalid column, or -1 if the row as a whole is invalid
   */
  void fail(int column, String reason);

  /** Marks the current row as invalid. The message is built only if the row is reported. */
  default void fail(int column, BadCell reason) {
    fail(column, reason.getMessage());
  }

  /** Marks the current row as invalid because it does not have one value per column. */
  default void failWidth(int values, int columns) {
    fail(
        -1,
        "found %d value%s for %d column%s"
            .formatted(values, values == 1 ? "" : "s", columns, columns == 1 ? "" : "s"));
  }

  /**
   * Completes the current row.
   *
   * @param line number of the line where the row starts
   */
  void endRow(long line);
}
