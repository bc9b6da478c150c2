package io.azulejo.text.row;

/** The notation of an input cell. */
public enum CellNotation {
  /** Unquoted in CSV and TSV; a number or a boolean in JSON. */
  BARE,
  /** Quoted. */
  QUOTED,
  /** A JSON list. */
  LIST,
  /** Quoted in TSV with each ASCII character standing for a byte. */
  BYTES
}
