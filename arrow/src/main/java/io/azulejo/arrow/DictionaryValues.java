package io.azulejo.arrow;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Enumeration;
import java.io.ByteArrayOutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The values of a field's dictionary, collected in an enumeration that only grows. Arrow
 * dictionaries may change between batches and may contain nulls and duplicates. The enumeration
 * contains each value once, in order of first appearance, and the indexes of batches are mapped to
 * it.
 */
final class DictionaryValues {
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final int NULL = -1;

  private final FieldMapping mapping;
  private final FieldMapping values;
  private final boolean ordered;
  private final Map<ByteBuffer, Integer> known = new HashMap<>();
  private final ByteArrayOutputStream data = new ByteArrayOutputStream();
  private long[] starts = new long[16];
  private int[] current = new int[0]; // enumeration index (or NULL) of each Arrow index
  private boolean same = true; // whether Arrow and enumeration indexes are equal
  private @Nullable Enumeration enumeration;

  DictionaryValues(FieldMapping mapping, FieldMapping values, boolean ordered) {
    this.mapping = mapping;
    this.values = values;
    this.ordered = ordered;
  }

  /** Returns the mapping that decodes the values of the dictionary. */
  FieldMapping values() {
    return values;
  }

  /**
   * Replaces the current dictionary, or extends it if {@code delta}.
   *
   * @param column the decoded values
   */
  void take(Column column, boolean delta) {
    int before = delta ? current.length : 0;
    if (before > Integer.MAX_VALUE - 8 - column.rows()) {
      throw UnsupportedFormatException.of(
          "Arrow dictionary", -1, "field \"%s\" has too many values".formatted(column.name()));
    }
    int[] indexes = Arrays.copyOf(current, before + column.rows());
    boolean counting = before == 0 || same;
    for (int row = 0; row < column.rows(); row++) {
      int index = column.isNull(row) ? NULL : index(column, row);
      indexes[before + row] = index;
      counting &= index == before + row;
    }
    current = indexes;
    same = counting;
  }

  private int index(Column column, int row) {
    ByteBuffer value = ByteBuffer.wrap(column.getBytes(row));
    Integer index = known.putIfAbsent(value, known.size());
    if (index != null) {
      return index;
    }
    int added = known.size() - 1;
    if (added == starts.length) {
      starts = Arrays.copyOf(starts, 2 * starts.length);
    }
    starts[added] = data.size();
    data.writeBytes(value.array());
    enumeration = null;
    return added;
  }

  /** Returns the enumeration with all values so far. */
  Enumeration enumeration() {
    Enumeration made = enumeration;
    if (made == null) {
      String name = mapping.enumerationName();
      Datatype type = values.column().type();
      int cellValNum = values.column().cellValNum();
      byte[] bytes = data.toByteArray();
      made =
          cellValNum == Attribute.VAR
              ? Enumeration.var(name, type, ordered, bytes, Arrays.copyOf(starts, known.size()))
              : Enumeration.fixed(name, type, cellValNum, ordered, bytes);
      enumeration = made;
    }
    return made;
  }

  /**
   * Converts a column of Arrow indexes to indexes of the enumeration. Changes the data array of the
   * column.
   *
   * @throws CorruptDataException if an index is outside the dictionary, or a null is in a field
   *     that is not nullable
   */
  Column indexes(Column column) {
    int rows = column.rows();
    int size = column.type().size();
    byte[] data = column.array();
    boolean nullable = mapping.column().nullable();
    byte[] valid = new byte[rows];
    column.copyValidity(valid, 0);
    for (int row = 0; row < rows; row++) {
      long index = column.getLong(row);
      boolean inside = Long.compareUnsigned(index, current.length) < 0;
      if (valid[row] == 0) {
        // Restore an index without a value, which arrays may store.
        boolean stored = mapping.restored() && !inside && current.length > 0;
        valid[row] = (byte) (stored ? 1 : 0);
      } else if (!inside) {
        throw CorruptDataException.of(
            "Arrow record batch",
            column.name(),
            -1,
            "row %d has index %d, but the dictionary has %d values"
                .formatted(row, index, current.length));
      } else if (!same) {
        int mapped = current[(int) index];
        valid[row] = (byte) (mapped == NULL ? 0 : 1);
        set(data, row, size, mapped == NULL ? 0 : mapped);
      }
      if (valid[row] == 0 && !nullable) {
        if (mapping.restored() && current.length == 0) {
          valid[row] = 1;
          continue;
        }
        throw CorruptDataException.of(
            "Arrow record batch",
            column.name(),
            -1,
            "row %d is null, but the field is not nullable".formatted(row));
      }
    }
    return new FixedColumn(column.name(), column.type(), 1, rows, data, nullable ? valid : null);
  }

  private void set(byte[] data, int row, int size, int index) {
    long most =
        size == Long.BYTES
            ? Long.MAX_VALUE
            : (1L << (size * Byte.SIZE - (mapping.column().type().isUnsigned() ? 0 : 1))) - 1;
    if (index > most) {
      throw UnsupportedFormatException.of(
          "Arrow dictionary",
          -1,
          "field \"%s\": the values of all batches exceed the index type %s; write wider indexes"
              .formatted(mapping.field().name(), mapping.column().type()));
    }
    switch (size) {
      case 1 -> data[row] = (byte) index;
      case 2 -> SHORT.set(data, row * Short.BYTES, (short) index);
      case 4 -> INT.set(data, row * Integer.BYTES, index);
      default -> LONG.set(data, row * Long.BYTES, (long) index);
    }
  }
}
