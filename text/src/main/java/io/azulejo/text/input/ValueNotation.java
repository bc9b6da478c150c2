package io.azulejo.text.input;

/**
 * The notation of numbers and dates in a file.
 *
 * @param dates the order of days and months
 * @param decimalComma whether the comma is the decimal mark and the point separates thousands
 */
public record ValueNotation(DateForm dates, boolean decimalComma) {
  /** A decimal point, and dates that each determine their own order. */
  public static final ValueNotation USUAL = new ValueNotation(DateForm.GUESS, false);
}
