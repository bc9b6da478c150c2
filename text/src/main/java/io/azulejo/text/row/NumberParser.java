package io.azulejo.text.row;

import com.fasterxml.jackson.core.io.NumberInput;
import io.azulejo.schema.Datatype;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;

/** Parses numbers. Plain numbers take a fast path; all others are parsed exactly. */
public final class NumberParser {
  private static final int DIGITS_OF_LONG = 18;
  private static final int MAX_DIGITS = 400;

  /**
   * Maximum number of characters of a number. Any floating-point number can be written exactly with
   * fewer.
   */
  public static final int LONGEST = 2_000;

  private static final long EXACT_DOUBLE = 1L << 53;
  private static final int EXACT_FLOAT = 1 << 24;
  private static final double[] POWERS = new double[23];
  private static final int FLOAT_POWERS = 10;

  static {
    double power = 1;
    for (int i = 0; i < POWERS.length; i++) {
      POWERS[i] = power;
      power *= 10;
    }
  }

  private NumberParser() {}

  /**
   * Parses an integer of the given type. A UINT64 is returned as the long with the same bits.
   *
   * @throws BadCell if the text is not an integer, or is out of range
   */
  public static long integer(char[] text, int start, int end, Datatype type) {
    int at = start;
    boolean negative = at < end && text[at] == '-';
    at += negative ? 1 : 0;
    if (at == end || end - at > DIGITS_OF_LONG) {
      return unusual(text, start, end, type);
    }
    long value = 0;
    for (; at < end; at++) {
      int digit = text[at] - '0';
      if (digit < 0 || digit > 9) {
        return unusual(text, start, end, type);
      }
      value = value * 10 + digit;
    }
    value = negative ? -value : value;
    if (!fits(value, type)) {
      throw tooLarge(text, start, end, type);
    }
    return value;
  }

  /** Returns whether a signed number is in the range of an integer type. */
  public static boolean fits(long value, Datatype type) {
    int bits = 8 * type.size();
    if (type.isUnsigned()) {
      return value >= 0 && (bits == Long.SIZE || value >>> bits == 0);
    }
    return value << Long.SIZE - bits >> Long.SIZE - bits == value;
  }

  /** Parses an integer with a plus sign, a decimal point, an exponent, or many digits. */
  private static long unusual(char[] text, int start, int end, Datatype type) {
    requireShort(text, start, end);
    BigDecimal number = decimal(text, start, end, type);
    if (number.signum() == 0) {
      return 0;
    }
    long digits = (long) number.precision() - number.scale();
    if (digits > MAX_DIGITS) {
      throw tooLarge(text, start, end, type);
    }
    number = number.stripTrailingZeros();
    if (number.scale() > 0) {
      throw hasDecimals(text, start, end, type);
    }
    BigInteger value = number.toBigIntegerExact();
    int bits = 8 * type.size();
    boolean fits =
        type.isUnsigned()
            ? value.signum() >= 0 && value.bitLength() <= bits
            : value.bitLength() < bits;
    if (!fits) {
      throw tooLarge(text, start, end, type);
    }
    return value.longValue();
  }

  /** Parses a decimal number, with or without thousands separators. */
  private static BigDecimal decimal(char[] text, int start, int end, Datatype type) {
    try {
      return new BigDecimal(text, start, end - start);
    } catch (NumberFormatException e) {
      char[] plain = NumberForms.plain(text, start, end, false);
      if (plain == null) {
        throw new BadCell(
            BadCell.shown(text, start, end) + " is not an integer, but the type is " + type);
      }
      try {
        return new BigDecimal(plain);
      } catch (NumberFormatException exponent) {
        // The exponent is outside the range of BigDecimal.
        throw new String(plain).matches(".*[eE]-.*")
            ? hasDecimals(text, start, end, type)
            : tooLarge(text, start, end, type);
      }
    }
  }

  private static BadCell hasDecimals(char[] text, int start, int end, Datatype type) {
    return new BadCell(BadCell.shown(text, start, end) + " has decimals, but the type is " + type);
  }

  private static BadCell tooLarge(char[] text, int start, int end, Datatype type) {
    return new BadCell(BadCell.shown(text, start, end) + " is out of range for " + type);
  }

  private static void requireShort(char[] text, int start, int end) {
    if (end - start > LONGEST) {
      throw new BadCell(
          "%s has %,d characters; numbers may have at most %,d"
              .formatted(BadCell.shown(text, start, end), end - start, LONGEST));
    }
  }

