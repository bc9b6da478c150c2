package io.azulejo.internal.read.aggregate;

import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.runtime.HashSlots;
import io.azulejo.internal.runtime.LittleEndian;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import java.util.Arrays;
import java.util.List;

/**
 * Groups whose keys have at most 8 bytes and are stored as numbers. If few different keys are
 * possible, they index a table directly; otherwise they are found by hashing. Unlike in the byte
 * keys of {@link Groups}, the value of a null is filled with zeros.
 */
final class PackedGroups extends Groups {
  /** Maximum key size in bytes for a directly indexed table. */
  private static final int FEW = 2;

  private final int keyBytes;
  private final long[] packed = new long[FieldAccumulator.CHUNK];
  private final long[] values = new long[FieldAccumulator.CHUNK];
  private long[] keys = new long[16];
  private int count;

  /** Group of each key, or null if keys are found by hashing. */
  private final int[] table;

  private final HashSlots slots = new HashSlots();

  PackedGroups(List<OutputField> fields, int keyBytes) {
    super(fields);
    this.keyBytes = keyBytes;
    table = keyBytes <= FEW ? new int[1 << keyBytes * Byte.SIZE] : null;
    if (table != null) {
      Arrays.fill(table, HashSlots.FREE);
    }
  }

  @Override
  int count() {
    return count;
  }

  @Override
  long bytes() {
    return numberBytes()
        + (long) Long.BYTES * keys.length
        + (table == null ? slots.bytes() : (long) Integer.BYTES * table.length);
  }

  @Override
  void find(Batch batch, int from, int cells, int[] numbers) {
    Arrays.fill(packed, 0, cells, 0);
    for (int f = 0; f < fields().size(); f++) {
      OutputField field = fields().get(f);
      load(field, batch.column(field.name()), from, cells);
    }
    if (table != null) {
      for (int i = 0; i < cells; i++) {
        int group = table[(int) packed[i]];
        if (group == HashSlots.FREE) {
          group = add(packed[i]);
          table[(int) packed[i]] = group;
        }
        numbers[i] = group;
      }
    } else {
      for (int i = 0; i < cells; i++) {
        numbers[i] = i > 0 && packed[i] == packed[i - 1] ? numbers[i - 1] : find(packed[i]);
      }
    }
  }

  /** Appends the values of a field to the packed keys. */
  private void load(OutputField field, Column column, int from, int cells) {
    if (isNumber(field)) {
      for (int i = 0; i < cells; i++) {
        values[i] = LittleEndian.getInt(column.array(), (from + i) * Integer.BYTES);
      }
    } else {
      decode(field.type(), column, column.start(from), cells, values);
    }
    if (field.nullable()) {
      for (int i = 0; i < cells; i++) {
        boolean isNull = column.isNull(from + i);
        packed[i] = packed[i] << Byte.SIZE | (isNull ? NULL : 0);
        values[i] = isNull ? 0 : values[i];
      }
    }
    int bits = size(field) * Byte.SIZE;
    for (int i = 0; i < cells; i++) {
      packed[i] = bits == Long.SIZE ? values[i] : packed[i] << bits | values[i];
    }
  }

  private int find(long key) {
    int slot = slots.first(hash(key));
    for (int group; (group = slots.entry(slot)) != HashSlots.FREE; slot = slots.next(slot)) {
      if (keys[group] == key) {
        return group;
      }
    }
    int group = add(key);
    slots.put(slot, group, i -> hash(keys[i]));
    return group;
  }

  private int add(long key) {
    if (count == keys.length) {
      keys = Arrays.copyOf(keys, 2 * count);
    }
    keys[count] = key;
    return count++;
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
      for (int b = 0; b < size(field); b++) {
        left--;
        if (valid) {
          bytes[length++] = (byte) (keys[group] >>> left * Byte.SIZE);
        }
      }
    }
    return withStrings(Arrays.copyOf(bytes, length));
  }

  /** Returns the number of key bytes that a value needs; a string is a number of 4 bytes. */
  static int size(OutputField field) {
    return isNumber(field) ? Integer.BYTES : field.type().size();
  }
}
