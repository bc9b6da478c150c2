package io.azulejo.text.row;

/** The notation of a cell in a file that is read. */
public enum CellNotation {
  /** As it is: without quotes in CSV and TSV, as a number or a truth value in JSON. */
  BARE,
  /** In quotes. */
  QUOTED,
  /** As a list of JSON. */
  LIST,
  /** In quotes of TSV, where every character of ASCII stands for a byte. */
  BYTES
}
