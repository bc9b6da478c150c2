package io.azulejo.text.input;

import java.util.Locale;

/** How dates that are not ISO 8601 are read. */
public enum DateForm {
  /**
   * The order of day and month is determined from each cell. An ambiguous date such as 3/4/2020 is
   * an error.
   */
  GUESS,
  /** The day precedes the month, as in {@code 31/12/2020}. */
  DMY,
  /** The month precedes the day, as in {@code 12/31/2020}. */
  MDY,
  /** Only ISO 8601 dates are valid. */
  ISO;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
