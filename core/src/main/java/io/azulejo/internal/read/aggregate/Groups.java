package io.azulejo.internal.read.aggregate;

import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.Datatype;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The groups that cells belong to by their values in some fields, numbered as they are met. Equal
 * values are one group; so are all NaN, and both zeros.
 *
 * <p>Each group has a key: bytes that compare, without signs, as the values do, field by field.
 * Numbers are big-endian with their order made unsigned; NaN comes last. Strings of variable size
 * have a byte of 1 after each zero of their own, and end with two zeros. A field that can be null
 * begins with a byte: 0 for a value; 1 for null, which is the last thus.
 */
abstract sealed class Groups permits PackedGroups, ByteGroups {
  private static final int NOT_NULL = 0;
  static final int NULL = 1;

  private final List<OutputField> fields;

  Groups(List<OutputField> fields) {
    this.fields = fields;
  }

  /** No groups yet, by the values of some fields. */
  static Groups by(List<OutputField> fields) {
    int bytes = 0;
    for (OutputField field : fields) {
      if (field.cellValNum() != 1) {
        return new ByteGroups(fields);
      }
      bytes += field.type().size() + (field.nullable() ? 1 : 0);
    }
    return bytes <= Long.BYTES ? new PackedGroups(fields, bytes) : new ByteGroups(fields);
  }

  final List<OutputField> fields() {
    return fields;
  }

  /** Finds the groups of some cells, at most {@link ColumnValues#CHUNK}. */
  abstract void find(Batch batch, int from, int count, int[] numbers);

  /** The number of groups. */
  abstract int count();

  /** The bytes that all of them take. */
  abstract long bytes();

  /** The key of a group. */
  abstract byte[] key(int group);

  /** The bits of a number as those of an unsigned one of the same size and order. */
  static long toKey(Datatype type, long bits) {
    if (type == Datatype.FLOAT64) {
      return bits ^ (bits >> 63 | Long.MIN_VALUE);
    }
    if (type == Datatype.FLOAT32) {
      return (bits ^ ((int) bits >> 31 | Integer.MIN_VALUE)) & 0xffffffffL;
    }
    return isSigned(type) ? (bits ^ signBit(type)) & mask(type) : bits & mask(type);
  }

  /** What {@link #toKey} was given, as far as the type has bits. */
  private static long fromKey(Datatype type, long key) {
    if (type == Datatype.FLOAT64) {
      return key < 0 ? key ^ Long.MIN_VALUE : ~key;
    }
    if (type == Datatype.FLOAT32) {
      return (int) key < 0 ? key ^ 0x80000000L : ~key;
    }
    return isSigned(type) ? key ^ signBit(type) : key;
  }

  private static boolean isSigned(Datatype type) {
    return type.isIntegerValued() && !type.isUnsigned();
  }

  private static long signBit(Datatype type) {
    return 1L << (type.size() * Byte.SIZE - 1);
  }

  private static long mask(Datatype type) {
    return -1L >>> (Long.SIZE - type.size() * Byte.SIZE);
  }

  /** The groups in the order of their values. */
  final int[] sorted() {
    byte[][] keys = new byte[count()][];
    Arrays.setAll(keys, this::key);
    return IntStream.range(0, keys.length)
        .boxed()
        .sorted(Comparator.comparing(group -> keys[group], Arrays::compareUnsigned))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /** The values of groups, a column for each field. */
  final List<Column> columns(int[] groups) {
    ByteBuffer[] keys = new ByteBuffer[groups.length];
    Arrays.setAll(keys, i -> ByteBuffer.wrap(key(groups[i])));
    return fields.stream().map(field -> column(field, keys)).toList();
  }

  /** The values of the field that comes next in some keys. */
  private static Column column(OutputField field, ByteBuffer[] keys) {
    int rows = keys.length;
    byte[] validity = field.nullable() ? new byte[rows] : null;
    int[] offsets = new int[rows + 1];
    ByteBuffer data = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < rows; i++) {
      ByteBuffer key = keys[i];
      boolean valid = !field.nullable() || key.get() == NOT_NULL;
      if (validity != null) {
        validity[i] = (byte) (valid ? 1 : 0);
      }
      int needed = field.isVar() ? key.remaining() : field.cellSize();
      if (data.remaining() < needed) {
        data = grown(data, needed);
      }
      if (field.isVar()) {
        if (valid) {
          text(key, data);
        }
      } else {
        numbers(field, key, valid, data);
      }
      offsets[i + 1] = data.position();
    }
    return field.isVar()
        ? new VarColumn(field.name(), field.type(), rows, offsets, data.array(), validity)
        : new FixedColumn(
            field.name(), field.type(), field.cellValNum(), rows, data.array(), validity);
  }

  private static ByteBuffer grown(ByteBuffer data, int more) {
    int size = Math.addExact(data.position(), Math.max(more, data.position()));
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN).put(data.flip());
  }

  private static void text(ByteBuffer key, ByteBuffer target) {
    while (true) {
      byte b = key.get();
      if (b == 0 && key.get() == 0) {
        return;
      }
      target.put(b);
    }
  }

  private static void numbers(OutputField field, ByteBuffer key, boolean valid, ByteBuffer target) {
    int size = field.type().size();
    for (int i = 0; i < field.cellValNum(); i++) {
      long number = 0;
      for (int b = 0; valid && b < size; b++) {
        number = number << Byte.SIZE | key.get() & 0xff;
      }
      long bits = valid ? fromKey(field.type(), number) : 0;
      for (int b = 0; b < size; b++) {
        target.put((byte) (bits >>> b * Byte.SIZE));
      }
    }
  }
}
