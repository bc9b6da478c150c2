package io.azulejo.imports.rows;

import io.azulejo.text.input.DateForm;
import io.azulejo.text.row.DateForms;

/** Reads the cells of a column as dates, in both orders of day and month if that is unknown. */
final class DateEvidence {
  private final boolean guessOrder;
  private DateFacts dates;
  private DateFacts dayFirst; // null until a date depends on the order
  private boolean ambiguous; // a date would be another day in the other order

  DateEvidence(DateForm form) {
    this.guessOrder = form == DateForm.GUESS;
    this.dates = new DateFacts(form == DateForm.ISO || form == DateForm.DMY ? form : DateForm.MDY);
  }

  /** Returns whether all cells are dates in at least one order of day and month. */
  boolean isPossible() {
    return dates.isPossible() || dayFirst != null && dayFirst.isPossible();
  }

  /** Excludes dates because a cell is not a date. */
  void exclude() {
    dates.end();
    if (dayFirst != null) {
      dayFirst.end();
    }
  }

  /** Reads a cell in either order. Returns whether all cells so far can be dates. */
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

  /** Returns the facts of the chosen order; of the first order until a choice is made. */
  DateFacts facts() {
    return dates;
  }

  /** Returns whether all cells are dates and none depends on the order of day and month. */
  boolean isUnambiguous() {
    return dates.isPossible() && dayFirst == null;
  }

  /**
   * Returns the order of day and month if the cells determine it, otherwise {@link DateForm#ISO}.
   */
  DateForm order() {
    if (dayFirst == null || dates.isPossible() == dayFirst.isPossible()) {
      return DateForm.ISO;
    }
    return dates.isPossible() ? DateForm.MDY : DateForm.DMY;
  }

  /** Returns whether all cells are dates in either order. */
  boolean hasAmbiguousDates() {
    return ambiguous && order() == DateForm.ISO && dates.isPossible();
  }

  /** Chooses the order with the day before the month. */
  void useDayFirst() {
    dates = dayFirst == null ? dates : dayFirst;
  }
}
