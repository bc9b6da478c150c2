package io.azulejo.imports.rows;

import io.azulejo.text.row.NumberForms;
import io.azulejo.text.row.NumberParser;

/**
 * Collects evidence on whether the cells of a column are numbers. It tries both a decimal point and
 * a decimal comma.
 */
final class NumberEvidence {
  private NumberFacts points = new NumberFacts();
  private final NumberFacts commas = new NumberFacts();
  private boolean marks; // whether thousands separators or decimal commas occur

  /** Returns whether all cells are numbers in at least one of the two notations. */
  boolean isPossible() {
    return points.isPossible() || commas.isPossible();
  }

  /** Records that a cell is not a number. */
  void exclude() {
    points.end();
    commas.end();
  }

  /**
   * Examines a cell. Returns whether it is a number in at least one of the supported notations,
   * such as with a decimal comma.
   */
  boolean add(char[] text, int start, int end) {
    int digits = start < end && text[start] == '-' ? start + 1 : start;
    if (end - digits > 1 && text[digits] == '0' && isDigit(text[digits + 1])) {
      // Codes such as 007 are not numbers.
      exclude();
      return false;
    }
    char[] point = text;
    int from = start;
    int to = end;
    boolean plain = isFloatingPoint(text, start, end);
    if (!plain) {
      point = NumberForms.plain(text, start, end, false);
      from = 0;
      to = point == null ? 0 : point.length;
      marks |= point != null;
    }
    if (points.isPossible()) {
      if (point == null) {
        points.end();
      } else {
        points.add(point, from, to);
      }
    }
    return addWithComma(text, start, end, plain) || point != null;
  }

  /**
   * Adds a cell as a number with a decimal comma. Most numbers with a point are valid in this
   * notation too.
   */
  private boolean addWithComma(char[] text, int start, int end, boolean plain) {
    if (!commas.isPossible()) {
      return false;
    }
    boolean same = plain;
    for (int i = start; same && i < end; i++) {
      same = text[i] != '.';
    }
    char[] number = same ? text : NumberForms.plain(text, start, end, true);
    if (number == null) {
      commas.end();
      return false;
    }
    marks |= !plain;
    commas.add(number, same ? start : 0, same ? end : number.length);
    return true;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** Returns whether a text is a number, an infinity or NaN. */
  private static boolean isFloatingPoint(char[] text, int start, int end) {
    if (NumberParser.isNumber(text, start, end)) {
      return true;
    }
    String word = end - start > 9 ? "" : new String(text, start, end - start);
    return switch (word) {
      case "NaN", "nan", "inf", "-inf", "Inf", "-Inf", "Infinity", "-Infinity" -> true;
      default -> false;
    };
  }

  /**
   * Returns the facts for the chosen notation. Until a choice is made, these are the facts for the
   * decimal point.
   */
  NumberFacts facts() {
    return points;
  }

  /** Returns whether any number has a thousands separator or a decimal comma. */
  boolean hasMarks() {
    return marks;
  }

  /** Returns the decimal mark, comma or point, that the cells prove, or 0 if they prove none. */
  int decimalMark() {
    if (!marks || points.isPossible() == commas.isPossible()) {
      return 0;
    }
    return commas.isPossible() ? ',' : '.';
  }

  /**
   * Returns whether the marks in the numbers can be read both as decimal marks and as thousands
   * separators.
   */
  boolean hasAmbiguousMarks() {
    return marks && points.isPossible() && commas.isPossible();
  }

  /** Chooses the decimal comma and returns whether this changed the notation. */
  boolean useCommas() {
    boolean changed = points != commas;
    points = commas;
    return changed;
  }
}
