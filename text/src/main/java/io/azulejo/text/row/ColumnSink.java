package io.azulejo.text.row;

/** Takes the cells of one column. The text of a cell is valid during the call only. */
public interface ColumnSink {
  /**
   * Takes a cell.
   *
   * @param line the line in which its row begins; 0 where that is not known
   * @throws BadCell if it is none of the column
   */
  void cell(char[] text, int start, int end, CellNotation notation, long line);

  /**
   * Takes a cell that is not there.
   *
   * @param empty whether nothing was written, which can be an empty text, too
   * @throws BadCell if the column has to have cells
   */
  void nothing(boolean empty);
}
