package io.azulejo.text.input;

import java.util.List;

/** Receives the rows of a file, cell by cell. The text of a cell is valid during the call only. */
interface RowHandler {
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
   * @throws io.azulejo.error.InvalidRequestException if they are not those of the columns
   */
  int[] header(List<String> names);

  /**
   * A cell of the row.
   *
   * @throws BadCell if it is none of the column
   */
  void cell(int column, char[] text, int start, int end, CellNotation notation);

  /**
   * A cell of the row that is not there.
   *
   * @param empty whether nothing was written, which can be an empty text, too
   * @throws BadCell if the column has to have cells
   */
  void nothing(int column, boolean empty);

  /**
   * The row is complete.
   *
   * @throws BadCell if cells are missing
   */
  void endRow();

  /** The row is bad: its cells are forgotten. */
  void dropRow();

  /** The name of a column. */
  String name(int column);
}
