package io.azulejo.internal.condition;

import io.azulejo.error.InvalidRequestException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Formats names and values for the text of a condition, and creates exceptions that point to a
 * position in a text.
 */
public final class ConditionText {
  /** The reserved words in lower case. Fields with these names must be in double quotes. */
  static final Set<String> RESERVED =
      Set.of(
          "and",
          "or",
          "not",
          "in",
          "is",
          "null",
          "between",
          "true",
          "false",
          "nan",
          "inf",
          "infinity");

  private static final String COUNT = "(?:[+-]?\\d++(?:\\.\\d++)?+)";

  /** A duration without quotes, in upper case and with a point as the decimal mark. */
  static final Pattern DURATION =
      Pattern.compile(
          "[+-]?P(?=[T\\d+-])(?:#W)?+(?:#D)?+(?:T(?=[\\d+-])(?:#H)?+(?:#M)?+(?:#S)?+)?+(?<!P)"
              .replace("#", COUNT));

  private static final Pattern PLAIN =
      Pattern.compile("[A-Za-z_][A-Za-z0-9_]*+(?:\\.[A-Za-z0-9_]++)*+");
  private static final int SHOWN_BEFORE = 40;
  private static final int SHOWN_AFTER = 30;

  private ConditionText() {}

  /** Returns whether a word is reserved, ignoring case. */
  static boolean isReserved(String word) {
    return RESERVED.contains(word.toLowerCase(Locale.ROOT));
  }

  /** Returns the name of a field, in double quotes if necessary. */
  public static String name(String name) {
    boolean plain =
        PLAIN.matcher(name).matches() && !isReserved(name) && !DURATION.matcher(name).matches();
    return plain ? name : '"' + name.replace("\"", "\"\"") + '"';
  }

  /** Returns a string literal: the text in single quotes, with quotes inside it doubled. */
  static String text(String text) {
    return '\'' + text.replace("'", "''") + '\'';
  }

  /**
   * Returns the text of a floating-point number, which the parser converts to a number with the
   * same bits.
   */
  static String floatingPoint(double value) {
    long bits = Double.doubleToRawLongBits(value);
    if (Double.isNaN(value)) {
      boolean plain = bits == Double.doubleToRawLongBits(Double.NaN);
      return plain ? "nan" : "0x" + HexFormat.of().toHexDigits(bits);
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "inf" : "-inf";
    }
    return value == 0 && bits != 0 ? "-0.0" : value + "d";
  }

  /**
   * Creates an exception whose message shows a part of a text and points to a position in it.
   *
   * @param subject the name of the text, such as "the condition"
   * @param text the whole text
   * @param at the position, counted in characters from 0
   * @param what a description of the problem
   */
  public static InvalidRequestException error(String subject, String text, int at, String what) {
    int from = boundary(text, Math.max(0, at - SHOWN_BEFORE));
    int to = boundary(text, Math.min(text.length(), at + SHOWN_AFTER));
    String before = (from > 0 ? "..." : "") + shown(text, from, at);
    String after = shown(text, at, to) + (to < text.length() ? "..." : "");
    String indent = " ".repeat(before.codePointCount(0, before.length()));
    return new InvalidRequestException(
        subject + " cannot be read: " + what + "\n  " + before + after + "\n  " + indent + "^");
  }

  /** Returns the position, or the position before it if it would split a surrogate pair. */
  private static int boundary(String text, int at) {
    boolean within =
        at > 0
            && at < text.length()
            && Character.isLowSurrogate(text.charAt(at))
            && Character.isHighSurrogate(text.charAt(at - 1));
    return within ? at - 1 : at;
  }

  /** Returns a part of a text, with invisible characters such as line breaks replaced by spaces. */
  static String shown(String text, int from, int to) {
    return text.substring(from, to)
        .codePoints()
        .map(c -> isVisible(c) ? c : ' ')
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private static boolean isVisible(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }
}
