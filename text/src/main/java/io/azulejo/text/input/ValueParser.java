package io.azulejo.text.input;

import io.azulejo.schema.Datatype;
import io.azulejo.schema.Range;

/** Texts as single values of a type. */
abstract class ValueParser {
  /** Puts the bytes of the value that a text says; throws {@link BadCell} if it says none. */
  abstract void put(CellBytes out, char[] text, int start, int end);

  /** The values of a field; of an enumerated one the indexes. */
  static ValueParser of(InputField field, boolean indexes) {
    if (field.enumeration().isPresent() && field.type().isInteger()) {
      return new EnumerationParser(field.enumeration().get(), field.type(), indexes);
    }
    return of(field.type(), field.domain().orElse(null));
  }

  private static ValueParser of(Datatype type, Range domain) {
    if (type == Datatype.BOOL) {
      return new Bool();
    }
    if (type.isFloatingPoint()) {
      return new FloatingPoints(type, (Range.Doubles) domain);
    }
    return new Integers(type, (Range.Longs) domain);
  }

  private static BadCell outside(char[] text, int start, int end, String low, String high) {
    return new BadCell(
        "%s lies outside the domain, %s to %s"
            .formatted(BadCell.shown(text, start, end), low, high));
  }

  private static final class Integers extends ValueParser {
    private final Datatype type;
    private final int width;
    private final boolean bounded;
    private final long flip;
    private final long low;
    private final long high;

    Integers(Datatype type, Range.Longs domain) {
      this.type = type;
      this.width = type.size();
      this.bounded = domain != null;
      this.flip = type == Datatype.UINT64 ? Long.MIN_VALUE : 0;
      this.low = bounded ? domain.low() ^ flip : 0;
      this.high = bounded ? domain.high() ^ flip : 0;
    }

    @Override
    void put(CellBytes out, char[] text, int start, int end) {
      long value =
          type.isDatetime()
              ? TimeParser.datetime(text, start, end, type)
              : type.isTime()
                  ? TimeParser.time(text, start, end, type)
                  : NumberParser.integer(text, start, end, type);
      if (bounded && ((value ^ flip) < low || (value ^ flip) > high)) {
        throw outside(
            text, start, end, MessageText.of(type, low ^ flip), MessageText.of(type, high ^ flip));
      }
      out.put(value, width);
    }
  }

  private static final class FloatingPoints extends ValueParser {
    private final boolean wide;
    private final Range.Doubles domain;

    FloatingPoints(Datatype type, Range.Doubles domain) {
      this.wide = type == Datatype.FLOAT64;
      this.domain = domain;
    }

    @Override
    void put(CellBytes out, char[] text, int start, int end) {
      double value;
      if (wide) {
        long bits = NumberParser.doubleBits(text, start, end);
        out.put(bits, 8);
        value = Double.longBitsToDouble(bits);
      } else {
        int bits = NumberParser.floatBits(text, start, end);
        out.put(bits, 4);
        value = Float.intBitsToFloat(bits);
      }
      if (domain != null && !(value >= domain.low() && value <= domain.high())) {
        throw outside(
            text, start, end, Double.toString(domain.low()), Double.toString(domain.high()));
      }
    }
  }

  private static final class Bool extends ValueParser {
    @Override
    void put(CellBytes out, char[] text, int start, int end) {
      if (is(text, start, end, "true")) {
        out.put(1);
      } else if (is(text, start, end, "false")) {
        out.put(0);
      } else if (end - start > 0 && text[start] >= '0' && text[start] <= '9') {
        out.put((int) NumberParser.integer(text, start, end, Datatype.UINT8));
      } else {
        throw new BadCell(BadCell.shown(text, start, end) + " is neither true nor false");
      }
    }

    private static boolean is(char[] text, int start, int end, String word) {
      if (end - start != word.length()) {
        return false;
      }
      for (int i = 0; i < word.length(); i++) {
        if ((text[start + i] | 0x20) != word.charAt(i)) {
          return false;
        }
      }
      return true;
    }
  }
}
