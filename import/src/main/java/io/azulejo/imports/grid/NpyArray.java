package io.azulejo.imports.grid;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.VarColumn;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** A NumPy array. Its header is read first, then its values in file order. */
final class NpyArray implements Closeable {
  private static final int MAGIC = 6;
  private static final int LONGEST_HEADER = 1 << 20;
  private static final int MOST_SIDES = 32;
  private static final long LARGEST_CELL = 8 << 20;

  private final InputStream in;
  private final List<NpyType> types;
  private final boolean columnMajor;
  private final List<Long> shape;
  private final int size; // size of a cell in bytes
  private long read;

  private NpyArray(
      InputStream in, List<NpyType> types, int size, boolean columnMajor, List<Long> shape) {
    this.in = in;
    this.types = types;
    this.columnMajor = columnMajor;
    this.shape = shape;
    this.size = size;
  }

  /**
   * Reads the header of an array.
   *
   * @param name attribute name for values without field names
   * @param in the array; closed with the result
   * @param length size of the input in bytes; 0 if unknown
   */
  static NpyArray read(String name, InputStream in, long length) throws IOException {
    byte[] start = exactly(in, MAGIC + 2);
    int version = start[MAGIC];
    if (version < 1 || version > 3) {
      throw new InvalidRequestException(
          "the NumPy file has format version %d; supported: 1, 2 and 3".formatted(version & 0xff));
    }
    byte[] number = exactly(in, version == 1 ? Short.BYTES : Integer.BYTES);
    ByteBuffer count = ByteBuffer.wrap(number).order(ByteOrder.LITTLE_ENDIAN);
    int size = version == 1 ? count.getChar() : count.getInt();
    if (size < 0 || size > LONGEST_HEADER) {
      throw new InvalidRequestException("the header of the NumPy array is damaged: it is too long");
    }
    String header = new String(exactly(in, size), StandardCharsets.UTF_8);
    if (!(PythonLiteral.parse(header) instanceof Map<?, ?> facts)
        || !(facts.get("shape") instanceof List<?> sides)
        || !(facts.get("fortran_order") instanceof Boolean columnMajor)
        || facts.get("descr") == null) {
      throw new InvalidRequestException(
          "the header of the NumPy array is damaged: shape, order or type is missing");
    }
    List<NpyType> types = types(name, facts.get("descr"));
    NpyArray array = new NpyArray(in, types, size(types), columnMajor, shape(sides));
    if (array.cells() > (Long.MAX_VALUE >> 1) / array.size) {
      throw new InvalidRequestException("the NumPy array has too many cells: " + array.shape);
    }
    long needed = MAGIC + 2L + number.length + size + array.cells() * array.size;
    if (length > 0 && length < needed) {
      throw new InvalidRequestException(
          "the NumPy array is truncated: it has %,d of %,d bytes".formatted(length, needed));
    }
    return array;
  }

  private static int size(List<NpyType> types) {
    long size = types.stream().mapToLong(NpyType::size).sum();
    if (size == 0 || size > LARGEST_CELL) {
      throw new InvalidRequestException(
          "the NumPy array has cells of %,d bytes; supported: 1 to %,d"
              .formatted(size, LARGEST_CELL));
    }
    return (int) size;
  }

  private static List<Long> shape(List<?> sides) {
    List<Long> shape = new ArrayList<>();
    double cells = 1;
    for (Object side : sides) {
      if (!(side instanceof Long number) || number < 0 || sides.size() > MOST_SIDES) {
        throw new InvalidRequestException("the NumPy array has an invalid shape: " + sides);
      }
      shape.add(number);
      cells *= number;
    }
    if (shape.isEmpty() || cells == 0) {
      throw new InvalidRequestException(
          shape.isEmpty()
              ? "the NumPy array has no dimensions"
              : "the NumPy array has no cells: its shape is " + shape);
    }
    if (cells > 1L << 53) {
      throw new InvalidRequestException(
          "the NumPy array has too many cells: its shape is " + shape);
    }
    return shape;
  }

  private static List<NpyType> types(String name, Object type) {
    if (type instanceof String text) {
      return List.of(NpyType.of(name, text));
    }
    List<NpyType> types = new ArrayList<>();
    if (type instanceof List<?> fields) {
      for (Object field : fields) {
        if (!(field instanceof List<?> parts)
            || parts.size() != 2
            || !(parts.get(0) instanceof String part)
            || !(parts.get(1) instanceof String text)) {
          throw new InvalidRequestException(
              "the NumPy array has nested fields or fields of several values; save each field on its own");
        }
        types.add(NpyType.of(part, text));
      }
    }
    if (types.isEmpty()) {
      throw new InvalidRequestException("the NumPy array has an unknown type");
    }
    return types;
  }

