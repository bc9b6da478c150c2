package io.azulejo.text.row;

import java.util.List;

/** Receives the rows of a file, cell by cell. The text of a cell is valid during the call only. */
public interface RowHandler {
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
   * @return the column of each; -1 for those that are passed over
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

  /**
   * Takes the cells of a column of a block of rows. Several threads may do so at a time, each for
   * other columns; the thread that hands on rows then ends or forgets them.
   *
   * @param column the column as {@link #header} gave it
   * @param index the column of the block
   * @return whether all are cells of the column
   */
  boolean takes(int column, RowBlock block, int index);

  /** So many rows of a block are complete: the cells of all columns were taken. */
  void endRows(int count);

  /** Forgets the cells of a block that were taken, as some of its rows are bad. */
  void forgetRows();

  /** The name of a column. */
  String name(int column);
}
