package io.azulejo.text.input;

/** How the text of a cell stood in its file. */
enum Notation {
  /** As it is: without quotes in CSV and TSV, as a number or a truth value in JSON. */
  BARE,
  /** In quotes. */
  QUOTED,
  /** As a list of JSON. */
  LIST,
  /** In quotes of TSV, where every character of ASCII stands for a byte. */
  BYTES
}
