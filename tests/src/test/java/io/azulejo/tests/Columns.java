package io.azulejo.tests;

import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Columns of a batch, made from boxed values as {@link ArrayModel} has them. */
final class Columns {
  private Columns() {}

  /**
   * A column.
   *
   * @param values numbers, texts of bytes, nulls
   */
  static Column of(String name, Datatype type, int cellValNum, boolean nullable, List<?> values) {
    int rows = values.size();
    byte[] validity = nullable ? new byte[rows] : null;
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    int[] offsets = new int[rows + 1];
    int cellSize = cellValNum == Attribute.VAR ? 0 : cellValNum * type.size();
    for (int i = 0; i < rows; i++) {
      Object value = values.get(i);
      if (nullable) {
        validity[i] = (byte) (value == null ? 0 : 1);
      }
      data.writeBytes(value == null ? new byte[cellSize] : bytes(type, value));
      offsets[i + 1] = data.size();
    }
    return cellValNum == Attribute.VAR
        ? new VarColumn(name, type, rows, offsets, data.toByteArray(), validity)
        : new FixedColumn(name, type, cellValNum, rows, data.toByteArray(), validity);
  }

  private static byte[] bytes(Datatype type, Object value) {
    if (value instanceof String text) {
      return text.getBytes(StandardCharsets.ISO_8859_1);
    }
    ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    if (type == Datatype.FLOAT32) {
      bytes.putFloat(((Double) value).floatValue());
    } else if (type == Datatype.FLOAT64) {
      bytes.putDouble((Double) value);
    } else {
      bytes.putLong((Long) value);
    }
    return Arrays.copyOf(bytes.array(), type.size());
  }
}
