package io.azulejo.text.input;

/**
 * How the texts of a file are to be understood.
 *
 * @param format how rows are written
 * @param nullWord a word without quotes that stands for null, in CSV and TSV; empty for none
 * @param indexes whether cells of enumerated fields are indexes; values otherwise
 * @param notation how numbers and dates are written
 * @param dialect how characters make texts and cells
 */
public record RowOptions(
    InputFormat format,
    String nullWord,
    boolean indexes,
    ValueNotation notation,
    TextDialect dialect) {
  /** Numbers and dates in their usual form. */
  public RowOptions(InputFormat format, String nullWord, boolean indexes) {
    this(format, nullWord, indexes, ValueNotation.USUAL, TextDialect.STRICT);
  }

  /** A format as {@code read} writes it. */
  public static RowOptions of(InputFormat format) {
    return new RowOptions(format, "", format == InputFormat.TSV);
  }

  /** The same with another notation of numbers and dates. */
  public RowOptions with(ValueNotation other) {
    return new RowOptions(format, nullWord, indexes, other, dialect);
  }

  /** The same with cells of enumerated fields that are values. */
  public RowOptions withValues() {
    return new RowOptions(format, nullWord, false, notation, dialect);
  }
}
