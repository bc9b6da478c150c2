package io.azulejo.text.row;

/** How a cell is written in its file. */
public enum CellNotation {
  /** An unquoted cell in CSV or TSV, or a number or a boolean in JSON. */
  BARE,
  /** A quoted cell. */
  QUOTED,
  /** A JSON list. */
  LIST,
  /** A quoted TSV cell. Each of its ASCII characters encodes one byte. */
  BYTES
}
