package io.azulejo.text.row;

/** Receives the cells of one column. The text of a cell is valid only during the call. */
public interface ColumnSink {
  /**
   * Receives a cell.
   *
   * @param line the line in which its row starts; 0 if unknown
   * @throws BadCell if the cell is not valid for the column
   */
  void cell(char[] text, int start, int end, CellNotation notation, long line);

  /**
   * Receives a missing cell.
   *
   * @param empty whether the cell is an empty text, which may also be a value
   * @throws BadCell if the column does not allow missing cells
   */
  void missingCell(boolean empty);
}
