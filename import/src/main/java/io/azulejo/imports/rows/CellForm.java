package io.azulejo.imports.rows;

import io.azulejo.text.row.NullWords;
import io.azulejo.text.row.NumberForms;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** The form of a cell in the first records. */
enum CellForm {
  /** A number, in any notation. */
  NUMBER,
  /** A date or a time. */
  DATE,
  /** Anything else. */
  TEXT;

  private static final Pattern DATE_FORM =
      Pattern.compile(
          "\\d{4}[-/]\\d{1,2}([-/]\\d{1,2})?([T ].*)?|\\d{1,2}[-/.]\\d{1,2}[-/.]\\d{2,4}( .*)?|\\d{1,2}:\\d{2}(:\\d{2}(\\.\\d+)?)?");

  private static final Pattern INTEGER = Pattern.compile("\\d{1,9}");

  static CellForm of(HeadRecords.Cell cell) {
    String text = cell.text();
    char[] chars = text.toCharArray();
    if (NumberForms.plain(chars, 0, chars.length, false) != null
        || NumberForms.plain(chars, 0, chars.length, true) != null) {
      return NUMBER;
    }
    return DATE_FORM.matcher(text).matches() ? DATE : TEXT;
  }

  /**
   * Returns the form that all cells of a column share, starting at the given record. Cells without
   * a value are ignored.
   *
   * @return {@link #TEXT} if the cells have different forms or no values
   */
  static CellForm of(HeadRecords records, int first, int column) {
    CellForm form = null;
    for (HeadRecords.Record record : records.records().subList(first, records.records().size())) {
      if (column >= record.width() || isMissing(record.cells().get(column))) {
        continue;
      }
      CellForm other = of(record.cells().get(column));
      if (other == TEXT || form != null && form != other) {
        return TEXT;
      }
      form = other;
    }
    return form == null ? TEXT : form;
  }

  /** Returns whether a cell is empty or a word that means null. */
  static boolean isMissing(HeadRecords.Cell cell) {
    char[] text = cell.text().toCharArray();
    return NullWords.contains(text, 0, text.length);
  }

  /** Parses a non-negative integer of at most nine digits, or returns -1. */
  static long integer(String text) {
    return INTEGER.matcher(text).matches() ? Long.parseLong(text) : -1;
  }

  static boolean isYear(long number) {
    return number >= 1500 && number <= 2200;
  }

  /** Returns whether every cell of a column, starting at the given record, is a year. */
  static boolean areYears(HeadRecords records, int first, int column) {
    return all(records, first, column, cell -> isYear(integer(cell.text())));
  }

  /**
   * Returns whether every cell of a column, starting at the given record, is a non-negative
   * integer.
   */
  static boolean areWhole(HeadRecords records, int first, int column) {
    return all(records, first, column, cell -> integer(cell.text()) >= 0);
  }

  private static boolean all(
      HeadRecords records, int first, int column, Predicate<HeadRecords.Cell> test) {
    return records.records().subList(first, records.records().size()).stream()
        .filter(record -> column < record.width())
        .map(record -> record.cells().get(column))
        .filter(cell -> !isMissing(cell))
        .allMatch(test);
  }
}
