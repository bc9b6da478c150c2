package io.azulejo.internal.condition;

import io.azulejo.error.InvalidRequestException;
import java.math.BigDecimal;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Splits the text of a condition, or a similar text, into tokens. Each token depends only on its
 * position, so callers can look ahead. Immutable.
 */
public final class ConditionLexer {
  /** The kind of a token. */
  public enum Kind {
    /** A word without quotes: a name or a keyword. */
    WORD,
    /** A name in double quotes. */
    NAME,
    /** A constant value, such as a number, a string, bytes or a date. */
    LITERAL,
    /** An operator, a parenthesis or a comma. */
    SYMBOL,
    /** The end of the text. */
    END
  }

  /**
   * A token of the text.
   *
   * @param kind the kind of the token
   * @param start the position of the first character in the text, counted from 0
   * @param end the position after the last character
   * @param text the word, the name without its quotes, or the symbol; empty for other kinds
   * @param literal the value; null unless the kind is {@link Kind#LITERAL}
   */
  public record Token(Kind kind, int start, int end, String text, @Nullable Literal literal) {
    /** Returns the value of a token of kind {@link Kind#LITERAL}. */
    Literal value() {
      return Objects.requireNonNull(literal, "literal");
    }

    /**
     * Returns whether this token is the given word without quotes, ignoring case.
     *
     * @param word the word in lower case
     */
    public boolean isWord(String word) {
      return kind == Kind.WORD && text.toLowerCase(Locale.ROOT).equals(word);
    }

    /** Returns whether this token is the given symbol. */
    public boolean isSymbol(String symbol) {
      return kind == Kind.SYMBOL && text.equals(symbol);
    }
  }

  private static final Pattern NUMBER =
      Pattern.compile("[+-]?(?:\\d++(?:\\.\\d*+)?+|\\.\\d++)(?:[eE][+-]?\\d++)?+([dDfF]?)");
  private static final Pattern BITS = Pattern.compile("0[xX]([0-9a-fA-F]{16}|[0-9a-fA-F]{8})");
  private static final Pattern DATE =
      Pattern.compile(
          "[+-]?\\d{4,20}-\\d\\d(?:-\\d\\d(?:(?:"
              + "[Tt]\\d\\d(?::?\\d\\d(?::?\\d\\d(?:\\.\\d++)?+)?+)?+"
              + "| \\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d++)?+)?+"
              + ")(?:[Zz]|[+-]\\d\\d(?::?\\d\\d)?+)?+)?+)?+");

  /** A number that means a year if the field has a datetime type. */
  private static final Pattern YEAR = Pattern.compile("[1-9]\\d{3}");

  /**
   * A symbol of the condition language or of another language.
   *
   * @param written the text of the symbol
   * @param meant the equivalent symbol or word in the condition language
   * @param known whether the condition language accepts the symbol; otherwise the error message
   *     suggests {@code meant}
   */
  private record Symbol(String written, String meant, boolean known) {}

  /**
   * All symbols except arithmetic operators. The order matters: a symbol comes before its own
   * prefixes.
   */
  private static final List<Symbol> SYMBOLS =
      List.of(
          new Symbol("<=", "<=", true),
          new Symbol(">=", ">=", true),
          new Symbol("!=", "!=", true),
          new Symbol("<>", "!=", true),
          new Symbol("==", "=", true),
          new Symbol("=<", "<=", false),
          new Symbol("=>", ">=", false),
          new Symbol(":=", "=", false),
          new Symbol("&&", "and", false),
          new Symbol("||", "or", false),
          new Symbol("=", "=", true),
          new Symbol("<", "<", true),
          new Symbol(">", ">", true),
          new Symbol("(", "(", true),
          new Symbol(")", ")", true),
          new Symbol(",", ",", true),
          new Symbol("&", "and", false),
          new Symbol("|", "or", false),
          new Symbol("~", "like", false),
          new Symbol("!", "not", false));

  private static final String ARITHMETIC = "+-*/";

  private final String subject;
  private final String text;

  /**
   * Creates a lexer for a text.
   *
   * @param subject the name of the text in error messages, such as "the condition"
   */
  public ConditionLexer(String subject, String text) {
    this.subject = subject;
    this.text = text;
  }

