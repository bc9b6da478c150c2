package io.azulejo.internal.condition;

import io.azulejo.error.InvalidRequestException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** How names and values are written within a condition's text, and how a place of it is shown. */
public final class ConditionText {
  /** Words that are names only in double quotes, in lower case. */
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

  /** Durations as they stand without quotes: in capitals, with a point in front of a fraction. */
  static final Pattern DURATION =
      Pattern.compile(
          "[+-]?P(?=[T\\d+-])(?:#W)?+(?:#D)?+(?:T(?=[\\d+-])(?:#H)?+(?:#M)?+(?:#S)?+)?+(?<!P)"
              .replace("#", COUNT));

  private static final Pattern PLAIN =
      Pattern.compile("[A-Za-z_][A-Za-z0-9_]*+(?:\\.[A-Za-z0-9_]++)*+");
  private static final int SHOWN_BEFORE = 40;
  private static final int SHOWN_AFTER = 30;

  private ConditionText() {}

  /** Whether a word means something by itself, whatever its case. */
  static boolean isReserved(String word) {
    return RESERVED.contains(word.toLowerCase(Locale.ROOT));
  }

  /** A field's name, in double quotes where it is not plain. */
  public static String name(String name) {
    boolean plain =
        PLAIN.matcher(name).matches() && !isReserved(name) && !DURATION.matcher(name).matches();
    return plain ? name : '"' + name.replace("\"", "\"\"") + '"';
  }

  /** A text in single quotes. */
  static String text(String text) {
    return '\'' + text.replace("'", "''") + '\'';
  }

  /** A floating-point number with all its bits. */
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
   * An error at a place of a text, which it shows.
   *
   * @param subject what the text is: "the condition"
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

  /** A position near another that is not within a character. */
  private static int boundary(String text, int at) {
    boolean within =
        at > 0
            && at < text.length()
            && Character.isLowSurrogate(text.charAt(at))
            && Character.isHighSurrogate(text.charAt(at - 1));
    return within ? at - 1 : at;
  }

  /** Part of a text in one line. */
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
