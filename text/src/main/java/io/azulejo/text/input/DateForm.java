package io.azulejo.text.input;

import java.util.Locale;

/** How dates are written that are not in the form of ISO 8601. */
public enum DateForm {
  /** By what the cells show; where 3/4/2020 could be either day, it is refused. */
  GUESS,
  /** The day before the month, as in {@code 31/12/2020}. */
  DMY,
  /** The month before the day, as in {@code 12/31/2020}. */
  MDY,
  /** Only dates of ISO 8601 are dates. */
  ISO;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
