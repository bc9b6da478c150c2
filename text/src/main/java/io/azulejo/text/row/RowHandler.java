package io.azulejo.text.row;

import java.util.List;

/** Receives the rows of a file, cell by cell. The text of a cell is valid only during the call. */
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
   * @return the column of each name; -1 for columns to skip
   * @throws io.azulejo.error.InvalidRequestException if the names do not match the columns
   */
  int[] header(List<String> names);

  /**
   * Receives a cell of the row.
   *
   * @throws BadCell if the cell is not valid for the column
   */
  void cell(int column, char[] text, int start, int end, CellNotation notation);

  /**
   * Receives a missing cell of the row.
   *
   * @param empty whether the cell is an empty text, which may also be a value
   * @throws BadCell if the column does not allow missing cells
   */
  void missingCell(int column, boolean empty);

  /**
   * Completes the row.
   *
   * @throws BadCell if cells are missing
   */
  void endRow();

  /** Removes the cells of the current row, which is invalid. */
  void dropRow();

  /**
   * Takes the cells of a column of a block of rows. Several threads may call this at a time for
   * different columns. The thread that passes on rows then calls {@link #endRows} or {@link
   * #discardRows}.
   *
   * @param column the column as returned by {@link #header}
   * @param index the column of the block
   * @return whether all cells are valid for the column
   */
  boolean takeColumn(int column, RowBlock block, int index);

  /** Completes rows of a block after the cells of all columns were taken. */
  void endRows(int count);

  /** Removes the taken cells of a block because some of its rows are invalid. */
  void discardRows();

  /** Returns the name of a column. */
  String name(int column);
}
