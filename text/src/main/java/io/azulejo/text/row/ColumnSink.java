package io.azulejo.text.row;

/**
 * Receives the cells of one column in row order. The character array of a cell is valid only during
 * the call.
 */
public interface ColumnSink {
  /**
   * Receives a cell.
   *
   * @param line number of the line where its row starts; 0 if unknown
   * @throws BadCell if the cell is not valid for the column
   */
  void cell(char[] text, int start, int end, CellNotation notation, long line);

  /**
   * Receives a missing cell.
   *
   * @param empty whether the cell is an empty text, which text columns can store as a value
   * @throws BadCell if the column does not allow missing cells
   */
  void missingCell(boolean empty);
}
