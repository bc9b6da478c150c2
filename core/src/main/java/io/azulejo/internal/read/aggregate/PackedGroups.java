package io.azulejo.internal.read.aggregate;

import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.query.Batch;
import io.azulejo.query.Batch.Column;
import io.azulejo.schema.Datatype;
import java.util.Arrays;
import java.util.List;

/**
 * Groups by fields of few bytes together: keys are numbers, found in a table by themselves where
 * there are few that there can be, else by hashing. Nulls have zeros for a value, unlike in the
 * bytes of a key.
 */
final class PackedGroups extends Groups {
  /** Keys of so many bytes are few: each has a place in a table. */
  private static final int FEW = 2;

  private static final int NONE = -1;

  private final int keyBytes;
  private final long[] packed = new long[ColumnValues.CHUNK];
  private final long[] values = new long[ColumnValues.CHUNK];
  private final double[] floatingPoints = new double[ColumnValues.CHUNK];
  private long[] keys = new long[16];
  private int count;

  /** The group at each place, or {@link #NONE}. */
  private int[] table;

  PackedGroups(List<OutputField> fields, int keyBytes) {
    super(fields);
    this.keyBytes = keyBytes;
    table = new int[keyBytes <= FEW ? 1 << keyBytes * Byte.SIZE : 32];
    Arrays.fill(table, NONE);
  }

  @Override
  int count() {
    return count;
  }

  @Override
  long bytes() {
    return (long) Long.BYTES * keys.length + (long) Integer.BYTES * table.length;
  }

  @Override
  void find(Batch batch, int from, int cells, int[] numbers) {
    Arrays.fill(packed, 0, cells, 0);
    for (int f = 0; f < fields().size(); f++) {
      OutputField field = fields().get(f);
      load(field, batch.column(field.name()), from, cells);
    }
    if (keyBytes <= FEW) {
      for (int i = 0; i < cells; i++) {
        int group = table[(int) packed[i]];
        numbers[i] = group == NONE ? add((int) packed[i], packed[i]) : group;
      }
    } else {
      for (int i = 0; i < cells; i++) {
        numbers[i] = i > 0 && packed[i] == packed[i - 1] ? numbers[i - 1] : find(packed[i]);
      }
    }
  }

  /** Puts the values of a field behind what the keys have already. */
  private void load(OutputField field, Column column, int from, int cells) {
    Datatype type = field.type();
    if (type == Datatype.FLOAT64) {
      ColumnValues.floatingPoints(column, from, cells, floatingPoints);
      for (int i = 0; i < cells; i++) {
        values[i] = toKey(type, Double.doubleToLongBits(floatingPoints[i] + 0.0));
      }
    } else if (type == Datatype.FLOAT32) {
      ColumnValues.floatingPoints(column, from, cells, floatingPoints);
      for (int i = 0; i < cells; i++) {
        values[i] = toKey(type, Float.floatToIntBits((float) (floatingPoints[i] + 0.0)));
      }
    } else {
      ColumnValues.integers(column, from, cells, values);
      for (int i = 0; i < cells; i++) {
        values[i] = toKey(type, values[i]);
      }
    }
    if (field.nullable()) {
      for (int i = 0; i < cells; i++) {
        boolean isNull = column.isNull(from + i);
        packed[i] = packed[i] << Byte.SIZE | (isNull ? NULL : 0);
        values[i] = isNull ? 0 : values[i];
      }
    }
    int bits = type.size() * Byte.SIZE;
    for (int i = 0; i < cells; i++) {
      packed[i] = bits == Long.SIZE ? values[i] : packed[i] << bits | values[i];
    }
  }

  private int find(long key) {
    int mask = table.length - 1;
    int place = hash(key) & mask;
    while (table[place] != NONE) {
      if (keys[table[place]] == key) {
        return table[place];
      }
      place = place + 1 & mask;
    }
    int group = add(place, key);
    if (2 * count > table.length) {
      rehash();
    }
    return group;
  }

  private int add(int place, long key) {
    if (count == keys.length) {
      keys = Arrays.copyOf(keys, 2 * count);
    }
    keys[count] = key;
    table[place] = count;
    return count++;
  }

  private void rehash() {
    table = new int[2 * table.length];
    Arrays.fill(table, NONE);
    int mask = table.length - 1;
    for (int group = 0; group < count; group++) {
      int place = hash(keys[group]) & mask;
      while (table[place] != NONE) {
        place = place + 1 & mask;
      }
      table[place] = group;
    }
  }

  private static int hash(long key) {
    long mixed = key * 0x9E3779B97F4A7C15L;
    return (int) (mixed >>> 32);
  }

  @Override
  byte[] key(int group) {
    byte[] bytes = new byte[keyBytes];
    int length = 0;
    int left = keyBytes;
    for (OutputField field : fields()) {
      boolean valid = true;
      if (field.nullable()) {
        left--;
        bytes[length] = (byte) (keys[group] >>> left * Byte.SIZE);
        valid = bytes[length++] != NULL;
      }
      for (int b = 0; b < field.type().size(); b++) {
        left--;
        if (valid) {
          bytes[length++] = (byte) (keys[group] >>> left * Byte.SIZE);
        }
      }
    }
    return Arrays.copyOf(bytes, length);
  }
}
