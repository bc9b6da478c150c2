package io.azulejo.text.input;

/**
 * How numbers and dates are written in a file, where people do it in several ways.
 *
 * @param dates the order of days and months
 * @param decimalComma whether the comma is the decimal mark, and the point separates thousands
 */
public record ValueNotation(DateForm dates, boolean decimalComma) {
  /** A decimal point, and dates of which each shows its order. */
  public static final ValueNotation USUAL = new ValueNotation(DateForm.GUESS, false);
}
