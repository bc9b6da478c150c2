package io.azulejo.text.output;

import io.azulejo.query.Column;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.LosslessUtf8;
import io.azulejo.text.value.FloatingPointText;
import io.azulejo.text.value.TextBuffer;
import io.azulejo.text.value.Unicode;
import io.azulejo.text.value.ValueText;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Formats the cells of one field: numbers in decimal, datetimes in ISO 8601, enumerated cells as
 * their values. The text is lossless. Null, the empty string, bytes that are not text, and indexes
 * without a value all have different texts, which the manual describes.
 */
public final class CellText {
  /** How a cell is quoted and escaped. */
  public enum Notation {
    /** The cell is a CSV field. */
    CSV,
    /** The cell is a JSON value. */
    JSON,
    /** The cell is plain text for people. */
    PLAIN
  }

  private static final byte[] NULL = {'n', 'u', 'l', 'l'};

  private final Datatype type;
  private final boolean single;
  private final Notation notation;
  private final Enumeration enumeration;
  private final byte[][] labels;
  private final TextBuffer scratch = new TextBuffer(64);
  private final boolean isLabel;

  private CellText(
      Datatype type, boolean single, Notation notation, Enumeration enumeration, boolean isLabel) {
    this.type = type;
    this.single = single;
    this.notation = notation;
    this.enumeration = type.isInteger() ? enumeration : null;
    this.labels = this.enumeration == null ? null : new byte[enumeration.size()][];
    this.isLabel = isLabel;
  }

  /** Returns the formatter for a field. */
  public static CellText of(RowField field, Notation notation) {
    return new CellText(
        field.type(), field.isSingle(), notation, field.enumeration().orElse(null), false);
  }

  /**
   * Returns the name of a field as text. Bytes that are not valid UTF-8 become {@code \xHH}.
   *
   * @param controls whether to escape control characters too
   */
  public static TextBuffer name(RowField field, boolean controls) {
    byte[] name = LosslessUtf8.encode(field.name());
    TextBuffer text = new TextBuffer(name.length + 16);
    Unicode.append(text, 1, ByteBuffer.wrap(name), 0, name.length, controls);
    return text;
  }

  /**
   * Returns whether the cells are numbers or datetimes with one value per cell, which tables align
   * to the right.
   */
  boolean isAlignedRight() {
    return single && enumeration == null;
  }

  /**
   * Appends the cell of a row.
   *
   * @param data data of the column, little-endian
   */
  public void append(TextBuffer out, Column column, ByteBuffer data, int row) {
    if (!column.isNull(row)) {
      append(out, data, column.start(row), column.end(row));
    } else if (notation != Notation.CSV) {
      out.append(NULL, 0, NULL.length);
    }
  }

  /**
   * Appends the cell in a range of little-endian bytes.
   *
   * @param end end of the range, exclusive
   */
  public void append(TextBuffer out, ByteBuffer data, int start, int end) {
    if (ValueText.isText(type)) {
      appendText(out, data, start, end);
    } else if (type.isBytes()) {
      appendBytes(out, data, start, end);
    } else if (single) {
      appendValue(out, data, start, notation == Notation.JSON);
    } else if (notation == Notation.CSV) {
      scratch.truncate(0);
      appendList(scratch, data, start, end);
      appendCsv(out, scratch);
    } else {
      appendList(out, data, start, end);
    }
  }

  /** Appends a text as a CSV field. */
  static void appendCsv(TextBuffer out, TextBuffer text) {
    appendCsv(out, text, false);
  }

  /**
   * Appends a text as a CSV field.
   *
   * @param quoted whether to add quotes even if they are not necessary
   */
  static void appendCsv(TextBuffer out, TextBuffer text, boolean quoted) {
    boolean quote = quoted || text.size() == 0;
    for (int i = 0; i < text.size() && !quote; i++) {
      byte b = text.byteAt(i);
      quote = b == ',' || b == '"' || b == '\n' || b == '\r';
      quote |= b == ' ' && (i == 0 || i == text.size() - 1);
    }
    if (!quote) {
      out.append(text);
      return;
    }
    out.append('"');
    for (int i = 0; i < text.size(); i++) {
      byte b = text.byteAt(i);
      if (b == '"') {
        out.append('"');
      }
      out.appendByte(b);
    }
    out.append('"');
  }

  /** Appends a text as a JSON string. */
  public static void appendJson(TextBuffer out, TextBuffer text) {
    out.append('"');
    for (int i = 0; i < text.size(); i++) {
      byte b = text.byteAt(i);
      if (b == '"' || b == '\\') {
        out.append('\\').appendByte(b);
      } else if (b >= 0 && b < ' ') {
        switch (b) {
          case '\n' -> out.append("\\n");
          case '\r' -> out.append("\\r");
          case '\t' -> out.append("\\t");
          default -> out.append("\\u00").appendHex(b, 2);
        }
      } else {
        out.appendByte(b);
      }
    }
    out.append('"');
  }

