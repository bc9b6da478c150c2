package io.azulejo.imports.rows;

import io.azulejo.text.input.DateForm;
import io.azulejo.text.row.DateForms;

/** The cells of a column read as dates; if the order of day and month is open, in both orders. */
final class DateEvidence {
  private final boolean guessOrder;
  private DateFacts dates;
  private DateFacts dayFirst; // null while no date depends on the order
  private boolean ambiguous; // a date is another one in the other order

  DateEvidence(DateForm form) {
    this.guessOrder = form == DateForm.GUESS;
    this.dates = new DateFacts(form == DateForm.ISO || form == DateForm.DMY ? form : DateForm.MDY);
  }

  /** Whether all cells are dates in at least one order of day and month. */
  boolean isPossible() {
    return dates.isAlive() || dayFirst != null && dayFirst.isAlive();
  }

  /** Excludes dates: a cell is something else. */
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
    if (dates.isAlive()) {
      dates.add(text, start, end);
    }
    if (dayFirst != null && dayFirst.isAlive()) {
      dayFirst.add(text, start, end);
    }
    return isPossible();
  }

  private static boolean isIso(char[] text, int start, int end) {
    return end - start >= 10 && text[start + 4] == '-' && text[start + 7] == '-';
  }

  /** The facts of the order that was decided on; those of the first order until then. */
  DateFacts facts() {
    return dates;
  }

  /** Whether all cells are dates, and none depends on the order of day and month. */
  boolean isUnambiguous() {
    return dates.isAlive() && dayFirst == null;
  }

  /** The order of day and month if the cells show it; {@link DateForm#ISO} if they do not. */
  DateForm order() {
    if (dayFirst == null || dates.isAlive() == dayFirst.isAlive()) {
      return DateForm.ISO;
    }
    return dates.isAlive() ? DateForm.MDY : DateForm.DMY;
  }

  /** Whether all cells are dates in either order. */
  boolean hasAmbiguousDates() {
    return ambiguous && order() == DateForm.ISO && dates.isAlive();
  }

  /** Decides on the day before the month. */
  void useDayFirst() {
    dates = dayFirst == null ? dates : dayFirst;
  }
}