  /** Returns whether a text is a decimal number, with or without a fraction. */
  public static boolean isNumber(char[] text, int start, int end) {
    if (end - start > LONGEST) {
      return false;
    }
    int at = start + (start < end && (text[start] == '-' || text[start] == '+') ? 1 : 0);
    int digits = 0;
    boolean point = false;
    for (; at < end; at++) {
      char c = text[at];
      if (c >= '0' && c <= '9') {
        digits++;
      } else if (c == '.' && !point) {
        point = true;
      } else {
        break;
      }
    }
    if (digits == 0) {
      return false;
    }
    if (at == end) {
      return true;
    }
    if (text[at] != 'e' && text[at] != 'E') {
      return false;
    }
    at++;
    at += at < end && (text[at] == '-' || text[at] == '+') ? 1 : 0;
    if (at == end) {
      return false;
    }
    for (; at < end; at++) {
      if (text[at] < '0' || text[at] > '9') {
        return false;
      }
    }
    return true;
  }

  /**
   * Parses a FLOAT64 and returns its bits.
   *
   * @throws BadCell if it is not a number
   */
  public static long doubleBits(char[] text, int start, int end) {
    int at = start;
    boolean negative = at < end && text[at] == '-';
    at += negative ? 1 : 0;
    long digits = 0;
    int count = 0;
    int decimals = 0;
    boolean point = false;
    for (; at < end && count < DIGITS_OF_LONG; at++) {
      char c = text[at];
      if (c >= '0' && c <= '9') {
        digits = digits * 10 + (c - '0');
        count++;
        decimals += point ? 1 : 0;
      } else if (c == '.' && !point) {
        point = true;
      } else {
        break;
      }
    }
    if (at == end && count > 0 && digits <= EXACT_DOUBLE) {
      double value = digits / POWERS[decimals];
      return Double.doubleToRawLongBits(negative ? -value : value);
    }
    if (isNumber(text, start, end)) {
      return Double.doubleToRawLongBits(NumberInput.parseDouble(text, start, end - start, true));
    }
    return odd(text, start, end, 16);
  }

  /**
   * Parses a FLOAT32 and returns its bits.
   *
   * @throws BadCell if it is not a number
   */
  public static int floatBits(char[] text, int start, int end) {
    int at = start;
    boolean negative = at < end && text[at] == '-';
    at += negative ? 1 : 0;
    int digits = 0;
    int count = 0;
    int decimals = 0;
    boolean point = false;
    for (; at < end && count <= 8; at++) {
      char c = text[at];
      if (c >= '0' && c <= '9') {
        digits = digits * 10 + (c - '0');
        count++;
        decimals += point ? 1 : 0;
      } else if (c == '.' && !point) {
        point = true;
      } else {
        break;
      }
    }
    if (at == end && count > 0 && digits <= EXACT_FLOAT && decimals <= FLOAT_POWERS) {
      float value = digits / (float) POWERS[decimals];
      return Float.floatToRawIntBits(negative ? -value : value);
    }
    if (isNumber(text, start, end)) {
      return Float.floatToRawIntBits(NumberInput.parseFloat(text, start, end - start, true));
    }
    return (int) odd(text, start, end, 8);
  }

  /**
   * Parses NaN, an infinity, or hexadecimal bits.
   *
   * @param digits number of hexadecimal digits of the type: 8 for FLOAT32, 16 for FLOAT64
   */
  private static long odd(char[] text, int start, int end, int digits) {
    requireShort(text, start, end);
    String word = new String(text, start, end - start);
    boolean wide = digits == 16;
    switch (word.toLowerCase(Locale.ROOT)) {
      case "nan":
        return wide ? 0x7ff8000000000000L : 0x7fc00000;
      case "inf", "+inf", "infinity", "+infinity":
        return wide ? 0x7ff0000000000000L : 0x7f800000;
      case "-inf", "-infinity":
        return wide ? 0xfff0000000000000L : 0xff800000;
      default:
        String hex =
            word.startsWith("NaN(0x") && word.endsWith(")")
                ? word.substring(6, word.length() - 1)
                : word.startsWith("0x") || word.startsWith("0X") ? word.substring(2) : "";
        if (hex.length() == digits && hex.chars().allMatch(c -> Character.digit(c, 16) >= 0)) {
          return Long.parseUnsignedLong(hex, 16);
        }
        char[] plain = NumberForms.plain(text, start, end, false);
        if (plain != null) {
          return wide ? doubleBits(plain, 0, plain.length) : floatBits(plain, 0, plain.length);
        }
        throw new BadCell(
            BadCell.shown(text, start, end) + " is not a number such as -1.5, 2e10 or NaN");
    }
  }
}
