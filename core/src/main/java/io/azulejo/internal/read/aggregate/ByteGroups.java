package io.azulejo.internal.read.aggregate;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.runtime.HashSlots;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import java.util.Arrays;
import java.util.List;

/**
 * Groups whose keys are byte arrays in a hash table. Used for strings, for several values per cell,
 * and for keys of more than 8 bytes.
 */
final class ByteGroups extends Groups {
  private static final int MAX_LENGTH = Integer.MAX_VALUE - 8;

  /** Buffer for the numbers of one cell. */
  private long[] numbers = new long[1];

  private byte[] key = new byte[64];
  private int length;

  /** Concatenated keys of all groups. */
  private byte[] keys = new byte[256];

  /** Start of each group's key in {@link #keys}, followed by the end of the last key. */
  private int[] starts = new int[17];

  private int[] hashes = new int[16];
  private int count;

  private final HashSlots slots = new HashSlots();

  ByteGroups(List<OutputField> fields) {
    super(fields);
  }

  @Override
  int count() {
    return count;
  }

  @Override
  long bytes() {
    return key.length
        + keys.length
        + (long) Integer.BYTES * (starts.length + hashes.length)
        + slots.bytes();
  }

  @Override
  byte[] key(int group) {
    return Arrays.copyOfRange(keys, starts[group], starts[group + 1]);
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
      boolean same = i > 0 && equalsKey(groups[i - 1]);
      groups[i] = same ? groups[i - 1] : find();
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
      for (int b = size - 1; b >= 0; b--) {
        key[length++] = (byte) (numbers[i] >>> b * Byte.SIZE);
      }
    }
  }

  private void ensure(long more) {
    if (key.length - length < more) {
      key = Arrays.copyOf(key, room(length, more));
    }
  }

  /**
   * Returns the new length for an array that must grow.
   *
   * @param taken the number of bytes in use
   * @param more the number of bytes to add
   * @throws InvalidRequestException if the array would exceed the maximum length
   */
  static int room(int taken, long more) {
    if (more > MAX_LENGTH - taken) {
      throw new InvalidRequestException(
          ("the values of groups or of count(distinct ...) need more than %d bytes; use"
                  + " fields with shorter or fewer values, or read a part of the array")
              .formatted(MAX_LENGTH));
    }
    return (int) Math.min(MAX_LENGTH, taken + Math.max(2 * more, taken));
  }

  private int find() {
    int hash = hash();
    int slot = slots.first(hash);
    for (int group; (group = slots.entry(slot)) != HashSlots.FREE; slot = slots.next(slot)) {
      if (hashes[group] == hash && equalsKey(group)) {
        return group;
      }
    }
    add(hash);
    slots.put(slot, count - 1, group -> hashes[group]);
    return count - 1;
  }

  private boolean equalsKey(int group) {
    return Arrays.equals(keys, starts[group], starts[group + 1], key, 0, length);
  }

  private int hash() {
    int hash = 1;
    for (int i = 0; i < length; i++) {
      hash = 31 * hash + key[i];
    }
    int mixed = hash * 0x9E3779B9;
    return mixed ^ mixed >>> 15;
  }

  private void add(int hash) {
    if (count == hashes.length) {
      hashes = Arrays.copyOf(hashes, 2 * count);
      starts = Arrays.copyOf(starts, 2 * count + 1);
    }
    int start = starts[count];
    if (keys.length - start < length) {
      keys = Arrays.copyOf(keys, room(start, length));
    }
    System.arraycopy(key, 0, keys, start, length);
    hashes[count] = hash;
    starts[++count] = start + length;
  }
}
