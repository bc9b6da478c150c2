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
 * The cells of one field in a {@link Batch}. The values are stored cell by cell in little-endian
 * byte order. If cells can be null, there is also one validity byte per cell. All cells have the
 * same number of values ({@link FixedColumn}), or each cell has any number of values ({@link
 * VarColumn}).
 *
 * <p>To use the values, read them row by row ({@code getLong}, {@code getDouble}, {@code
 * getString}), copy all of them to a Java array ({@code copyTo}), or access them in place ({@link
 * #array}). Rows are numbered from 0. Methods for one row throw {@link InvalidRequestException} if
 * the row is out of range. Methods that return the first value of a row also throw it if the cell
 * has no value.
 *
 * <p>Immutable and thread-safe, unless the program writes to the column's arrays or {@linkplain
 * BatchReader#recycle recycles} its batch.
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

  /** Returns an exception whose message starts with the name of this column. */
  final InvalidRequestException refused(String reason) {
    return new InvalidRequestException("column \"%s\" %s".formatted(name, reason));
  }

  /**
   * Returns the row unchanged.
   *
   * @throws InvalidRequestException if the row is out of range
   */
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
   * Returns an INT32 column with one value per cell. It can be written to INT32 attributes and
   * dimensions.
   */
  public static FixedColumn ofInts(String name, int... values) {
    return of(name, Datatype.INT32, values);
  }

  /**
   * Returns an INT64 column with one value per cell. It can be written to attributes and dimensions
   * of INT64, datetime and time types.
   */
  public static FixedColumn ofLongs(String name, long... values) {
    return of(name, Datatype.INT64, values);
  }

  /** Returns a FLOAT32 column with one value per cell. */
  public static FixedColumn ofFloats(String name, float... values) {
    byte[] bytes = ColumnBytes.ofFloats(values);
    return new FixedColumn(name, Datatype.FLOAT32, 1, values.length, bytes, null);
  }

  /** Returns a FLOAT64 column with one value per cell. */
  public static FixedColumn ofDoubles(String name, double... values) {
    return of(name, Datatype.FLOAT64, values);
  }

  /**
   * Returns an INT8 column with one value per cell. The column uses the given array without copying
   * it, so do not write to the array afterwards.
   */
  public static FixedColumn ofBytes(String name, byte... values) {
    return new FixedColumn(name, Datatype.INT8, 1, values.length, values, null);
  }

  /**
   * Returns a STRING_UTF8 column with one string per cell. It can be written to STRING_UTF8
   * attributes, and to STRING_ASCII fields if all strings are ASCII.
   *
   * @param values the strings; a null element makes its cell null
   */
  public static VarColumn ofStrings(String name, @Nullable String... values) {
    return of(name, Datatype.STRING_UTF8, values);
  }

  /**
   * Returns a column of numbers, datetimes or times with one value per cell.
   *
   * @throws InvalidRequestException if the type is another one, or if a value is out of range
   */
  public static FixedColumn of(String name, Datatype type, int... values) {
    return of(name, type, Arrays.stream(values).asLongStream().toArray());
  }

  /**
   * Returns a column of numbers, datetimes or times with one value per cell.
   *
   * @param values the values; for UINT64 their 64 bits are kept, for FLOAT32 and FLOAT64 they are
   *     rounded
   * @throws InvalidRequestException if the type is another one, or if a value is out of range
   */
  public static FixedColumn of(String name, Datatype type, long... values) {
    byte[] bytes = ColumnBytes.ofLongs(name, type, values);
    return new FixedColumn(name, type, 1, values.length, bytes, null);
  }

  /**
   * Returns a column of floating-point numbers with one value per cell.
   *
   * @param type FLOAT64, or FLOAT32, which rounds the values
   * @throws InvalidRequestException if the type is another one
   */
  public static FixedColumn of(String name, Datatype type, double... values) {
    byte[] bytes = ColumnBytes.ofDoubles(name, type, values);
    return new FixedColumn(name, type, 1, values.length, bytes, null);
  }

  /**
   * Returns a column of strings, encoded as UTF-8. It can be written to attributes with
   * variable-size cells, such as {@link io.azulejo.schema.Attribute#text}.
   *
   * @param values the strings; a null element makes its cell null
   */
  public static VarColumn of(String name, Datatype type, @Nullable String... values) {
    int[] offsets = new int[values.length + 1];
    byte[] bytes = ColumnBytes.ofTexts(values, offsets);
    return new VarColumn(
        name, type, values.length, offsets, bytes, ColumnBytes.validity(Arrays.asList(values)));
  }

  /**
   * Returns a column of numbers or strings with one element of the list per cell. Use it for few
   * cells only, because each value is an object.
   *
   * @param values {@link String}s if the type is a string or byte type, otherwise {@link Number}s;
   *     a null element makes its cell null
   * @throws InvalidRequestException if a value has another class or is out of range
   */
  public static Column of(String name, Datatype type, List<? extends @Nullable Object> values) {
    if (type.isString() || type == Datatype.CHAR || type.isBytes()) {
      return of(name, type, ColumnBytes.texts(name, type, values));
    }
    byte[] bytes = ColumnBytes.ofNumbers(name, type, values);
    return new FixedColumn(name, type, 1, values.size(), bytes, ColumnBytes.validity(values));
  }

  /** Returns the name of the field, which is a dimension, an attribute, a label or an aggregate. */
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

  /** Returns whether cells can be null. If so, the column has a validity array. */
  public boolean nullable() {
    return validity != null;
  }

  /** Returns whether the cell of a row is null. The values of a null cell have no meaning. */
  public boolean isNull(int row) {
    checked(row);
    return validity != null && validity[row] == 0;
  }

  /** Returns the index in {@link #array} of the first byte of a row's cell (inclusive). */
  public abstract int start(int row);

  /** Returns the index in {@link #array} after the last byte of a row's cell (exclusive). */
  public abstract int end(int row);

  /**
   * Returns the index in {@link #array} of the first byte of a row's first value.
   *
   * @throws InvalidRequestException if the row is out of range, or if its cell has no value
   */
  abstract int first(int row);

  /** Returns the total number of values in all cells. */
  public abstract int valueCount();

  /** Returns a copy of the bytes of a row's cell, little-endian. */
  public byte[] getBytes(int row) {
    return Arrays.copyOfRange(data, start(row), end(row));
  }

  /** Returns the bytes of a row's cell, decoded as UTF-8 regardless of the type. */
  public String getString(int row) {
    int start = start(row);
    return new String(data, start, end(row) - start, StandardCharsets.UTF_8);
  }

  /**
   * Returns the first value of a row as an integer. Signed types are sign-extended, unsigned types
   * are zero-extended, and floating-point types are truncated.
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

  /** Returns the lowest 32 bits of {@link #getLong(int)}. */
  public int getInt(int row) {
    return type == Datatype.INT32 ? (int) INT.get(data, first(row)) : (int) getLong(row);
  }

  /**
   * Returns the first value of a row as a floating-point number. Integers are converted, which may
   * round them.
   */
  public double getDouble(int row) {
    int at = first(row);
    return switch (type) {
      case FLOAT64 -> Double.longBitsToDouble((long) LONG.get(data, at));
      case FLOAT32 -> Float.intBitsToFloat((int) INT.get(data, at));
      default -> (double) getLong(row);
    };
  }

  /** Returns {@link #getDouble(int)}, rounded to 32 bits. */
  public float getFloat(int row) {
    return (float) getDouble(row);
  }

  /** Returns whether the first value of a row is not 0. */
  public boolean getBoolean(int row) {
    return getLong(row) != 0;
  }

  /**
   * Copies the values of all cells if each value is one byte: INT8, UINT8, BOOL, CHAR, blobs, and
   * ASCII or UTF-8 strings.
   *
   * @param offset the index in {@code target} for the first value
   * @throws InvalidRequestException if the type is another one, or if {@code target} is too small
   */
  public void copyTo(byte[] target, int offset) {
    requireFit(type.size() == Byte.BYTES, "byte");
    copyBits(target, offset);
  }

  /**
   * Copies the values of all cells of an INT16 or UINT16 column. UINT16 values keep their 16 bits.
   *
   * @param offset the index in {@code target} for the first value
   * @throws InvalidRequestException if the type is another one, or if {@code target} is too small
   */
  public void copyTo(short[] target, int offset) {
    requireFit(type.isIntegerValued() && type.size() == Short.BYTES, "short");
    copyBits(target, offset);
  }

  /**
   * Copies the values of all cells of an INT32 or UINT32 column. UINT32 values keep their 32 bits.
   *
   * @param offset the index in {@code target} for the first value
   * @throws InvalidRequestException if the type is another one, or if {@code target} is too small
   */
  public void copyTo(int[] target, int offset) {
    requireFit(type.isIntegerValued() && type.size() == Integer.BYTES, "int");
    copyBits(target, offset);
  }

  /**
   * Copies the values of all cells of an INT64, UINT64, datetime or time column. UINT64 values keep
   * their 64 bits.
   *
   * @param offset the index in {@code target} for the first value
   * @throws InvalidRequestException if the type is another one, or if {@code target} is too small
   */
  public void copyTo(long[] target, int offset) {
    requireFit(type.isIntegerValued() && type.size() == Long.BYTES, "long");
    copyBits(target, offset);
  }

  /**
   * Copies the values of all cells of a FLOAT32 column.
   *
   * @param offset the index in {@code target} for the first value
   * @throws InvalidRequestException if the type is another one, or if {@code target} is too small
   */
  public void copyTo(float[] target, int offset) {
    requireFit(type == Datatype.FLOAT32, "float");
    requireRoom(target.length, offset, valueCount());
    buffer().asFloatBuffer().get(target, offset, valueCount());
  }

  /**
   * Copies the values of all cells of a FLOAT64 column.
   *
   * @param offset the index in {@code target} for the first value
   * @throws InvalidRequestException if the type is another one, or if {@code target} is too small
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
   * Copies the little-endian bytes of all cells, regardless of the type.
   *
   * @param offset the index in {@code target} for the first byte
   * @throws InvalidRequestException if {@code target} is too small
   */
  public void copyBits(byte[] target, int offset) {
    int bytes = valueCount() * type.size();
    requireRoom(target.length, offset, bytes);
    System.arraycopy(data, 0, target, offset, bytes);
  }

  /**
   * Copies the bits of all values of any 2-byte type.
   *
   * @param offset the index in {@code target} for the first value
   * @throws InvalidRequestException if the values have another size, or if {@code target} is too
   *     small
   */
  public void copyBits(short[] target, int offset) {
    requireSize(Short.BYTES);
    requireRoom(target.length, offset, valueCount());
    buffer().asShortBuffer().get(target, offset, valueCount());
  }

  /**
   * Copies the bits of all values of any 4-byte type.
   *
   * @param offset the index in {@code target} for the first value
   * @throws InvalidRequestException if the values have another size, or if {@code target} is too
   *     small
   */
  public void copyBits(int[] target, int offset) {
    requireSize(Integer.BYTES);
    requireRoom(target.length, offset, valueCount());
    buffer().asIntBuffer().get(target, offset, valueCount());
  }

  /**
   * Copies the bits of all values of any 8-byte type.
   *
   * @param offset the index in {@code target} for the first value
   * @throws InvalidRequestException if the values have another size, or if {@code target} is too
   *     small
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

  /**
   * Checks that {@code count} elements fit into an array of {@code length} elements, starting at
   * {@code offset}.
   */
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
   * Copies the validity of all cells, one byte per row: 0 for null, 1 for a value. If cells cannot
   * be null, all bytes are 1.
   *
   * @param offset the index in {@code target} for the first row
   * @throws InvalidRequestException if {@code target} is too small
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
   * Returns a read-only view of the little-endian bytes of all cells. Bytes after the last row's
   * cell have no meaning.
   */
  public ByteBuffer data() {
    return ByteBuffer.wrap(data).asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * Returns the array that holds the little-endian bytes of all cells, starting at index 0. It may
   * be longer than the cells. It is not a copy: do not write to it.
   */
  public byte[] array() {
    return data;
  }

  /**
   * Returns the array that holds the validity bytes, one byte per row, with 0 for null. It may be
   * longer than {@link #rows}. Empty if cells cannot be null. It is not a copy: do not write to it.
   */
  public Optional<byte[]> validityArray() {
    return Optional.ofNullable(validity);
  }

  /** Returns the size of the column in bytes: values, offsets (8 bytes each) and validity. */
  abstract long bytes();

  final long validityBytes() {
    return validity == null ? 0 : rows;
  }

  @Override
  public String toString() {
    return "%s %s%s: %d rows".formatted(name, type, this instanceof VarColumn ? "[]" : "", rows);
  }
}
