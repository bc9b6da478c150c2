package io.azulejo.testkit;

import io.azulejo.schema.Datatype;
import io.azulejo.schema.Range;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Parses values in the text form that the corpus uses. */
public final class CorpusValues {
  private CorpusValues() {}

  /**
   * Returns the range between two coordinates, both inclusive.
   *
   * @param type the type of the dimension
   * @param low the text of the lower bound
   * @param high the text of the upper bound
   */
  public static Range range(Datatype type, String low, String high) {
    if (type.isString()) {
      return Range.of(string(low), string(high));
    }
    return type.isFloatingPoint()
        ? Range.of(real(type, low), real(type, high))
        : Range.of(whole(type, low), whole(type, high));
  }

  /**
   * Parses a decimal integer. A UINT64 above {@link Long#MAX_VALUE} becomes the negative number
   * with the same bits.
   */
  public static long whole(Datatype type, String text) {
    return type == Datatype.UINT64 ? Long.parseUnsignedLong(text) : Long.parseLong(text);
  }

  /**
   * Parses a floating-point number from its bits: two characters ({@code 0x}), then hexadecimal
   * digits.
   */
  public static double real(Datatype type, String text) {
    String bits = text.substring(2);
    return type == Datatype.FLOAT32
        ? Float.intBitsToFloat(Integer.parseUnsignedInt(bits, 16))
        : Double.longBitsToDouble(Long.parseUnsignedLong(bits, 16));
  }

  /**
   * Returns the bytes of a string in double quotes. In it, {@code \xHH} is one byte, and a
   * backslash escapes any other character.
   *
   * @throws IllegalArgumentException if the text is not in double quotes
   */
  public static byte[] string(String quoted) {
    byte[] text = quoted.getBytes(StandardCharsets.US_ASCII);
    if (text.length < 2 || text[0] != '"' || text[text.length - 1] != '"') {
      throw new IllegalArgumentException("not in double quotes: " + quoted);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int at = 1; at < text.length - 1; at++) {
      if (text[at] != '\\') {
        bytes.write(text[at]);
      } else if (text[at + 1] == 'x') {
        bytes.write(Integer.parseInt(quoted.substring(at + 2, at + 4), 16));
        at += 3;
      } else {
        bytes.write(text[++at]);
      }
    }
    return bytes.toByteArray();
  }
}