  private static byte[] exactly(InputStream in, int count) throws IOException {
    byte[] bytes = in.readNBytes(count);
    if (bytes.length < count) {
      throw new InvalidRequestException("the NumPy array is truncated");
    }
    return bytes;
  }

  List<NpyType> types() {
    return types;
  }

  boolean isColumnMajor() {
    return columnMajor;
  }

  List<Long> shape() {
    return shape;
  }

  long cells() {
    return shape.stream().mapToLong(Long::longValue).reduce(1, (a, b) -> a * b);
  }

  /** Returns the size of a cell in bytes. */
  int size() {
    return size;
  }

  /** Returns the number of value bytes read so far. */
  long bytes() {
    return read;
  }

  /** Reads the next cells and returns one column per type. */
  List<Column> next(int rows) throws IOException {
    byte[] bytes = exactly(in, rows * size);
    read += bytes.length;
    List<Column> columns = new ArrayList<>();
    int offset = 0;
    for (NpyType type : types) {
      columns.add(column(type, bytes, offset, rows));
      offset += type.size();
    }
    return columns;
  }

  private Column column(NpyType type, byte[] bytes, int offset, int rows) {
    if (type.isText()) {
      return texts(type, bytes, offset, rows);
    }
    int part = type.size() / type.count();
    int wide = type.type().size();
    byte[] values = new byte[rows * wide * type.count()];
    int to = 0;
    for (int row = 0; row < rows; row++) {
      for (int i = 0; i < type.count(); i++, to += wide) {
        int from = row * size + offset + i * part;
        if (type.kind() == 'f' && part == Short.BYTES) {
          half(bytes, from, type.big(), values, to);
        } else if (type.big()) {
          for (int b = 0; b < part; b++) {
            values[to + b] = bytes[from + part - 1 - b];
          }
        } else {
          System.arraycopy(bytes, from, values, to, part);
        }
      }
    }
    return new FixedColumn(type.name(), type.type(), type.count(), rows, values, null);
  }

  /**
   * Converts a 16-bit floating-point number to a 32-bit one.
   *
   * @param big whether the number is big-endian
   */
  private static void half(byte[] bytes, int from, boolean big, byte[] values, int to) {
    int low = bytes[big ? from + 1 : from] & 0xff;
    int bits = (bytes[big ? from : from + 1] & 0xff) << 8 | low;
    int exponent = bits >> 10 & 0x1f;
    int fraction = bits & 0x3ff;
    float value =
        exponent == 0x1f
            ? fraction == 0 ? Float.POSITIVE_INFINITY : Float.NaN
            : exponent == 0
                ? fraction * 0x1p-24f
                : Math.scalb(1 + fraction * 0x1p-10f, exponent - 15);
    ByteBuffer.wrap(values)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putFloat(to, (bits & 0x8000) == 0 ? value : -value);
  }

  private Column texts(NpyType type, byte[] bytes, int offset, int rows) {
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    int[] offsets = new int[rows + 1];
    for (int row = 0; row < rows; row++) {
      int from = row * size + offset;
      data.writeBytes(text(type, bytes, from));
      offsets[row + 1] = data.size();
    }
    return new VarColumn(type.name(), type.type(), rows, offsets, data.toByteArray(), null);
  }

  /** Returns a text without zero padding, in UTF-8 if its type is Unicode. */
  private static byte[] text(NpyType type, byte[] bytes, int from) {
    int end = from + type.size();
    if (type.kind() != 'U') {
      while (end > from && bytes[end - 1] == 0) {
        end--;
      }
      return Arrays.copyOfRange(bytes, from, end);
    }
    ByteBuffer characters =
        ByteBuffer.wrap(bytes).order(type.big() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    StringBuilder text = new StringBuilder();
    for (int at = from; at < end; at += Integer.BYTES) {
      int character = characters.getInt(at);
      boolean half = character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE;
      if (half || !Character.isValidCodePoint(character)) {
        throw new InvalidRequestException("the NumPy array has strings with invalid characters");
      }
      text.appendCodePoint(character);
    }
    int length = text.length();
    while (length > 0 && text.charAt(length - 1) == 0) {
      length--;
    }
    return text.substring(0, length).getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
