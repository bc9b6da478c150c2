package io.azulejo.text.input;

import java.util.Locale;

/** Form of dates that are not in ISO 8601. */
public enum DateForm {
  /** Determined by the cells; ambiguous dates such as 3/4/2020 are rejected. */
  GUESS,
  /** The day before the month, as in {@code 31/12/2020}. */
  DMY,
  /** The month before the day, as in {@code 12/31/2020}. */
  MDY,
  /** Only ISO 8601 dates. */
  ISO;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