  /**
   * Returns the first token at or after a position, skipping white space.
   *
   * @throws InvalidRequestException if the text at the position is not a valid token
   */
  public Token next(int place) {
    int at = place;
    while (at < text.length() && isSpace(text.charAt(at))) {
      at++;
    }
    if (at == text.length()) {
      return new Token(Kind.END, at, at, "", null);
    }
    char c = text.charAt(at);
    if (c == '\'') {
      String value = quoted(at, at, '\'');
      return literal(at, endOfQuoted(at, '\''), new Literal.Text(value));
    }
    if (c == '"') {
      String name = quoted(at, at, '"');
      return new Token(Kind.NAME, at, endOfQuoted(at, '"'), name, null);
    }
    if ((c == 'x' || c == 'X') && at + 1 < text.length() && text.charAt(at + 1) == '\'') {
      return bytes(at);
    }
    Token value = value(at);
    if (value != null) {
      return value;
    }
    int end = endOfWord(at);
    if (end > at && c != '.') {
      return new Token(Kind.WORD, at, end, text.substring(at, end), null);
    }
    return symbol(at);
  }

  private static boolean isSpace(char c) {
    return Character.isWhitespace(c) || Character.isSpaceChar(c);
  }

  /**
   * Reads an unquoted value: a number, a date, a duration or a word such as {@code true}. Returns
   * null if no value starts at the position.
   */
  private @Nullable Token value(int at) {
    char c = text.charAt(at);
    boolean signed = c == '+' || c == '-';
    int begin = signed ? at + 1 : at;
    char first = begin < text.length() ? text.charAt(begin) : ' ';
    if (first == 'P') {
      int end = endOf(ConditionText.DURATION, at);
      return end < 0 || end != endOfWord(end)
          ? null
          : literal(at, end, new Literal.Text(text.substring(at, end)));
    }
    boolean fraction = first == '.' && begin + 1 < text.length() && isDigit(text.charAt(begin + 1));
    if (isDigit(first) || fraction) {
      return number(at);
    }
    int end = endOfWord(begin);
    Literal literal =
        switch (text.substring(begin, Math.min(end, begin + 10)).toLowerCase(Locale.ROOT)) {
          case "nan" -> signed ? null : new Literal.FloatingPoint(Double.NaN);
          case "inf", "infinity" ->
              new Literal.FloatingPoint(
                  c == '-' ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY);
          case "true" -> signed ? null : new Literal.Bool(true);
          case "false" -> signed ? null : new Literal.Bool(false);
          default -> null;
        };
    return literal == null ? null : literal(at, end, literal);
  }

  private Token number(int at) {
    int end = endOf(DATE, at);
    if (end >= 0) {
      boolean continues = end < text.length() && "-+:.".indexOf(text.charAt(end)) >= 0;
      String rule = "a date or time is written as 2024-05-31 or 2024-05-31T12:30:00.5Z";
      requireEnd(at, continues ? -1 : end, rule);
      return literal(at, end, new Literal.Text(text.substring(at, end)));
    }
    if (text.startsWith("0x", at) || text.startsWith("0X", at)) {
      end = endOf(BITS, at);
      String rule =
          "0x and 8 or 16 digits are the bits of a number, as in 0x3f800000;"
              + " bytes are written as x'00ff'";
      requireEnd(at, end, rule);
      String digits = text.substring(at + 2, end);
      double value =
          digits.length() == 8
              ? Float.intBitsToFloat(HexFormat.fromHexDigits(digits))
              : Double.longBitsToDouble(HexFormat.fromHexDigitsToLong(digits));
      return literal(at, end, new Literal.FloatingPoint(value));
    }
    end = endOf(NUMBER, at);
    requireEnd(
        at,
        end,
        "a number is written as 30, -0.5 or 2e10, a date as 2024-05-31, a duration as PT5M");
    if (end - at > ConditionLimits.NUMBER_LENGTH) {
      throw tooLong(at);
    }
    return literal(at, end, number(at, text.substring(at, end)));
  }

  private InvalidRequestException tooLong(int at) {
    return error(at, "this number has more than " + ConditionLimits.NUMBER_LENGTH + " characters");
  }

