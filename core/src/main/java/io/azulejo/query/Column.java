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
 * The cells of one field of a {@link Batch}: values, little-endian, one cell after the other, and
 * where cells can be null a byte of validity for each. Cells have a fixed number of values ({@link
 * FixedColumn}) or any number ({@link VarColumn}).
 *
 * <p>Values are asked for row by row ({@code getLong}, {@code getDouble}, {@code getString}),
 * copied all at once into arrays of Java ({@code copyTo}), or used where they are ({@link #array}).
 * Immutable as long as nobody writes to the arrays that it was made of; then any thread may use it.
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
      throw refused("has %d rows: give 0 or more".formatted(rows));
    }
    if (validity != null && validity.length < rows) {
      throw refused(
          "has %d validity bytes for %d rows: give a byte for each row"
              .formatted(validity.length, rows));
    }
  }

  /** An error of this column. */
  final InvalidRequestException refused(String reason) {
    return new InvalidRequestException("column \"%s\" %s".formatted(name, reason));
  }

  /** Checks the number of a row. */
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
   * Returns a column of INT32, one value a cell. It may be written to attributes and dimensions of
   * INT32.
   */
  public static FixedColumn ofInts(String name, int... values) {
    return of(name, Datatype.INT32, values);
  }

  /**
   * Returns a column of INT64, one value a cell. It may be written to attributes and dimensions of
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

  /** Returns a column of INT8, one value a cell. The array becomes that of the column. */
  public static FixedColumn ofBytes(String name, byte... values) {
    return new FixedColumn(name, Datatype.INT8, 1, values.length, values, null);
  }

  /**
   * Returns a column of STRING_UTF8, one text a cell; null makes a cell null. It may be written to
   * attributes of STRING_UTF8, and as far as the texts are ASCII to fields of STRING_ASCII.
   */
  public static VarColumn ofStrings(String name, @Nullable String... values) {
    return of(name, Datatype.STRING_UTF8, values);
  }

  /**
   * Returns a column of numbers, datetimes or times, one value a cell.
   *
   * @throws InvalidRequestException if the type is another one, or a number does not fit it
   */
  public static FixedColumn of(String name, Datatype type, int... values) {
    return of(name, type, Arrays.stream(values).asLongStream().toArray());
  }

  /**
   * Returns a column of numbers, datetimes or times, one value a cell.
   *
   * @param values the values; of UINT64 the same 64 bits, rounded for FLOAT32 and FLOAT64
   * @throws InvalidRequestException if the type is another one, or a number does not fit it
   */
  public static FixedColumn of(String name, Datatype type, long... values) {
    byte[] bytes = ColumnBytes.ofLongs(name, type, values);
    return new FixedColumn(name, type, 1, values.length, bytes, null);
  }

  /**
   * Returns a column of floating-point numbers, one value a cell.
   *
   * @param type FLOAT32, to which the numbers are rounded, or FLOAT64
   * @throws InvalidRequestException if the type is another one
   */
  public static FixedColumn of(String name, Datatype type, double... values) {
    byte[] bytes = ColumnBytes.ofDoubles(name, type, values);
    return new FixedColumn(name, type, 1, values.length, bytes, null);
  }

  /**
   * A column of texts, each a cell of the UTF-8 bytes of the text; null makes a cell null. The
   * attribute that it is written to has cells of variable size: {@link
   * io.azulejo.schema.Attribute#text}.
   */
  public static VarColumn of(String name, Datatype type, @Nullable String... values) {
    int[] offsets = new int[values.length + 1];
    byte[] bytes = ColumnBytes.ofTexts(values, offsets);
    return new VarColumn(
        name, type, values.length, offsets, bytes, ColumnBytes.validity(Arrays.asList(values)));
  }

  /**
   * A column of numbers, one a cell, or of texts; null makes a cell null. For few cells, as each is
   * an object.
   *
   * @param values {@link String}s where the type is one of text or bytes, else {@link Number}s
   * @throws InvalidRequestException if a value is something else, or does not fit the type
   */
  public static Column of(String name, Datatype type, List<? extends @Nullable Object> values) {
    if (type.isString() || type == Datatype.CHAR || type.isBytes()) {
      return of(name, type, ColumnBytes.texts(name, type, values));
    }
    byte[] bytes = ColumnBytes.ofNumbers(name, type, values);
    return new FixedColumn(name, type, 1, values.size(), bytes, ColumnBytes.validity(values));
  }

  /** The field that the cells belong to: a dimension, an attribute, a label or an aggregate. */
  public String name() {
    return name;
  }

  /** The type of each value of the cells. */
  public Datatype type() {
    return type;
  }

  /** The number of cells. */
  public int rows() {
    return rows;
  }

  /** Whether the column has validity, so that cells can be null. */
  public boolean nullable() {
    return validity != null;
  }

  /**
   * Whether the cell of a row, counted from 0, is null. Its values have no meaning then.
   *
   * @throws InvalidRequestException if there is no such row
   */
  public boolean isNull(int row) {
    checked(row);
    return validity != null && validity[row] == 0;
  }

  /**
   * The index in {@link #array} of the first byte of a row's cell.
   *
   * @throws InvalidRequestException if there is no such row
   */
  public abstract int start(int row);

  /**
   * The index in {@link #array} after the last byte of a row's cell.
   *
   * @throws InvalidRequestException if there is no such row
   */
  public abstract int end(int row);

  /**
   * The index in {@link #array} of the first value of a row's cell.
   *
   * @throws InvalidRequestException if there is no such row, or its cell has no value
   */
  abstract int first(int row);

  /** The number of values of all cells together. */
  public abstract int valueCount();

  /** The bytes of a row's cell (a copy), little-endian. */
  public byte[] getBytes(int row) {
    return Arrays.copyOfRange(data, start(row), end(row));
  }

  /** A row's cell as text: its bytes taken as UTF-8, whatever the type. */
  public String getString(int row) {
    int start = start(row);
    return new String(data, start, end(row) - start, StandardCharsets.UTF_8);
  }

  /**
   * The first value of a row as an integer: sign-extended for signed types, zero-extended for
   * unsigned ones, truncated for floating-point ones.
   *
   * @throws InvalidRequestException if there is no such row, or its cell has no value
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

  /** The lowest 32 bits of {@link #getLong}. */
  public int getInt(int row) {
    return type == Datatype.INT32 ? (int) INT.get(data, first(row)) : (int) getLong(row);
  }

  /** The first value of a row as a floating-point number; integers are converted. */
  public double getDouble(int row) {
    int at = first(row);
    return switch (type) {
      case FLOAT64 -> Double.longBitsToDouble((long) LONG.get(data, at));
      case FLOAT32 -> Float.intBitsToFloat((int) INT.get(data, at));
      default -> (double) getLong(row);
    };
  }

  /** {@link #getDouble}, rounded to 32 bits. */
  public float getFloat(int row) {
    return (float) getDouble(row);
  }

  /** Whether the first value of a row is not 0. */
  public boolean getBoolean(int row) {
    return getLong(row) != 0;
  }

  /**
   * Copies the values of all cells, of a type of single bytes: INT8, UINT8, BOOL, CHAR, bytes, and
   * ASCII or UTF-8 text.
   *
   * @param offset the index in the target of the first value
   * @throws InvalidRequestException if the type is another one, or the target is too small
   */
  public void copyTo(byte[] target, int offset) {
    requireFit(type.size() == Byte.BYTES, "byte");
    copyBits(target, offset);
  }

  /**
   * Copies the values of all cells, of INT16 or UINT16 (as the same 16 bits).
   *
   * @throws InvalidRequestException if the type is another one, or the target is too small
   */
  public void copyTo(short[] target, int offset) {
    requireFit(type.isIntegerValued() && type.size() == Short.BYTES, "short");
    copyBits(target, offset);
  }

  /**
   * Copies the values of all cells, of INT32 or UINT32 (as the same 32 bits).
   *
   * @throws InvalidRequestException if the type is another one, or the target is too small
   */
  public void copyTo(int[] target, int offset) {
    requireFit(type.isIntegerValued() && type.size() == Integer.BYTES, "int");
    copyBits(target, offset);
  }

  /**
   * Copies the values of all cells, of INT64, UINT64 (as the same 64 bits), a datetime or a time.
   *
   * @throws InvalidRequestException if the type is another one, or the target is too small
   */
  public void copyTo(long[] target, int offset) {
    requireFit(type.isIntegerValued() && type.size() == Long.BYTES, "long");
    copyBits(target, offset);
  }

  /**
   * Copies the values of all cells, of FLOAT32.
   *
   * @throws InvalidRequestException if the type is another one, or the target is too small
   */
  public void copyTo(float[] target, int offset) {
    requireFit(type == Datatype.FLOAT32, "float");
    requireRoom(target.length, offset, valueCount());
    buffer().asFloatBuffer().get(target, offset, valueCount());
  }

  /**
   * Copies the values of all cells, of FLOAT64.
   *
   * @throws InvalidRequestException if the type is another one, or the target is too small
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
        "is %s; got an array of %s: %s"
            .formatted(
                type,
                given,
                values
                    ? "copy them to %s[], or their bits with copyBits".formatted(right)
                    : "copy their bits with copyBits, or take getString of each row"));
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
   * Copies the bits of all values, of a type of 2 bytes, whatever they mean.
   *
   * @throws InvalidRequestException if values have another size, or the target is too small
   */
  public void copyBits(short[] target, int offset) {
    requireSize(Short.BYTES);
    requireRoom(target.length, offset, valueCount());
    buffer().asShortBuffer().get(target, offset, valueCount());
  }

  /**
   * Copies the bits of all values, of a type of 4 bytes, whatever they mean.
   *
   * @throws InvalidRequestException if values have another size, or the target is too small
   */
  public void copyBits(int[] target, int offset) {
    requireSize(Integer.BYTES);
    requireRoom(target.length, offset, valueCount());
    buffer().asIntBuffer().get(target, offset, valueCount());
  }

  /**
   * Copies the bits of all values, of a type of 8 bytes, whatever they mean.
   *
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
          "has values of %d bytes (%s); got an array of values of %d: take one of that size, or byte[]"
              .formatted(type.size(), type, size));
    }
  }

  /** Checks that some elements fit into an array from an index on. */
  final void requireRoom(int length, int offset, int count) {
    if (offset < 0 || count > length - offset) {
      throw refused(
          "has %d elements to copy, which do not fit into an array of %d from index %d on: take an array of %d at least"
              .formatted(count, length, offset, Math.max(0L, offset) + count));
    }
  }

  private ByteBuffer buffer() {
    return ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * Copies the validity of all cells: a byte a row, 0 for null; 1 where cells can't be null.
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
   * The bytes of all cells, little-endian, read-only. What lies beyond the end of the last row has
   * no meaning.
   */
  public ByteBuffer data() {
    return ByteBuffer.wrap(data).asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * The array that holds the bytes of all cells, little-endian, from the first one on; it may be
   * longer than they are. It is the column's own, not a copy: nobody may write to it.
   */
  public byte[] array() {
    return data;
  }

  /**
   * The array that holds the validity, a byte a row, 0 for null; it may be longer than there are
   * rows. Empty where cells can't be null. It is the column's own, not a copy: nobody may write to
   * it.
   */
  public Optional<byte[]> validityArray() {
    return Optional.ofNullable(validity);
  }

  /** Bytes of values, offsets (8 each) and validity. */
  abstract long bytes();

  final long validityBytes() {
    return validity == null ? 0 : rows;
  }

  @Override
  public String toString() {
    return "%s %s%s: %d rows".formatted(name, type, this instanceof VarColumn ? "[]" : "", rows);
  }
}
