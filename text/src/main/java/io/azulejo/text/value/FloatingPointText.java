package io.azulejo.text.value;

import com.fasterxml.jackson.core.io.NumberOutput;

/**
 * Formats floating-point numbers with the fewest digits that identify them, always with a point or
 * an exponent: {@code 0.1}, {@code 1.5e300}. Other values are {@code NaN}, {@code Infinity} and
 * {@code -Infinity}. A NaN other than the default one includes its bits: {@code
 * NaN(0x7ff8000000000001)}.
 */
public final class FloatingPointText {
  private static final double[] POWERS = new double[23];
  private static final int EXACT_DIGITS_DOUBLE = 15;
  private static final int EXACT_DIGITS_FLOAT = 6;
  private static final long USUAL_NAN_DOUBLE = 0x7ff8000000000000L;
  private static final int USUAL_NAN_FLOAT = 0x7fc00000;

  static {
    double power = 1;
    for (int i = 0; i < POWERS.length; i++) {
      POWERS[i] = power;
      power *= 10;
    }
  }

  private FloatingPointText() {}

  /** Returns whether the text of a number is a valid JSON number; NaN and infinities are not. */
  public static boolean isJson(double value) {
    return Double.isFinite(value);
  }

  /** Appends the text of the FLOAT64 with the given bits. */
  public static void appendDouble(TextBuffer out, long bits) {
    double value = Double.longBitsToDouble(bits);
    if (!Double.isFinite(value)) {
      appendOdd(out, value);
      if (Double.isNaN(value) && bits != USUAL_NAN_DOUBLE) {
        out.append("(0x").appendHex(bits, 16).append(')');
      }
      return;
    }
    double size = Math.abs(value);
    if (bits < 0) {
      out.append('-');
    }
    // Up to 15 digits identify a double. The first number of decimals that parses back to the value
    // is therefore the shortest.
    for (int k = 0; size >= 1e-3 && k <= EXACT_DIGITS_DOUBLE; k++) {
      double scaled = Math.rint(size * POWERS[k]);
      if (scaled >= 1e15) {
        break;
      }
      if (scaled / POWERS[k] == size) {
        appendPoint(out, (long) scaled, k);
        return;
      }
    }
    appendShortest(out, size == 0 ? "0.0" : NumberOutput.toString(size, true));
  }

  /** Appends the text of the FLOAT32 with the given bits. */
  public static void appendFloat(TextBuffer out, int bits) {
    float value = Float.intBitsToFloat(bits);
    if (!Float.isFinite(value)) {
      appendOdd(out, value);
      if (Float.isNaN(value) && bits != USUAL_NAN_FLOAT) {
        out.append("(0x").appendHex(bits & 0xffffffffL, 8).append(')');
      }
      return;
    }
    float size = Math.abs(value);
    if (bits < 0) {
      out.append('-');
    }
    for (int k = 0; size >= 1e-3f && k <= EXACT_DIGITS_FLOAT; k++) {
      float scaled = (float) Math.rint(size * (float) POWERS[k]);
      if (scaled >= 1e6f) {
        break;
      }
      if (scaled / (float) POWERS[k] == size) {
        appendPoint(out, (long) scaled, k);
        return;
      }
    }
    appendShortest(out, size == 0 ? "0.0" : NumberOutput.toString(size, true));
  }

  private static void appendOdd(TextBuffer out, double value) {
    out.append(Double.isNaN(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity");
  }

  /**
   * Appends an integer with a decimal point before its last digits.
   *
   * @param decimals number of digits after the point
   */
  private static void appendPoint(TextBuffer out, long digits, int decimals) {
    if (decimals == 0) {
      out.appendUnsigned(digits).append(".0");
      return;
    }
    long power = (long) POWERS[decimals];
    long below = digits % power;
    out.appendUnsigned(digits / power).append('.');
    for (long bound = power / 10; bound > 1 && below < bound; bound /= 10) {
      out.append('0');
    }
    out.appendUnsigned(below);
  }

  /** Reformats the text that Java produces. Numbers from 0.0001 up to 1e16 have no exponent. */
  private static void appendShortest(TextBuffer out, String java) {
    int e = java.indexOf('E');
    int point = java.indexOf('.');
    String whole = java.substring(0, point);
    String decimals = java.substring(point + 1, e < 0 ? java.length() : e);
    if (decimals.equals("0")) {
      decimals = "";
    }
    String digits = whole + decimals;
    int exponent = (e < 0 ? 0 : Integer.parseInt(java.substring(e + 1))) + whole.length() - 1;
    int leading = 0;
    while (leading < digits.length() - 1 && digits.charAt(leading) == '0') {
      leading++;
    }
    digits = digits.substring(leading);
    exponent -= leading;
    if (exponent < -4 || exponent >= 16) {
      out.append(digits.substring(0, 1));
      if (digits.length() > 1) {
        out.append('.').append(digits.substring(1));
      }
      out.append('e').appendDecimal(exponent);
    } else if (exponent < 0) {
      out.append("0.").append("0".repeat(-exponent - 1)).append(digits);
    } else {
      int before = exponent + 1;
      String padded = digits + "0".repeat(Math.max(0, before - digits.length()));
      out.append(padded.substring(0, before)).append('.');
      out.append(padded.length() > before ? padded.substring(before) : "0");
    }
  }
}
