package io.azulejo.text.row;

import java.util.List;

/**
 * Where a {@link RowParser} puts what it finds: the cells of a row one after the other, then the
 * row's end. The text of a cell is valid during the call only.
 */
public interface RowSink {
  /**
   * The column of that name.
   *
   * @return its index
   * @throws BadCell if there is no such column
   */
  int column(String name);

  /**
   * All names stand in the first line, in this order.
   *
   * @return the index of each, for {@link #cell} and {@link #nothing}
   * @throws io.azulejo.error.InvalidRequestException if they are not those of the columns
   */
  int[] header(List<String> names);

  /** A cell of the row. */
  void cell(int column, char[] text, int start, int end, CellNotation notation);

  /**
   * A cell of the row that is not there.
   *
   * @param empty whether nothing was written, which can be an empty text, too
   */
  void nothing(int column, boolean empty);

  /**
   * The row is bad.
   *
   * @param column the column that makes it bad, or -1
   */
  void fail(int column, String reason);

  /** The row is bad; the reason is asked for if the row is shown. */
  default void fail(int column, BadCell reason) {
    fail(column, reason.getMessage());
  }

  /** The row is bad, as it has not one value for each column. */
  default void failWidth(int values, int columns) {
    fail(
        -1,
        "there %s, but %d column%s"
            .formatted(
                values == 1 ? "is 1 value" : "are " + values + " values",
                columns,
                columns == 1 ? "" : "s"));
  }

  /** The row that began in a line is complete. */
  void endRow(long line);
}
