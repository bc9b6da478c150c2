package io.azulejo.bench;

import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.Datatype;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Builds columns of cells, which are added one by one. */
final class WorkloadCells {
  private WorkloadCells() {}

  /** Builds a column of fixed-size cells. */
  static final class Numbers {
    private final String name;
    private final Datatype type;
    private final int rows;
    private final ByteBuffer values;
    private final byte[] validity;

    Numbers(String name, Datatype type, int rows, boolean nullable) {
      this.name = name;
      this.type = type;
      this.rows = rows;
      this.values = ByteBuffer.allocate(rows * type.size()).order(ByteOrder.LITTLE_ENDIAN);
      this.validity = nullable ? new byte[rows] : null;
    }

    void add(long value) {
      values.putLong(value);
    }

    void add(int value) {
      values.putInt(value);
    }

    void add(double value) {
      values.putDouble(value);
    }

    void add(float value) {
      values.putFloat(value);
    }

    /** Adds a number, or a null, which has the value 0 and is invalid. */
    void add(Float value) {
      if (value != null) {
        validity[values.position() / Float.BYTES] = 1;
      }
      values.putFloat(value == null ? 0 : value);
    }

    Column column() {
      return new FixedColumn(name, type, 1, rows, values.array(), validity);
    }
  }

  /** Builds a column of ASCII strings. */
  static final class Texts {
    private final String name;
    private final int[] offsets;
    private final byte[] data;
    private int rows;

    Texts(String name, int rows, int longest) {
      this.name = name;
      this.offsets = new int[rows + 1];
      this.data = new byte[rows * longest];
    }

    void add(String text) {
      int at = offsets[rows++];
      for (int i = 0; i < text.length(); i++) {
        data[at++] = (byte) text.charAt(i);
      }
      offsets[rows] = at;
    }

    Column column() {
      return new VarColumn(name, Datatype.STRING_ASCII, rows, offsets, data, null);
    }
  }
}
