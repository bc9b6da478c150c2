package io.azulejo.internal.read.aggregate;

import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.Datatype;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Assigns cells to groups by their values in some fields, and numbers the groups in the order in
 * which they occur. Equal values form one group. All NaNs are equal, and so are both zeros.
 *
 * <p>Each group has a key: the encoded values of its fields, one after another. Keys compare by
 * unsigned bytes as the values do:
 *
 * <ul>
 *   <li>Numbers are big-endian, and signed order is mapped to unsigned order. NaN comes last.
 *   <li>In variable-size strings, a byte of 1 follows each zero byte, and two zero bytes end the
 *       string.
 *   <li>A nullable field starts with a byte: 0 for a value, or 1 for null, so nulls come last.
 * </ul>
 */
abstract class Groups {
  private static final int NOT_NULL = 0;
  static final int NULL = 1;

  private final List<OutputField> fields;

  Groups(List<OutputField> fields) {
    this.fields = fields;
  }

  final List<OutputField> fields() {
    return fields;
  }

  /**
   * Finds the groups of up to {@link FieldAccumulator#CHUNK} cells, and creates missing groups.
   *
   * @param from the first row
   * @param count the number of rows
   * @param numbers receives the group of each cell
   */
  abstract void find(Batch batch, int from, int count, int[] numbers);

  /** Returns the number of groups. */
  abstract int count();

  /** Returns the memory that all groups use, in bytes. */
  abstract long bytes();

  /** Returns the key of a group. */
  abstract byte[] key(int group);

  /** Returns whether the column of a field has the numbers of strings instead of the strings. */
  static boolean isNumber(OutputField field) {
    return field.numbers() != null;
  }

  /** Returns the memory that the strings of such fields use, in bytes. */
  final long numberBytes() {
    return fields.stream()
        .filter(Groups::isNumber)
        .mapToLong(field -> field.numbers().bytes())
        .sum();
  }

  /**
   * Returns a key in which strings replace their numbers.
   *
   * @param key the key of a group, with 4 bytes for the number of each string
   */
  final byte[] withStrings(byte[] key) {
    if (fields.stream().noneMatch(Groups::isNumber)) {
      return key;
    }
    ByteArrayOutputStream made = new ByteArrayOutputStream();
    ByteBuffer left = ByteBuffer.wrap(key);
    for (OutputField field : fields) {
      if (field.nullable()) {
        byte isNull = left.get();
        made.write(isNull);
        if (isNull == NULL) {
          continue;
        }
      }
      if (isNumber(field)) {
        for (byte b : field.numbers().string(left.getInt())) {
          made.write(b);
          if (b == 0) {
            made.write(1);
          }
        }
        made.write(0);
        made.write(0);
      } else if (field.isVar()) {
        byte before;
        byte b = 1;
        do {
          before = b;
          b = left.get();
          made.write(b);
        } while (before != 0 || b != 0);
      } else {
        made.write(key, left.position(), field.cellSize());
        left.position(left.position() + field.cellSize());
      }
    }
    return made.toByteArray();
  }

  /**
   * Decodes numbers as unsigned keys that have as many bits as the type.
   *
   * @param start the index of the first number in the column's array
   * @param keys receives the keys
   */
  static void decode(Datatype type, Column column, int start, int count, long[] keys) {
    CoordinateKeys.decode(type, column.array(), start, count, keys);
    long signBit = signBit(type);
    long mask = -1L >>> (Long.SIZE - type.size() * Byte.SIZE);
    for (int i = 0; i < count; i++) {
      long key = type.isFloatingPoint() ? oneKey(type, keys[i]) : keys[i];
      keys[i] = (key ^ signBit) & mask;
    }
  }

  /** Maps the keys of both zeros to one key, and the keys of all NaNs to another. */
  private static long oneKey(Datatype type, long key) {
    double number = CoordinateKeys.toFloatingPoint(type, key);
    return Double.isNaN(number)
        ? CoordinateKeys.ofFloatingPoint(type, Double.NaN)
        : CoordinateKeys.place(type, key);
  }

  /**
   * Returns the bit to flip to turn a signed key of {@link CoordinateKeys} into an unsigned one; 0
   * for types whose keys are already unsigned.
   */
  private static long signBit(Datatype type) {
    boolean signed =
        type.isFloatingPoint()
            || type == Datatype.UINT64
            || (type.isIntegerValued() && !type.isUnsigned());
    return signed ? 1L << (type.size() * Byte.SIZE - 1) : 0;
  }

  /** Returns the numbers of all groups, sorted by the values of the groups. */
  final int[] sorted() {
    byte[][] keys = new byte[count()][];
    Arrays.setAll(keys, this::key);
    return IntStream.range(0, keys.length)
        .boxed()
        .sorted(Comparator.comparing(group -> keys[group], Arrays::compareUnsigned))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /** Returns the values of groups, with one column per field. */
  final List<Column> columns(int[] groups) {
    ByteBuffer[] keys = new ByteBuffer[groups.length];
    Arrays.setAll(keys, i -> ByteBuffer.wrap(key(groups[i])));
    return fields.stream().map(field -> column(field, keys)).toList();
  }

  /** Decodes the next field of each key, and advances each buffer past it. */
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
    byte[] value = new byte[field.type().size()];
    for (int i = 0; i < field.cellValNum(); i++) {
      if (valid) {
        long number = 0;
        for (int b = 0; b < value.length; b++) {
          number = number << Byte.SIZE | key.get() & 0xff;
        }
        CoordinateKeys.encode(field.type(), number ^ signBit(field.type()), value);
      }
      target.put(value);
    }
  }
}
