package io.azulejo.text.input;

/**
 * Options for parsing a file of rows.
 *
 * @param format the text format
 * @param nullWord an unquoted word for null, in CSV and TSV; empty for none
 * @param indexes whether cells of enumerated fields are indexes instead of values
 * @param notation the notation of numbers and dates
 * @param dialect how characters form texts and cells
 */
public record RowOptions(
    InputFormat format,
    String nullWord,
    boolean indexes,
    ValueNotation notation,
    TextDialect dialect) {
  /** Creates options with the usual notation of numbers and dates. */
  public RowOptions(InputFormat format, String nullWord, boolean indexes) {
    this(format, nullWord, indexes, ValueNotation.USUAL, TextDialect.STRICT);
  }

  /** Returns options for the output of {@code read}. */
  public static RowOptions of(InputFormat format) {
    return new RowOptions(format, "", format == InputFormat.TSV);
  }

  /** Returns a copy with another notation of numbers and dates. */
  public RowOptions with(ValueNotation other) {
    return new RowOptions(format, nullWord, indexes, other, dialect);
  }

  /** Returns a copy in which cells of enumerated fields are values. */
  public RowOptions withValues() {
    return new RowOptions(format, nullWord, false, notation, dialect);
  }
}
