package io.azulejo.text.input;

/**
 * The notation of numbers and dates in a file.
 *
 * @param dates order of day and month in dates
 * @param decimalComma whether the comma is the decimal mark, and the point separates thousands
 */
public record ValueNotation(DateForm dates, boolean decimalComma) {
  /**
   * The default notation: a decimal point, and an order of day and month that is determined from
   * each date.
   */
  public static final ValueNotation USUAL = new ValueNotation(DateForm.GUESS, false);
}
