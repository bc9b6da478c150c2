package io.azulejo.text.row;

/**
 * Encodes text as UTF-8, UTF-16 or UTF-32. {@code \xHH} stands for one byte. Other backslashes are
 * literal.
 */
final class CharacterParser {
  private CharacterParser() {}

  /**
   * Appends the encoded bytes of a text.
   *
   * @param unit size of a code unit in bytes: 1 for UTF-8 and ASCII, 2 for UTF-16, 4 for UTF-32
   * @param bytes whether each character of a pure ASCII text encodes one byte, whatever the unit
   * @throws BadCell if the text has an unpaired surrogate
   */
  public static void put(CellBytes out, char[] text, int start, int end, int unit, boolean bytes) {
    int width = bytes && isAscii(text, start, end) ? 1 : unit;
    int at = start;
    if (width == 1) {
      out.reserve(end - start);
      for (; at < end && text[at] < 0x80 && text[at] != '\\'; at++) {
        out.put(text[at]);
      }
    }
    while (at < end) {
      char c = text[at++];
      if (c == '\\' && isEscape(text, at, end)) {
        out.put(Character.digit(text[at + 1], 16) << 4 | Character.digit(text[at + 2], 16));
        at += 3;
      } else if (!Character.isSurrogate(c)) {
        putPoint(out, c, width);
      } else if (Character.isHighSurrogate(c) && at < end && Character.isLowSurrogate(text[at])) {
        putPoint(out, Character.toCodePoint(c, text[at++]), width);
      } else {
        throw new BadCell(
            "unpaired surrogate \\u%04x; write its bytes as \\xHH".formatted((int) c));
      }
    }
  }

  private static boolean isAscii(char[] text, int start, int end) {
    for (int at = start; at < end; at++) {
      if (text[at] >= 0x80) {
        return false;
      }
    }
    return true;
  }

  private static boolean isEscape(char[] text, int at, int end) {
    return at + 2 < end && text[at] == 'x' && isHex(text[at + 1]) && isHex(text[at + 2]);
  }

  private static boolean isHex(char c) {
    return c < 0x80 && Character.digit(c, 16) >= 0;
  }

  private static void putPoint(CellBytes out, int point, int unit) {
    if (unit == 4) {
      out.put(point, 4);
    } else if (unit == 2) {
      if (point >= 0x10000) {
        out.put(Character.highSurrogate(point), 2);
        out.put(Character.lowSurrogate(point), 2);
      } else {
        out.put(point, 2);
      }
    } else if (point < 0x80) {
      out.put(point);
    } else if (point < 0x800) {
      out.put(0xc0 | point >> 6);
      out.put(0x80 | point & 0x3f);
    } else if (point < 0x10000) {
      out.put(0xe0 | point >> 12);
      out.put(0x80 | point >> 6 & 0x3f);
      out.put(0x80 | point & 0x3f);
    } else {
      out.put(0xf0 | point >> 18);
      out.put(0x80 | point >> 12 & 0x3f);
      out.put(0x80 | point >> 6 & 0x3f);
      out.put(0x80 | point & 0x3f);
    }
  }
}
