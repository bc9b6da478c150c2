package io.azulejo.imports.rows;

import io.azulejo.text.input.DateForm;
import io.azulejo.text.row.DateForms;

/**
 * Collects evidence on whether the cells of a column are dates. If the order of day and month is
 * unknown, it tries both.
 */
final class DateEvidence {
  private final boolean guessOrder;
  private DateFacts dates;
  private DateFacts dayFirst; // null until the first date that depends on the order
  private boolean ambiguous; // whether a date would be another valid date in the other order

  DateEvidence(DateForm form) {
    this.guessOrder = form == DateForm.GUESS;
    this.dates = new DateFacts(form == DateForm.ISO || form == DateForm.DMY ? form : DateForm.MDY);
  }

  /** Returns whether all cells are dates in at least one order of day and month. */
  boolean isPossible() {
    return dates.isPossible() || dayFirst != null && dayFirst.isPossible();
  }

  /** Records that a cell is not a date. */
  void exclude() {
    dates.end();
    if (dayFirst != null) {
      dayFirst.end();
    }
  }

  /** Adds a cell and returns whether all cells so far are dates in at least one order. */
  boolean add(char[] text, int start, int end) {
    if (guessOrder && !isIso(text, start, end)) {
      DateForms.Moment moment = DateForms.parse(text, start, end, false);
      boolean ordered = moment == null || moment.ordered();
      if (ordered && dayFirst == null) {
        dayFirst = dates.in(DateForm.DMY);
      }
      ambiguous |= moment != null && moment.ambiguous();
    }
    if (dates.isPossible()) {
      dates.add(text, start, end);
    }
    if (dayFirst != null && dayFirst.isPossible()) {
      dayFirst.add(text, start, end);
    }
    return isPossible();
  }

  private static boolean isIso(char[] text, int start, int end) {
    return end - start >= 10 && text[start + 4] == '-' && text[start + 7] == '-';
  }

  /**
   * Returns the date facts for the detected order of month and day. Until a date decides the order,
   * month first is assumed.
   */
  DateFacts facts() {
    return dates;
  }

  /** Returns whether all cells are dates that do not depend on the order of day and month. */
  boolean isUnambiguous() {
    return dates.isPossible() && dayFirst == null;
  }

  /**
   * Returns the order of day and month that the cells prove, or {@link DateForm#ISO} if they prove
   * none.
   */
  DateForm order() {
    if (dayFirst == null || dates.isPossible() == dayFirst.isPossible()) {
      return DateForm.ISO;
    }
    return dates.isPossible() ? DateForm.MDY : DateForm.DMY;
  }

  /**
   * Returns whether all cells are dates in both orders, and at least one is a different date in
   * each.
   */
  boolean hasAmbiguousDates() {
    return ambiguous && order() == DateForm.ISO && dates.isPossible();
  }

  /** Chooses the order in which the day precedes the month. */
  void useDayFirst() {
    dates = dayFirst == null ? dates : dayFirst;
  }
}
