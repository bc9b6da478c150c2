package io.azulejo.text.row;

import java.util.List;

/**
 * Receives the rows of a file, cell by cell. The character array of a cell is valid only during the
 * call.
 */
public interface RowHandler {
  /**
   * Returns the index of a column.
   *
   * @throws BadCell if the column does not exist
   */
  int column(String name);

  /**
   * Receives the header row.
   *
   * @return the column index for each name; -1 for a column to skip
   * @throws io.azulejo.error.InvalidRequestException if the names do not match the columns
   */
  int[] header(List<String> names);

  /**
   * Receives a cell of the current row.
   *
   * @throws BadCell if the cell is not valid for the column
   */
  void cell(int column, char[] text, int start, int end, CellNotation notation);

  /**
   * Receives a missing cell of the current row.
   *
   * @param empty whether the cell is an empty text, which text columns can store as a value
   * @throws BadCell if the column does not allow missing cells
   */
  void missingCell(int column, boolean empty);

  /**
   * Completes the current row.
   *
   * @throws BadCell if cells are missing
   */
  void endRow();

  /** Discards the cells of the current row because it is invalid. */
  void dropRow();

  /**
   * Takes the cells of one column of a block. Several threads can call this method at the same time
   * for different columns. Afterwards, the thread that passes on the rows calls {@link #endRows} or
   * {@link #discardRows}.
   *
   * @param column index returned by {@link #header}
   * @param index index of the column in the block
   * @return whether all cells are valid for the column
   */
  boolean takeColumn(int column, RowBlock block, int index);

  /** Completes the rows of a block after the cells of all columns were taken. */
  void endRows(int count);

  /** Discards the cells taken from a block because some of its rows are invalid. */
  void discardRows();

  /** Returns the name of a column. */
  String name(int column);
}
