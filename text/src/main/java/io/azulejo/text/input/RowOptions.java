package io.azulejo.text.input;

/**
 * Options for parsing a file of rows.
 *
 * @param format text format of the file
 * @param nullWord unquoted word that means null in CSV and TSV; empty for none
 * @param indexes whether cells of enumerated fields are indexes instead of values
 * @param notation notation of numbers and dates
 * @param dialect encoding, separator and layout of the text
 */
public record RowOptions(
    InputFormat format,
    String nullWord,
    boolean indexes,
    ValueNotation notation,
    TextDialect dialect) {
  /** Creates options with the default notation and dialect. */
  public RowOptions(InputFormat format, String nullWord, boolean indexes) {
    this(format, nullWord, indexes, ValueNotation.USUAL, TextDialect.STRICT);
  }

  /** Returns options that parse the output of {@code read} in the given format. */
  public static RowOptions of(InputFormat format) {
    return new RowOptions(format, "", format == InputFormat.TSV);
  }

  /** Returns a copy with the given notation of numbers and dates. */
  public RowOptions with(ValueNotation other) {
    return new RowOptions(format, nullWord, indexes, other, dialect);
  }

  /** Returns a copy that parses cells of enumerated fields as values. */
  public RowOptions withValues() {
    return new RowOptions(format, nullWord, false, notation, dialect);
  }
}
