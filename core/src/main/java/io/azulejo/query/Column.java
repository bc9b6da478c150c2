package io.azulejo.query;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.Datatype;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The cells of one field of a {@link Batch}: little-endian values cell by cell, and one validity
 * byte for each cell if cells can be null. Cells have a fixed number of values ({@link
 * FixedColumn}) or any number ({@link VarColumn}).
 *
 * <p>Read values row by row ({@code getLong}, {@code getDouble}, {@code getString}), copy all of
 * them into Java arrays ({@code copyTo}), or use them in place ({@link #array}). Rows are counted
 * from 0. Methods for one row throw {@link InvalidRequestException} if the row is out of range;
 * methods that return its first value also throw it if the cell has no value.
 *
 * <p>Immutable and thread-safe as long as nobody writes to the arrays of the column.
 */
public abstract sealed class Column permits FixedColumn, VarColumn {
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final String name;
  private final Datatype type;
  private final int rows;
  final byte[] data;
  private final byte @Nullable [] validity;

  Column(String name, Datatype type, int rows, byte[] data, byte @Nullable [] validity) {
    this.name = Objects.requireNonNull(name, "name");
    this.type = Objects.requireNonNull(type, "type");
    this.rows = rows;
    this.data = Objects.requireNonNull(data, "data");
    this.validity = validity;
    if (rows < 0) {
      throw refused("has %d rows (minimum: 0)".formatted(rows));
    }
    if (validity != null && validity.length < rows) {
      throw refused(
          "has %d validity bytes for %d rows; pass one byte for each row"
              .formatted(validity.length, rows));
    }
  }

  /** Returns an error about this column. */
  final InvalidRequestException refused(String reason) {
    return new InvalidRequestException("column \"%s\" %s".formatted(name, reason));
  }

  /** Returns the row after checking its range. */
  final int checked(int row) {
    if (row < 0 || row >= rows) {
      throw refused(
          rows == 0
              ? "has no rows; got row %d".formatted(row)
              : "has rows 0 to %d; got row %d".formatted(rows - 1, row));
    }
    return row;
  }

  /**
   * Returns a column of INT32, one value a cell. It can be written to attributes and dimensions of
   * INT32.
   */
  public static FixedColumn ofInts(String name, int... values) {
    return of(name, Datatype.INT32, values);
  }

  /**
   * Returns a column of INT64, one value a cell. It can be written to attributes and dimensions of
   * INT64, datetimes and times.
   */
  public static FixedColumn ofLongs(String name, long... values) {
    return of(name, Datatype.INT64, values);
  }

  /** Returns a column of FLOAT32, one value a cell. */
  public static FixedColumn ofFloats(String name, float... values) {
    byte[] bytes = ColumnBytes.ofFloats(values);
    return new FixedColumn(name, Datatype.FLOAT32, 1, values.length, bytes, null);
  }

  /** Returns a column of FLOAT64, one value a cell. */
  public static FixedColumn ofDoubles(String name, double... values) {
    return of(name, Datatype.FLOAT64, values);
  }

  /** Returns a column of INT8, one value a cell. The column uses the array, which is not copied. */
  public static FixedColumn ofBytes(String name, byte... values) {
    return new FixedColumn(name, Datatype.INT8, 1, values.length, values, null);
  }

  /**
   * Returns a column of STRING_UTF8, one text a cell; null makes a cell null. It can be written to
   * attributes of STRING_UTF8, and to fields of STRING_ASCII if the texts are ASCII.
   */
  public static VarColumn ofStrings(String name, @Nullable String... values) {
    return of(name, Datatype.STRING_UTF8, values);
  }

  /**
   * Returns a column of numbers, datetimes or times, one value a cell.
   *
   * @throws InvalidRequestException for another type, or if a number is out of range
   */
  public static FixedColumn of(String name, Datatype type, int... values) {
    return of(name, type, Arrays.stream(values).asLongStream().toArray());
  }

  /**
   * Returns a column of numbers, datetimes or times, one value a cell.
   *
   * @param values the values; for UINT64 the same 64 bits, for FLOAT32 and FLOAT64 rounded
   * @throws InvalidRequestException for another type, or if a number is out of range
   */
  public static FixedColumn of(String name, Datatype type, long... values) {
    byte[] bytes = ColumnBytes.ofLongs(name, type, values);
    return new FixedColumn(name, type, 1, values.length, bytes, null);
  }

  /**
   * Returns a column of floating-point numbers, one value a cell.
   *
   * @param type FLOAT32, which rounds the numbers, or FLOAT64
   * @throws InvalidRequestException for another type
   */
  public static FixedColumn of(String name, Datatype type, double... values) {
    byte[] bytes = ColumnBytes.ofDoubles(name, type, values);
    return new FixedColumn(name, type, 1, values.length, bytes, null);
  }

  /**
   * Returns a column of texts, each cell the UTF-8 bytes of its text; null makes a cell null. Write
   * it to an attribute with cells of variable size: {@link io.azulejo.schema.Attribute#text}.
   */
  public static VarColumn of(String name, Datatype type, @Nullable String... values) {
    int[] offsets = new int[values.length + 1];
    byte[] bytes = ColumnBytes.ofTexts(values, offsets);
    return new VarColumn(
        name, type, values.length, offsets, bytes, ColumnBytes.validity(Arrays.asList(values)));
  }

  /**
   * Returns a column of numbers or texts, one a cell; null makes a cell null. Use it for few cells,
   * because each value is an object.
   *
   * @param values {@link String}s for types of text or bytes, else {@link Number}s
   * @throws InvalidRequestException if a value is of another class or out of range
   */
  public static Column of(String name, Datatype type, List<? extends @Nullable Object> values) {
    if (type.isString() || type == Datatype.CHAR || type.isBytes()) {
      return of(name, type, ColumnBytes.texts(name, type, values));
    }
    byte[] bytes = ColumnBytes.ofNumbers(name, type, values);
    return new FixedColumn(name, type, 1, values.size(), bytes, ColumnBytes.validity(values));
  }

  /** Returns the name of the field: a dimension, an attribute, a label or an aggregate. */
  public String name() {
    return name;
  }

  /** Returns the type of the values. */
  public Datatype type() {
    return type;
  }

  /** Returns the number of cells. */
  public int rows() {
    return rows;
  }

  /** Returns whether cells can be null: the column has validity. */
  public boolean nullable() {
    return validity != null;
  }

  /** Returns whether the cell of a row is null. The values of a null cell have no meaning. */
  public boolean isNull(int row) {
    checked(row);
    return validity != null && validity[row] == 0;
  }

  /** Returns the index in {@link #array} of the first byte of a row's cell. */
  public abstract int start(int row);

  /** Returns the index in {@link #array} after the last byte of a row's cell. */
  public abstract int end(int row);

  /**
   * Returns the index in {@link #array} of the first value of a row's cell.
   *
   * @throws InvalidRequestException if the row is out of range, or its cell has no value
   */
  abstract int first(int row);

  /** Returns the number of values in all cells. */
  public abstract int valueCount();

  /** Returns a copy of the bytes of a row's cell, little-endian. */
  public byte[] getBytes(int row) {
    return Arrays.copyOfRange(data, start(row), end(row));
  }

  /** Returns a row's cell as text: its bytes decoded as UTF-8, whatever the type. */
  public String getString(int row) {
    int start = start(row);
    return new String(data, start, end(row) - start, StandardCharsets.UTF_8);
  }

  /**
   * Returns the first value of a row as an integer: sign-extended for signed types, zero-extended
   * for unsigned types, truncated for floating-point types.
   */
  public long getLong(int row) {
    int at = first(row);
    return switch (type) {
      case FLOAT32, FLOAT64 -> (long) getDouble(row);
      case INT8 -> data[at];
      case INT16 -> (short) SHORT.get(data, at);
      case INT32 -> (int) INT.get(data, at);
      default ->
          switch (type.size()) {
            case 1 -> data[at] & 0xffL;
            case 2 -> (short) SHORT.get(data, at) & 0xffffL;
            case 4 -> (int) INT.get(data, at) & 0xffffffffL;
            default -> (long) LONG.get(data, at);
          };
    };
  }

  /** Returns the lowest 32 bits of {@link #getLong}. */
  public int getInt(int row) {
    return type == Datatype.INT32 ? (int) INT.get(data, first(row)) : (int) getLong(row);
  }

  /** Returns the first value of a row as a floating-point number; integers are converted. */
  public double getDouble(int row) {
    int at = first(row);
    return switch (type) {
      case FLOAT64 -> Double.longBitsToDouble((long) LONG.get(data, at));
      case FLOAT32 -> Float.intBitsToFloat((int) INT.get(data, at));
      default -> (double) getLong(row);
    };
  }

  /** Returns {@link #getDouble}, rounded to 32 bits. */
  public float getFloat(int row) {
    return (float) getDouble(row);
  }

  /** Returns whether the first value of a row is not 0. */
  public boolean getBoolean(int row) {
    return getLong(row) != 0;
  }

  /**
   * Copies the values of all cells if they have one byte each: INT8, UINT8, BOOL, CHAR, bytes, and
   * ASCII or UTF-8 text.
   *
   * @param offset the index in the target of the first value
   * @throws InvalidRequestException for another type, or if the target is too small
   */
  public void copyTo(byte[] target, int offset) {
    requireFit(type.size() == Byte.BYTES, "byte");
    copyBits(target, offset);
  }

  /**
   * Copies the values of all cells: INT16, or UINT16 as the same 16 bits.
   *
   * @param offset the index in the target of the first value
   * @throws InvalidRequestException for another type, or if the target is too small
   */
  public void copyTo(short[] target, int offset) {
    requireFit(type.isIntegerValued() && type.size() == Short.BYTES, "short");
    copyBits(target, offset);
  }

  /**
   * Copies the values of all cells: INT32, or UINT32 as the same 32 bits.
   *
   * @param offset the index in the target of the first value
   * @throws InvalidRequestException for another type, or if the target is too small
   */
  public void copyTo(int[] target, int offset) {
    requireFit(type.isIntegerValued() && type.size() == Integer.BYTES, "int");
    copyBits(target, offset);
  }

  /**
   * Copies the values of all cells: INT64, UINT64 as the same 64 bits, datetimes or times.
   *
   * @param offset the index in the target of the first value
   * @throws InvalidRequestException for another type, or if the target is too small
   */
  public void copyTo(long[] target, int offset) {
    requireFit(type.isIntegerValued() && type.size() == Long.BYTES, "long");
    copyBits(target, offset);
  }

  /**
   * Copies the values of all cells: FLOAT32.
   *
   * @param offset the index in the target of the first value
   * @throws InvalidRequestException for another type, or if the target is too small
   */
  public void copyTo(float[] target, int offset) {
    requireFit(type == Datatype.FLOAT32, "float");
    requireRoom(target.length, offset, valueCount());
    buffer().asFloatBuffer().get(target, offset, valueCount());
  }

  /**
   * Copies the values of all cells: FLOAT64.
   *
   * @param offset the index in the target of the first value
   * @throws InvalidRequestException for another type, or if the target is too small
   */
  public void copyTo(double[] target, int offset) {
    requireFit(type == Datatype.FLOAT64, "double");
    requireRoom(target.length, offset, valueCount());
    buffer().asDoubleBuffer().get(target, offset, valueCount());
  }

  private void requireFit(boolean fits, String given) {
    if (fits) {
      return;
    }
    String right =
        switch (type.size()) {
          case 1 -> "a byte";
          case 2 -> "a short";
          case 4 -> type.isFloatingPoint() ? "a float" : "an int";
          default -> type.isFloatingPoint() ? "a double" : "a long";
        };
    boolean values = type.size() == 1 || type.isIntegerValued() || type.isFloatingPoint();
    throw refused(
        "is %s; got an array of %s; %s"
            .formatted(
                type,
                given,
                values
                    ? "copy the values to %s[], or their bits with copyBits".formatted(right)
                    : "copy the bits with copyBits, or call getString for each row"));
  }

  /**
   * Copies the bytes of all cells, little-endian, whatever the type.
   *
   * @param offset the index in the target of the first byte
   * @throws InvalidRequestException if the target is too small
   */
  public void copyBits(byte[] target, int offset) {
    int bytes = valueCount() * type.size();
    requireRoom(target.length, offset, bytes);
    System.arraycopy(data, 0, target, offset, bytes);
  }

  /**
   * Copies the bits of all values of a 2-byte type, whatever they mean.
   *
   * @param offset the index in the target of the first value
   * @throws InvalidRequestException if values have another size, or the target is too small
   */
  public void copyBits(short[] target, int offset) {
    requireSize(Short.BYTES);
    requireRoom(target.length, offset, valueCount());
    buffer().asShortBuffer().get(target, offset, valueCount());
  }

  /**
   * Copies the bits of all values of a 4-byte type, whatever they mean.
   *
   * @param offset the index in the target of the first value
   * @throws InvalidRequestException if values have another size, or the target is too small
   */
  public void copyBits(int[] target, int offset) {
    requireSize(Integer.BYTES);
    requireRoom(target.length, offset, valueCount());
    buffer().asIntBuffer().get(target, offset, valueCount());
  }

  /**
   * Copies the bits of all values of an 8-byte type, whatever they mean.
   *
   * @param offset the index in the target of the first value
   * @throws InvalidRequestException if values have another size, or the target is too small
   */
  public void copyBits(long[] target, int offset) {
    requireSize(Long.BYTES);
    requireRoom(target.length, offset, valueCount());
    buffer().asLongBuffer().get(target, offset, valueCount());
  }

  private void requireSize(int size) {
    if (type.size() != size) {
      throw refused(
          ("has values of %d bytes (%s); got an array of values of %d; use an array of the"
                  + " same size, or byte[]")
              .formatted(type.size(), type, size));
    }
  }

  /** Checks that {@code count} elements fit into an array from an index on. */
  final void requireRoom(int length, int offset, int count) {
    if (offset < 0 || count > length - offset) {
      throw refused(
          ("has %d elements to copy, which do not fit into an array of %d from index %d"
                  + " on; use an array of at least %d")
              .formatted(count, length, offset, Math.max(0L, offset) + count));
    }
  }

  private ByteBuffer buffer() {
    return ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * Copies the validity of all cells, one byte a row: 0 for null, else 1. All 1 if cells cannot be
   * null.
   *
   * @param offset the index in the target of the first row
   * @throws InvalidRequestException if the target is too small
   */
  public void copyValidity(byte[] target, int offset) {
    requireRoom(target.length, offset, rows);
    if (validity == null) {
      Arrays.fill(target, offset, offset + rows, (byte) 1);
    } else {
      System.arraycopy(validity, 0, target, offset, rows);
    }
  }

  /**
   * Returns a read-only view of the bytes of all cells, little-endian. Bytes after the end of the
   * last row have no meaning.
   */
  public ByteBuffer data() {
    return ByteBuffer.wrap(data).asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * Returns the array of the bytes of all cells, little-endian, starting at index 0; it may be
   * longer than the cells. It is not a copy: do not write to it.
   */
  public byte[] array() {
    return data;
  }

  /**
   * Returns the validity array, one byte a row, 0 for null; it may have more than {@link #rows}
   * bytes. Empty if cells cannot be null. It is not a copy: do not write to it.
   */
  public Optional<byte[]> validityArray() {
    return Optional.ofNullable(validity);
  }

  /** Returns the bytes of values, offsets (8 each) and validity. */
  abstract long bytes();

  final long validityBytes() {
    return validity == null ? 0 : rows;
  }

  @Override
  public String toString() {
    return "%s %s%s: %d rows".formatted(name, type, this instanceof VarColumn ? "[]" : "", rows);
  }
}