  private Literal number(int at, String digits) {
    char last = digits.charAt(digits.length() - 1);
    if (last == 'f' || last == 'F') {
      return new Literal.FloatingPoint(Float.parseFloat(digits));
    }
    if (last == 'd' || last == 'D') {
      return new Literal.FloatingPoint(Double.parseDouble(digits));
    }
    BigDecimal value;
    try {
      value = new BigDecimal(digits);
    } catch (NumberFormatException e) {
      throw error(at, "the exponent of this number is out of range");
    }
    if (!Literal.Decimal.isReadable(value)) {
      throw tooLong(at);
    }
    boolean negativeZero =
        value.signum() == 0 && digits.charAt(0) == '-' && digits.indexOf('.') >= 0;
    return negativeZero
        ? new Literal.FloatingPoint(-0.0)
        : new Literal.Decimal(value, YEAR.matcher(digits).matches());
  }

  /**
   * Checks that a value was found and ends at a word boundary.
   *
   * @param at the position of the value
   * @param end the end of the value, or -1 if it was not found
   * @param rule the error message
   */
  private void requireEnd(int at, int end, String rule) {
    if (end < 0 || end != endOfWord(end)) {
      throw error(at, rule);
    }
  }

  private Token bytes(int at) {
    String digits = quoted(at, at + 1, '\'');
    byte[] value;
    try {
      value = HexFormat.of().parseHex(digits);
    } catch (IllegalArgumentException e) {
      throw error(at, "bytes are written as pairs of the digits 0-9 and a-f, as in x'00ff'");
    }
    return literal(at, endOfQuoted(at + 1, '\''), new Literal.Bytes(value));
  }

  private Token symbol(int at) {
    if (ARITHMETIC.indexOf(text.charAt(at)) >= 0) {
      return new Token(Kind.SYMBOL, at, at + 1, text.substring(at, at + 1), null);
    }
    for (Symbol symbol : SYMBOLS) {
      String written = symbol.written();
      if (text.startsWith(written, at)) {
        if (!symbol.known()) {
          throw error(at, "write " + symbol.meant() + " instead of " + written);
        }
        return new Token(Kind.SYMBOL, at, at + written.length(), symbol.meant(), null);
      }
    }
    int c = text.codePointAt(at);
    String found = ConditionText.shown(text, at, at + Character.charCount(c));
    if ("\u2018\u2019\u201c\u201d`".indexOf(c) >= 0) {
      throw error(at, "strings are in straight single quotes ('), names in double quotes (\")");
    }
    if (c == ';') {
      throw error(at, "remove the ; and everything after it");
    }
    if (c == '%' || c == '^') {
      throw error(at, found + " is not an operator; valid: + - * /");
    }
    throw error(
        at,
        found
            + " is not valid here; put names with characters other than letters,"
            + " digits, _ and . in double quotes");
  }

  /** Returns the text between quotes, and replaces each doubled quote with a single one. */
  private String quoted(int at, int open, char quote) {
    int end = endOfQuoted(open, quote);
    if (end < 0) {
      throw error(
          at,
          (quote == '"' ? "this name" : "this string")
              + " does not end; close it with "
              + quote
              + ", and write "
              + quote
              + quote
              + " for "
              + quote
              + " inside it");
    }
    String one = String.valueOf(quote);
    return text.substring(open + 1, end - 1).replace(one + one, one);
  }

  /** Returns the position after the closing quote, or -1 if it is missing. */
  private int endOfQuoted(int open, char quote) {
    int close = text.indexOf(quote, open + 1);
    while (close >= 0 && close + 1 < text.length() && text.charAt(close + 1) == quote) {
      close = text.indexOf(quote, close + 2);
    }
    return close < 0 ? -1 : close + 1;
  }

  /**
   * Returns the end of the word at a position, which is the position itself if no word starts
   * there. A word consists of letters, digits and underscores, with points between them.
   */
  private int endOfWord(int at) {
    int end = at;
    while (end < text.length()) {
      int c = text.codePointAt(end);
      boolean point = c == '.' && end + 1 < text.length() && isPart(text.codePointAt(end + 1));
      if (!point && !isPart(c)) {
        break;
      }
      end += Character.charCount(c);
    }
    return end;
  }

  private static boolean isPart(int c) {
    return c == '_' || Character.isLetterOrDigit(c);
  }

  private int endOf(Pattern pattern, int at) {
    Matcher matcher = pattern.matcher(text).region(at, text.length());
    return matcher.lookingAt() ? matcher.end() : -1;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static Token literal(int start, int end, Literal literal) {
    return new Token(Kind.LITERAL, start, end, "", literal);
  }

  private InvalidRequestException error(int at, String what) {
    return ConditionText.error(subject, text, at, what);
  }
}
