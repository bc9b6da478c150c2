package io.azulejo.text.value;

import java.nio.ByteBuffer;

/**
 * Converts stored text to UTF-8. Invalid bytes become {@code \xHH}. A backslash that would look
 * like such an escape is escaped too, so that the text identifies the bytes uniquely.
 */
public final class Unicode {
  private Unicode() {}

  /**
   * Appends stored text as UTF-8.
   *
   * @param unit size of a code unit in bytes: 1 for UTF-8 and ASCII, 2 for UTF-16, 4 for UTF-32
   * @param controls whether to escape control characters too, except tabs and line breaks
   */
  public static void append(
      TextBuffer out, int unit, ByteBuffer data, int start, int end, boolean controls) {
    int at = start;
    while (at < end) {
      int length = length(unit, data, at, end);
      int point = length == 0 ? -1 : codePoint(unit, data, at, length);
      boolean escape =
          length == 0
              || (controls && isControl(point))
              || (point == '\\' && looksLikeEscape(unit, data, at + unit, end));
      if (escape) {
        int bytes = length == 0 ? 1 : length;
        for (int i = 0; i < bytes; i++) {
          out.append("\\x").appendHex(data.get(at + i), 2);
        }
        at += bytes;
      } else {
        appendCodePoint(out, point);
        at += length;
      }
    }
  }

  /** Returns the length in bytes of the UTF-8 sequence at a position, or 0 if it is invalid. */
  static int utf8Length(ByteBuffer data, int at, int end) {
    int first = data.get(at) & 0xff;
    if (first < 0x80) {
      return 1;
    }
    int length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
    if (length == 0 || at + length > end) {
      return 0;
    }
    for (int i = 1; i < length; i++) {
      if ((data.get(at + i) & 0xc0) != 0x80) {
        return 0;
      }
    }
    int second = data.get(at + 1) & 0xff;
    boolean overlong = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
    boolean noCharacter = (first == 0xed && second > 0x9f) || (first == 0xf4 && second > 0x8f);
    return overlong || noCharacter ? 0 : length;
  }

  /**
   * Returns the width of a character on a terminal: 0, 1 or 2 columns.
   *
   * @param point the code point
   */
  public static int columns(int point) {
    if (point < 0x300) {
      return 1;
    }
    int category = Character.getType(point);
    if (category == Character.NON_SPACING_MARK
        || category == Character.ENCLOSING_MARK
        || category == Character.FORMAT) {
      return 0;
    }
    boolean wide =
        point >= 0x1100
            && (point <= 0x115f
                || (point >= 0x2e80 && point <= 0xa4cf && point != 0x303f)
                || (point >= 0xac00 && point <= 0xd7a3)
                || (point >= 0xf900 && point <= 0xfaff)
                || (point >= 0xfe30 && point <= 0xfe6f)
                || (point >= 0xff00 && point <= 0xff60)
                || (point >= 0xffe0 && point <= 0xffe6)
                || (point >= 0x1f300 && point <= 0x1f64f)
                || (point >= 0x1f900 && point <= 0x1f9ff)
                || (point >= 0x20000 && point <= 0x3fffd));
    return wide ? 2 : 1;
  }

  /** Returns the width of a text on a terminal in columns. */
  public static int columns(String text) {
    return text.codePoints().map(Unicode::columns).sum();
  }

  private static boolean isControl(int point) {
    return (point < ' ' && point != '\t' && point != '\n' && point != '\r')
        || (point >= 0x7f && point < 0xa0);
  }

  private static boolean looksLikeEscape(int unit, ByteBuffer data, int at, int end) {
    if (at + 3 * unit > end || codePoint(unit, data, at, unit) != 'x') {
      return false;
    }
    return isHex(codePoint(unit, data, at + unit, unit))
        && isHex(codePoint(unit, data, at + 2 * unit, unit));
  }

  private static boolean isHex(int point) {
    return point < 0x80 && Character.digit(point, 16) >= 0;
  }

  private static int length(int unit, ByteBuffer data, int at, int end) {
    if (unit == 1) {
      return utf8Length(data, at, end);
    }
    if (at + unit > end) {
      return 0;
    }
    if (unit == 4) {
      int point = data.getInt(at);
      return Character.isValidCodePoint(point) && !isSurrogate(point) ? 4 : 0;
    }
    char first = data.getChar(at);
    if (!Character.isSurrogate(first)) {
      return 2;
    }
    boolean pair =
        Character.isHighSurrogate(first)
            && at + 4 <= end
            && Character.isLowSurrogate(data.getChar(at + 2));
    return pair ? 4 : 0;
  }

  private static boolean isSurrogate(int point) {
    return point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
  }

  private static int codePoint(int unit, ByteBuffer data, int at, int length) {
    if (unit == 4) {
      return data.getInt(at);
    }
    if (unit == 2) {
      return length == 2
          ? data.getChar(at)
          : Character.toCodePoint(data.getChar(at), data.getChar(at + 2));
    }
    int first = data.get(at) & 0xff;
    if (length == 1) {
      return first;
    }
    int point = first & (0xff >> (length + 1));
    for (int i = 1; i < length; i++) {
      point = point << 6 | data.get(at + i) & 0x3f;
    }
    return point;
  }

  private static void appendCodePoint(TextBuffer out, int point) {
    if (point < 0x80) {
      out.appendByte(point);
    } else if (point < 0x800) {
      out.appendByte(0xc0 | point >> 6).appendByte(0x80 | point & 0x3f);
    } else if (point < 0x10000) {
      out.appendByte(0xe0 | point >> 12)
          .appendByte(0x80 | point >> 6 & 0x3f)
          .appendByte(0x80 | point & 0x3f);
    } else {
      out.appendByte(0xf0 | point >> 18)
          .appendByte(0x80 | point >> 12 & 0x3f)
          .appendByte(0x80 | point >> 6 & 0x3f)
          .appendByte(0x80 | point & 0x3f);
    }
  }
}
