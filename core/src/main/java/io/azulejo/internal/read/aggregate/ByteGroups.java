package io.azulejo.internal.read.aggregate;

import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.runtime.LittleEndian;
import io.azulejo.internal.runtime.StringNumbers;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import java.util.Arrays;
import java.util.List;

/**
 * Groups whose keys are byte arrays in a hash table. Used for strings, for several values per cell,
 * and for keys of more than 8 bytes.
 */
final class ByteGroups extends Groups {
  /** Buffer for the numbers of one cell. */
  private long[] numbers = new long[1];

  private byte[] key = new byte[64];
  private int length;

  private final StringNumbers keys = new StringNumbers();

  ByteGroups(List<OutputField> fields) {
    super(fields);
  }

  @Override
  int count() {
    return keys.count();
  }

  @Override
  long bytes() {
    return key.length + keys.bytes() + numberBytes();
  }

  @Override
  byte[] key(int group) {
    return withStrings(keys.string(group));
  }

  @Override
  void find(Batch batch, int from, int cells, int[] groups) {
    int fields = fields().size();
    Column[] columns = new Column[fields];
    Arrays.setAll(columns, f -> batch.column(fields().get(f).name()));
    for (int i = 0; i < cells; i++) {
      length = 0;
      for (int f = 0; f < fields; f++) {
        append(fields().get(f), columns[f], from + i);
      }
      groups[i] = keys.number(key, 0, length);
    }
  }

  private void append(OutputField field, Column column, int row) {
    int start = column.start(row);
    int end = column.end(row);
    ensure(2L * (end - start) + 3);
    if (field.nullable()) {
      boolean isNull = column.isNull(row);
      key[length++] = (byte) (isNull ? NULL : 0);
      if (isNull) {
        return;
      }
    }
    if (isNumber(field)) {
      number(LittleEndian.getInt(column.array(), start), Integer.BYTES);
      return;
    }
    if (field.isVar()) {
      for (int at = start; at < end; at++) {
        byte b = column.array()[at];
        key[length++] = b;
        if (b == 0) {
          key[length++] = 1;
        }
      }
      key[length++] = 0;
      key[length++] = 0;
      return;
    }
    int size = field.type().size();
    int count = (end - start) / size;
    numbers = count > numbers.length ? new long[count] : numbers;
    decode(field.type(), column, start, count, numbers);
    for (int i = 0; i < count; i++) {
      number(numbers[i], size);
    }
  }

  private void number(long number, int size) {
    for (int b = size - 1; b >= 0; b--) {
      key[length++] = (byte) (number >>> b * Byte.SIZE);
    }
  }

  private void ensure(long more) {
    if (key.length - length < more) {
      key = Arrays.copyOf(key, StringNumbers.room(length, more));
    }
  }
}
