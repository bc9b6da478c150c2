package io.azulejo.query;

import io.azulejo.schema.Datatype;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Cells, column by column. Columns have the same number of rows. */
public final class Batch {
  private final int rows;
  private final List<Column> columns;

  private Batch(int rows, List<Column> columns) {
    this.rows = rows;
    this.columns = columns;
  }

  /** A batch of these columns, which must all have that number of rows. */
  public static Batch of(int rows, List<Column> columns) {
    for (Column column : columns) {
      if (column.rows() != rows) {
        throw new IllegalArgumentException(
            "column \"%s\" has %d rows, not %d".formatted(column.name(), column.rows(), rows));
      }
    }
    return new Batch(rows, List.copyOf(columns));
  }

  /** A batch of these columns, at least one, which must all have the same number of rows. */
  public static Batch of(Column... columns) {
    return of(columns[0].rows(), List.of(columns));
  }

  /** The number of cells. */
  public int rows() {
    return rows;
  }

  /** The columns, in the order of the request. */
  public List<Column> columns() {
    return columns;
  }

  /** The column of that index, from 0. */
  public Column column(int index) {
    return columns.get(index);
  }

  /** The column of that name. */
  public Column column(String name) {
    for (Column column : columns) {
      if (column.name().equals(name)) {
        return column;
      }
    }
    throw new NoSuchElementException(
        "no column \"%s\"; there are %s"
            .formatted(name, columns.stream().map(Column::name).toList()));
  }

  /** The bytes of values, offsets (8 each) and validity that the batch holds. */
  public long bytes() {
    long sum = 0;
    for (Column column : columns) {
      sum += column.bytes();
    }
    return sum;
  }

  /** The values of one field. */
  public abstract static sealed class Column permits Fixed, Var {
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
      if (validity != null && validity.length < rows) {
        throw new IllegalArgumentException(
            "column \"%s\": %d validity bytes for %d rows".formatted(name, validity.length, rows));
      }
    }

    /** The field's name. */
    public String name() {
      return name;
    }

    /** The type of a value. */
    public Datatype type() {
      return type;
    }

    /** The number of cells. */
    public int rows() {
      return rows;
    }

    /** Whether cells can be null. */
    public boolean nullable() {
      return validity != null;
    }

    /** Whether the cell of a row is null. */
    public boolean isNull(int row) {
      Objects.checkIndex(row, rows);
      return validity != null && validity[row] == 0;
    }

    /** Copies validity, a byte of 0 (null) or 1 a row; all 1 where cells can't be null. */
    public void copyValidity(byte[] target, int offset) {
      if (validity == null) {
        Arrays.fill(target, offset, offset + rows, (byte) 1);
      } else {
        System.arraycopy(validity, 0, target, offset, rows);
      }
    }

    /** Where the value of a row begins in {@link #data}. */
    public abstract int start(int row);

    /** Where the value of a row ends in {@link #data}. */
    public abstract int end(int row);

    /** The bytes of the values of a row (a copy), little-endian. */
    public byte[] getBytes(int row) {
      return Arrays.copyOfRange(data, start(row), end(row));
    }

    /** The values of a row as text: its bytes taken as UTF-8. */
    public String getString(int row) {
      int start = start(row);
      return new String(data, start, end(row) - start, StandardCharsets.UTF_8);
    }

