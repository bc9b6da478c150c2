package io.azulejo.text.row;

import io.azulejo.schema.Datatype;
import io.azulejo.schema.Range;
import io.azulejo.text.input.DateForm;
import io.azulejo.text.input.InputField;
import io.azulejo.text.input.ValueNotation;

/** Parses the text of a single value and appends the value's bytes to a buffer. */
abstract class ValueParser {
  /**
   * Parses a value and appends its bytes. Throws {@link BadCell} if the text is not a valid value.
   */
  abstract void put(CellBytes out, char[] text, int start, int end);

  /**
   * Returns the parser for the values of a field. For an enumerated field, the parsed values are
   * indexes.
   *
   * @param indexes whether texts of an enumerated field are indexes instead of values
   */
  public static ValueParser of(InputField field, boolean indexes, ValueNotation notation) {
    if (field.enumeration().isPresent() && field.type().isInteger()) {
      return new EnumerationParser(
          field.enumeration().get(), field.type(), indexes, field.newValues());
    }
    ValueParser values = of(field.type(), field.domain().orElse(null), notation.dates());
    boolean number = field.type().isInteger() || field.type().isFloatingPoint();
    return notation.decimalComma() && number ? new WithComma(values) : values;
  }

  private static ValueParser of(Datatype type, Range domain, DateForm dates) {
    if (type == Datatype.BOOL) {
      return new Bool();
    }
    if (type.isFloatingPoint()) {
      return new FloatingPoints(type, (Range.Doubles) domain);
    }
    return new Integers(type, (Range.Longs) domain, dates);
  }

  private static BadCell outside(char[] text, int start, int end, String low, String high) {
    return new BadCell(
        "%s is outside the domain, %s to %s".formatted(BadCell.shown(text, start, end), low, high));
  }

  private static final class Integers extends ValueParser {
    private final Datatype type;
    private final int width;
    private final boolean bounded;
    private final long flip;
    private final long low;
    private final long high;
    private final DateForm dates;

    Integers(Datatype type, Range.Longs domain, DateForm dates) {
      this.type = type;
      this.dates = dates;
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
              ? TimeParser.datetime(text, start, end, type, dates)
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

  /** Parses numbers with a decimal comma. */
  private static final class WithComma extends ValueParser {
    private final ValueParser values;

    WithComma(ValueParser values) {
      this.values = values;
    }

    @Override
    void put(CellBytes out, char[] text, int start, int end) {
      char[] plain = NumberForms.plain(text, start, end, true);
      if (plain == null) {
        values.put(out, text, start, end);
      } else {
        values.put(out, plain, 0, plain.length);
      }
    }
  }

  private static final class Bool extends ValueParser {
    @Override
    void put(CellBytes out, char[] text, int start, int end) {
      int truth = BooleanWords.of(text, start, end);
      if (truth != 0) {
        out.put(truth > 0 ? 1 : 0);
      } else if (end - start > 0 && text[start] >= '0' && text[start] <= '9') {
        out.put((int) NumberParser.integer(text, start, end, Datatype.UINT8));
      } else {
        throw new BadCell(BadCell.shown(text, start, end) + " is neither true nor false");
      }
    }
  }
}