  private void appendText(TextBuffer out, ByteBuffer data, int start, int end) {
    if (type.size() == 1 && start < end && isHarmless(data, start, end)) {
      if (notation == Notation.JSON) {
        out.append('"').append(data, start, end - start).append('"');
      } else {
        out.append(data, start, end - start);
      }
      return;
    }
    scratch.truncate(0);
    int from = start;
    if (isLabel && start < end && data.get(start) == '#') {
      for (; from < start + type.size(); from++) {
        scratch.append("\\x").appendHex(data.get(from), 2);
      }
    }
    Unicode.append(scratch, type.size(), data, from, end, notation != Notation.JSON);
    switch (notation) {
      case CSV -> appendCsv(out, scratch);
      case JSON -> appendJson(out, scratch);
      case PLAIN -> out.append(scratch);
    }
  }

  /** Returns whether bytes are text that needs neither quotes nor escapes in any notation. */
  private static boolean isHarmless(ByteBuffer data, int start, int end) {
    for (int at = start; at < end; at++) {
      byte b = data.get(at);
      if (b < '!' || b > '~' || b == '"' || b == ',' || b == '\\' || b == '#') {
        if (b != ' ' || at == start || at == end - 1) {
          return false;
        }
      }
    }
    return true;
  }

  private void appendBytes(TextBuffer out, ByteBuffer data, int start, int end) {
    if (notation == Notation.JSON) {
      out.append('"');
    }
    out.append("0x");
    for (int at = start; at < end; at++) {
      out.appendHex(data.get(at), 2);
    }
    if (notation == Notation.JSON) {
      out.append('"');
    }
  }

  private void appendList(TextBuffer out, ByteBuffer data, int start, int end) {
    out.append('[');
    for (int at = start; at + type.size() <= end; at += type.size()) {
      if (at > start) {
        out.append(',');
      }
      appendValue(out, data, at, notation != Notation.PLAIN);
    }
    out.append(']');
  }

  private void appendValue(TextBuffer out, ByteBuffer data, int at, boolean json) {
    if (labels != null) {
      appendLabel(out, integer(data, at), json);
      return;
    }
    switch (type) {
      case FLOAT32 -> {
        int bits = data.getInt(at);
        boolean quote = json && !FloatingPointText.isJson(Float.intBitsToFloat(bits));
        quote(out, quote);
        FloatingPointText.appendFloat(out, bits);
        quote(out, quote);
      }
      case FLOAT64 -> {
        long bits = data.getLong(at);
        boolean quote = json && !FloatingPointText.isJson(Double.longBitsToDouble(bits));
        quote(out, quote);
        FloatingPointText.appendDouble(out, bits);
        quote(out, quote);
      }
      case UINT64 -> out.appendUnsigned(data.getLong(at));
      case BOOL -> {
        byte b = data.get(at);
        if (b == 0 || b == 1) {
          out.append(b == 0 ? "false" : "true");
        } else {
          out.appendUnsigned(b & 0xff);
        }
      }
      default -> {
        if (type.isDatetime()) {
          quote(out, json);
          out.appendDatetime(type, data.getLong(at));
          quote(out, json);
        } else {
          out.appendDecimal(integer(data, at));
        }
      }
    }
  }

  private static void quote(TextBuffer out, boolean yes) {
    if (yes) {
      out.append('"');
    }
  }

  private long integer(ByteBuffer data, int at) {
    return switch (type) {
      case INT8 -> data.get(at);
      case UINT8, BOOL -> data.get(at) & 0xff;
      case INT16 -> data.getShort(at);
      case UINT16 -> data.getShort(at) & 0xffff;
      case INT32 -> data.getInt(at);
      case UINT32 -> data.getInt(at) & 0xffffffffL;
      default -> data.getLong(at);
    };
  }

  private void appendLabel(TextBuffer out, long index, boolean json) {
    if (index < 0 || index >= labels.length) {
      quote(out, json);
      out.append('#');
      if (type == Datatype.UINT64) {
        out.appendUnsigned(index);
      } else {
        out.appendDecimal(index);
      }
      quote(out, json);
      return;
    }
    byte[] label = labels[(int) index];
    if (label == null) {
      label = label((int) index, json);
      labels[(int) index] = label;
    }
    out.append(label, 0, label.length);
  }

  /**
   * Returns the text of an enumeration value.
   *
   * @param index index of the value in the enumeration
   * @param json whether to write the value as JSON, as within a list
   */
  private byte[] label(int index, boolean json) {
    boolean one = enumeration.cellValNum() == 1 && !enumeration.type().isBytes();
    CellText text =
        new CellText(enumeration.type(), one, json ? Notation.JSON : notation, null, true);
    byte[] value = enumeration.value(index);
    TextBuffer out = new TextBuffer(value.length + 16);
    text.append(out, ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN), 0, value.length);
    return out.take();
  }
}