    /**
     * The first value of a row as a whole number: sign-extended for signed types, zero-extended for
     * unsigned ones, cut off for real ones.
     */
    public long getLong(int row) {
      int at = start(row);
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

    /** The first value of a row as a whole number of 32 bits; see {@link #getLong}. */
    public int getInt(int row) {
      return type == Datatype.INT32 ? (int) INT.get(data, start(row)) : (int) getLong(row);
    }

    /** The first value of a row as a real number; whole numbers are converted. */
    public double getDouble(int row) {
      int at = start(row);
      return switch (type) {
        case FLOAT64 -> Double.longBitsToDouble((long) LONG.get(data, at));
        case FLOAT32 -> Float.intBitsToFloat((int) INT.get(data, at));
        default -> (double) getLong(row);
      };
    }

    /** The first value of a row as a real number of 32 bits; see {@link #getDouble}. */
    public float getFloat(int row) {
      return (float) getDouble(row);
    }

    /** Whether the first value of a row is not 0. */
    public boolean getBoolean(int row) {
      return getLong(row) != 0;
    }

    /**
     * The bytes of all values, little-endian, read-only. What lies beyond the last row's end has no
     * meaning.
     */
    public ByteBuffer data() {
      return ByteBuffer.wrap(data).asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * The array that holds the bytes of all values, little-endian, from the first one on. It is the
     * column's own, not a copy: nobody may write to it.
     */
    public byte[] array() {
      return data;
    }

    /**
     * The array that holds a byte a row, 0 for null; empty where cells can't be null. It is the
     * column's own, not a copy: nobody may write to it.
     */
    public Optional<byte[]> validityArray() {
      return Optional.ofNullable(validity);
    }

    /** Bytes of values, offsets (8 each) and validity. */
    abstract long bytes();

    final long validityBytes() {
      return validity == null ? 0 : rows;
    }
  }

  /** Cells of a fixed number of values. */
  public static final class Fixed extends Column {
    private final int valuesPerCell;
    private final int cellSize;

    /**
     * A column over these arrays, which are not copied: whoever gives them away stops writing to
     * them.
     *
     * @param valuesPerCell values a cell, at least 1
     * @param data the values, little-endian; at least rows × values × size of a value bytes
     * @param validity a byte a row, 0 for null; null where cells can't be null
     */
    public Fixed(
        String name,
        Datatype type,
        int valuesPerCell,
        int rows,
        byte[] data,
        byte @Nullable [] validity) {
      super(name, type, rows, data, validity);
      this.valuesPerCell = valuesPerCell;
      this.cellSize = valuesPerCell * type.size();
      if (data.length < (long) rows * cellSize) {
        throw new IllegalArgumentException(
            "column \"%s\": %d bytes for %d rows of %d"
                .formatted(name, data.length, rows, cellSize));
      }
    }

    /**
     * A column of whole numbers, one a cell.
     *
     * @param type an integer, datetime or time type; those of UINT64 are given as the same 64 bits
     * @throws IllegalArgumentException if a number does not fit the type
     */
    public static Fixed of(String name, Datatype type, long... values) {
      byte[] bytes = ColumnBytes.ofLongs(name, type, values);
      return new Fixed(name, type, 1, values.length, bytes, null);
    }

    /**
     * A column of real numbers, one a cell.
     *
     * @param type FLOAT32, to which the numbers are rounded, or FLOAT64
     */
    public static Fixed of(String name, Datatype type, double... values) {
      byte[] bytes = ColumnBytes.ofDoubles(name, type, values);
      return new Fixed(name, type, 1, values.length, bytes, null);
    }

    /**
     * A column of numbers, one a cell, with nulls among them; for few cells, as each is an object.
     */
    public static Fixed of(String name, Datatype type, List<? extends Number> values) {
      byte[] bytes =
          type.isFloatingPoint()
              ? ColumnBytes.ofDoubles(
                  name,
                  type,
                  values.stream().mapToDouble(v -> v == null ? 0 : v.doubleValue()).toArray())
              : ColumnBytes.ofLongs(
                  name,
                  type,
                  values.stream().mapToLong(v -> v == null ? 0 : v.longValue()).toArray());
      return new Fixed(name, type, 1, values.size(), bytes, ColumnBytes.validity(values));
    }

    /** Values a cell, at least 1. */
    public int valuesPerCell() {
      return valuesPerCell;
    }

    @Override
    public int start(int row) {
      return Objects.checkIndex(row, rows()) * cellSize;
    }

    @Override
    public int end(int row) {
      return start(row) + cellSize;
    }

    /** Copies the bytes of all values. */
    public void copyTo(byte[] target, int offset) {
      System.arraycopy(data, 0, target, offset, rows() * cellSize);
    }

    /** Copies all values of a type of 2 bytes. */
    public void copyTo(short[] target, int offset) {
      view(Short.BYTES).asShortBuffer().get(target, offset, rows() * valuesPerCell);
    }

    /** Copies all values of a type of 4 bytes. */
    public void copyTo(int[] target, int offset) {
      view(Integer.BYTES).asIntBuffer().get(target, offset, rows() * valuesPerCell);
    }

    /** Copies all values of a type of 8 bytes. */
    public void copyTo(long[] target, int offset) {
      view(Long.BYTES).asLongBuffer().get(target, offset, rows() * valuesPerCell);
    }

    /** Copies all values of a type of 4 bytes as IEEE 754 numbers. */
    public void copyTo(float[] target, int offset) {
      view(Float.BYTES).asFloatBuffer().get(target, offset, rows() * valuesPerCell);
    }

    /** Copies all values of a type of 8 bytes as IEEE 754 numbers. */
    public void copyTo(double[] target, int offset) {
      view(Double.BYTES).asDoubleBuffer().get(target, offset, rows() * valuesPerCell);
    }

    private ByteBuffer view(int size) {
      if (type().size() != size) {
        throw new IllegalArgumentException(
            "column \"%s\" has values of %d bytes (%s), not of %d"
                .formatted(name(), type().size(), type(), size));
      }
      return ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    long bytes() {
      return (long) rows() * cellSize + validityBytes();
    }
  }

  /** Cells of any number of values. */
  public static final class Var extends Column {
    private final int[] offsets;

    /**
     * A column over these arrays, which are not copied: whoever gives them away stops writing to
     * them.
     *
     * @param offsets where each cell begins in data, and after them where the last one ends
     * @param data the values, little-endian
     * @param validity a byte a row, 0 for null; null where cells can't be null
     */
    public Var(
        String name,
        Datatype type,
        int rows,
        int[] offsets,
        byte[] data,
        byte @Nullable [] validity) {
      super(name, type, rows, data, validity);
      this.offsets = offsets;
      if (offsets.length < rows + 1 || offsets[rows] > data.length) {
        throw new IllegalArgumentException(
            "column \"%s\": %d offsets, %d bytes for %d rows"
                .formatted(name, offsets.length, data.length, rows));
      }
    }

    /** A column of texts, stored as UTF-8, of which some may be null. */
    public static Var of(String name, Datatype type, List<String> values) {
      int[] offsets = new int[values.size() + 1];
      byte[] bytes = ColumnBytes.ofTexts(values, offsets);
      return new Var(name, type, values.size(), offsets, bytes, ColumnBytes.validity(values));
    }

    /** A column of texts, stored as UTF-8. */
    public static Var of(String name, Datatype type, String... values) {
      return of(name, type, Arrays.asList(values));
    }

    @Override
    public int start(int row) {
      return offsets[Objects.checkIndex(row, rows())];
    }

    @Override
    public int end(int row) {
      return offsets[Objects.checkIndex(row, rows()) + 1];
    }

    /**
     * The array that holds where each cell begins in {@link #array}, and after them where the last
     * one ends. It is the column's own, not a copy: nobody may write to it.
     */
    public int[] offsetArray() {
      return offsets;
    }

    /** The bytes of all values together. */
    public int dataSize() {
      return offsets[rows()];
    }

    /** Copies the bytes of all values. */
    public void copyTo(byte[] target, int offset) {
      System.arraycopy(data, 0, target, offset, dataSize());
    }

    /** Copies where each cell begins, and after them where the last one ends: rows + 1 numbers. */
    public void copyOffsets(int[] target, int offset) {
      System.arraycopy(offsets, 0, target, offset, rows() + 1);
    }

    @Override
    long bytes() {
      return dataSize() + 8L * rows() + validityBytes();
    }
  }
}
