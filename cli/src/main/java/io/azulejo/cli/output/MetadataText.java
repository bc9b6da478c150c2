package io.azulejo.cli.output;

import io.azulejo.MetadataValue;
import io.azulejo.schema.LosslessUtf8;
import io.azulejo.text.output.CellText;
import io.azulejo.text.output.RowField;
import io.azulejo.text.value.TextBuffer;
import io.azulejo.text.value.Unicode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/** Formats metadata values, as text for people or as JSON for programs. */
public final class MetadataText {
  private MetadataText() {}

  /** Returns a metadata value as text for tables. It is empty if the value has no elements. */
  public static String of(MetadataValue value) {
    TextBuffer out = new TextBuffer(64);
    if (value.count() > 0) {
      append(out, value, CellText.Notation.PLAIN);
    }
    return out.toString();
  }

  /**
   * Appends a line with a JSON object that holds the key, the type, the number of elements, and the
   * value. A value without elements is null.
   */
  public static void appendJson(TextBuffer out, String key, MetadataValue value) {
    TextBuffer name = new TextBuffer(64);
    byte[] bytes = LosslessUtf8.encode(key);
    Unicode.append(name, 1, ByteBuffer.wrap(bytes), 0, bytes.length, false);
    out.append("{\"key\":");
    CellText.appendJson(out, name);
    out.append(",\"type\":\"").append(value.type().name());
    out.append("\",\"num\":").appendDecimal(value.count()).append(",\"value\":");
    if (value.count() == 0) {
      out.append("null");
    } else {
      append(out, value, CellText.Notation.JSON);
    }
    out.append("}\n");
  }

  private static void append(TextBuffer out, MetadataValue value, CellText.Notation notation) {
    byte[] bytes = value.bytes();
    RowField field = new RowField("", value.type(), value.count(), Optional.empty());
    CellText.of(field, notation)
        .append(out, ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN), 0, bytes.length);
  }
}
