package io.azulejo.text.row;

import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.text.input.InputField;
import io.azulejo.text.input.ValueNotation;
import java.util.Arrays;

/** Parses the text of a cell and appends the cell's bytes to a buffer. */
public abstract class CellParser {
  /**
   * Parses a cell and appends its bytes. Throws {@link BadCell} if the text is not a valid cell.
   */
  public abstract void put(CellBytes out, char[] text, int start, int end, CellNotation notation);

  /**
   * Returns the parser for a field, with the default notation of numbers and dates.
   *
   * @param indexes whether cells of enumerated fields are indexes instead of values
   */
  public static CellParser of(InputField field, boolean indexes) {
    return of(field, indexes, ValueNotation.USUAL);
  }

  /**
   * Returns the parser for a field.
   *
   * @param indexes whether cells of enumerated fields are indexes instead of values
   * @param notation notation of numbers and dates
   */
  public static CellParser of(InputField field, boolean indexes, ValueNotation notation) {
    if (field.isText()) {
      return new Text(field);
    }
    if (field.type().isBytes()) {
      return new Hex(field);
    }
    ValueParser values = ValueParser.of(field, indexes, notation);
    if (field.cellValNum() != 1) {
      return new Several(field, values);
    }
    return values instanceof EnumerationParser known ? new Known(known) : new Single(values);
  }

  private static final class Single extends CellParser {
    private final ValueParser value;

    Single(ValueParser value) {
      this.value = value;
    }

    @Override
    public void put(CellBytes out, char[] text, int start, int end, CellNotation notation) {
      int from = start;
      int to = end;
      while (from < to && text[from] == ' ') {
        from++;
      }
      while (from < to && text[to - 1] == ' ') {
        to--;
      }
      if (from == to) {
        throw new BadCell("the value is missing, and the field is not nullable");
      }
      if (notation == CellNotation.LIST) {
        throw new BadCell(BadCell.shown(text, start, end) + " is a list, but cells hold one value");
      }
      value.put(out, text, from, to);
    }
  }

  private static final class Known extends CellParser {
    private final EnumerationParser value;

    Known(EnumerationParser value) {
      this.value = value;
    }

    @Override
    public void put(CellBytes out, char[] text, int start, int end, CellNotation notation) {
      value.put(out, text, start, end, notation);
    }
  }

  /** Parses a cell with several values, such as {@code [1,2]} or {@code [1 2]}. */
  private static final class Several extends CellParser {
    private final int count;
    private final ValueParser value;
    private char[] word = new char[64];

    Several(InputField field, ValueParser value) {
      this.count = field.cellValNum();
      this.value = value;
    }

    @Override
    public void put(CellBytes out, char[] text, int start, int end, CellNotation notation) {
      int at = skip(text, start, end);
      int last = end;
      while (last > at && text[last - 1] == ' ') {
        last--;
      }
      if (last - at < 2 || text[at] != '[' || text[last - 1] != ']') {
        throw new BadCell(BadCell.shown(text, start, end) + " is not a list such as [1,2]");
      }
      last--;
      at = skip(text, at + 1, last);
      int values = 0;
      while (at < last) {
        at = skip(text, element(out, text, at, last), last);
        values++;
        if (at < last && text[at] == ',') {
          at = skip(text, at + 1, last);
          if (at == last) {
            throw new BadCell(BadCell.shown(text, start, end) + " ends with a comma");
          }
        }
      }
      if (count != Attribute.VAR && values != count) {
        throw new BadCell(
            "%s has %d values, but cells have %d"
                .formatted(BadCell.shown(text, start, end), values, count));
      }
    }

    private int element(CellBytes out, char[] text, int from, int last) {
      int at = from;
      if (text[at] != '"') {
        while (at < last && text[at] != ',' && text[at] != ' ') {
          at++;
        }
        put(out, text, from, at, false);
        return at;
      }
      int length = 0;
      for (at++; at < last && text[at] != '"'; at++) {
        at += text[at] == '\\' && at + 1 < last && isEscaped(text[at + 1]) ? 1 : 0;
        if (length == word.length) {
          word = Arrays.copyOf(word, 2 * length);
        }
        word[length++] = text[at];
      }
      if (at >= last) {
        throw new BadCell("a quote in a list is not closed");
      }
      put(out, word, 0, length, true);
      return at + 1;
    }

    private static boolean isEscaped(char c) {
      return c == '"' || c == '\\';
    }

    private void put(CellBytes out, char[] text, int start, int end, boolean quoted) {
      if (value instanceof EnumerationParser known) {
        known.put(out, text, start, end, quoted ? CellNotation.QUOTED : CellNotation.BARE);
      } else {
        value.put(out, text, start, end);
      }
    }

    private static int skip(char[] text, int from, int end) {
      int at = from;
      while (at < end && text[at] == ' ') {
        at++;
      }
      return at;
    }
  }

  private static final class Text extends CellParser {
    private final Datatype type;
    private final int bytes;

    Text(InputField field) {
      this.type = field.type();
      this.bytes = field.cellValNum() == Attribute.VAR ? 0 : field.cellValNum() * type.size();
    }

    @Override
    public void put(CellBytes out, char[] text, int start, int end, CellNotation notation) {
      if (notation == CellNotation.LIST) {
        throw new BadCell(BadCell.shown(text, start, end) + " is a list, but cells hold strings");
      }
      int before = out.size();
      CharacterParser.put(out, text, start, end, type.size(), notation == CellNotation.BYTES);
      int length = out.size() - before;
      if (bytes > 0 && length != bytes) {
        throw new BadCell(
            "%s takes %d bytes, but cells have %d"
                .formatted(BadCell.shown(text, start, end), length, bytes));
      }
      if (length % type.size() != 0) {
        throw new BadCell(
            "%s takes %d bytes, which is not a whole number of %s characters"
                .formatted(BadCell.shown(text, start, end), length, type));
      }
    }
  }

  /** Parses hexadecimal bytes, such as {@code 0x00ff} or {@code x00ff}. */
  private static final class Hex extends CellParser {
    private final int bytes;

    Hex(InputField field) {
      this.bytes = Math.max(0, field.cellValNum());
    }

    @Override
    public void put(CellBytes out, char[] text, int start, int end, CellNotation notation) {
      int at = start < end && text[start] == '0' ? start + 1 : start;
      if (at >= end || (text[at] | 0x20) != 'x' || (end - at) % 2 == 0) {
        throw new BadCell(BadCell.shown(text, start, end) + " is not bytes such as 0x00ff");
      }
      int length = (end - at) / 2;
      if (bytes > 0 && length != bytes) {
        throw new BadCell(
            "%s has %d bytes, but cells have %d"
                .formatted(BadCell.shown(text, start, end), length, bytes));
      }
      for (at++; at < end; at += 2) {
        int high = Character.digit(text[at], 16);
        int low = Character.digit(text[at + 1], 16);
        if ((high | low) < 0) {
          throw new BadCell(BadCell.shown(text, start, end) + " is not bytes such as 0x00ff");
        }
        out.put(high << 4 | low);
      }
    }
  }
}
