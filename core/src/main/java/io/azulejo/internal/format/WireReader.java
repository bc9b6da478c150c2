package io.azulejo.internal.format;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.LosslessUtf8;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/**
 * A wire that reads a structure from bytes. It checks every length against the remaining bytes
 * before it allocates memory. If the bytes do not match the layout, it throws a {@link
 * CorruptDataException} that names the structure, the field and the offset.
 */
sealed class WireReader extends Wire permits WireTrace {
  private final String structure;
  private final Slice bytes;

  /** The names of the structures that enclose the next field, from the outside in. */
  private String[] path = new String[8];

  /** For each structure in {@link #path}, its index in a list, or -1. */
  private int[] indexes = new int[8];

  private int depth;
  private int position;
  private int fieldStart;

  /**
   * Creates a reader at the start of the bytes.
   *
   * @param structure the name of the structure, for error messages
   * @param version the format version of the bytes
   */
  WireReader(String structure, FormatVersion version, Slice bytes) {
    super(version);
    this.structure = structure;
    this.bytes = bytes;
  }

  /**
   * Decodes a value from all of the bytes.
   *
   * @param structure the name of the structure, for error messages
   * @param version the format version of the bytes
   * @throws CorruptDataException if the bytes do not match the layout or continue after its end
   */
  static <T> T decode(String structure, FormatVersion version, Slice bytes, Transfer<T> layout) {
    WireReader wire = new WireReader(structure, version, bytes);
    T value = layout.transfer(wire, null);
    wire.end();
    return value;
  }

  @Override
  final boolean reading() {
    return true;
  }

  @Override
  final int position() {
    return position;
  }

  @Override
  final int remaining() {
    return bytes.length() - position;
  }

  /**
   * Checks that no bytes remain.
   *
   * @throws CorruptDataException if bytes follow the last field
   */
  final void end() {
    if (remaining() > 0) {
      throw CorruptDataException.of(
          structure, null, position, "%d bytes follow the last field".formatted(remaining()));
    }
  }

  @Override
  final <S> int u8(String field, S source, ToIntFunction<S> value) {
    int start = take(field, 1);
    int number = bytes.getUnsignedByte(start);
    note(field, start, number);
    return number;
  }

  @Override
  final <S> int u16(String field, S source, ToIntFunction<S> value) {
    int start = take(field, Short.BYTES);
    int number = bytes.getShort(start) & 0xffff;
    note(field, start, number);
    return number;
  }

  @Override
  final <S> int i32(String field, S source, ToIntFunction<S> value) {
    int start = take(field, Integer.BYTES);
    int number = bytes.getInt(start);
    note(field, start, number);
    return number;
  }

  @Override
  final <S> long i64(String field, S source, ToLongFunction<S> value) {
    int start = take(field, Long.BYTES);
    long number = bytes.getLong(start);
    note(field, start, number);
    return number;
  }

  @Override
  final <S> float f32(String field, S source, Function<S, Float> value) {
    int start = take(field, Float.BYTES);
    float number = bytes.getFloat(start);
    note(field, start, number);
    return number;
  }

  @Override
  final <S> double f64(String field, S source, ToDoubleFunction<S> value) {
    int start = take(field, Double.BYTES);
    double number = bytes.getDouble(start);
    note(field, start, number);
    return number;
  }

  @Override
  final <S> Slice bytes(String field, long length, S source, Function<S, Slice> value) {
    int start = take(field, length);
    Slice taken = bytes.slice(start, (int) length);
    note(field, start, taken);
    return taken;
  }

  @Override
  final <S> long[] longs(String field, long count, S source, Function<S, long[]> value) {
    if (count < 0 || count > remaining() / Long.BYTES) {
      fieldStart = position;
      throw corrupt(
          field,
          "%s numbers of 8 bytes, but %d bytes are left"
              .formatted(Long.toUnsignedString(count), remaining()));
    }
    int start = take(field, count * Long.BYTES);
    long[] numbers = new long[(int) count];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = bytes.getLong(start + i * Long.BYTES);
    }
    note(field, start, numbers);
    return numbers;
  }

  @Override
  final <S, T> T struct(String field, Transfer<T> layout, S source, Function<S, T> value) {
    return element(field, -1, layout, source, value);
  }

  @Override
  final <S, T> T element(
      String field, int index, Transfer<T> layout, S source, Function<S, T> value) {
    if (depth == path.length) {
      path = Arrays.copyOf(path, 2 * depth);
      indexes = Arrays.copyOf(indexes, 2 * depth);
    }
    path[depth] = field;
    indexes[depth++] = index;
    T part = layout.transfer(this, null);
    depth--;
    return part;
  }

  @Override
  final <S, T> List<T> list(
      String field, long count, Transfer<T> layout, S source, Function<S, List<T>> value) {
    if (count < 0 || count > remaining()) {
      fieldStart = position;
      throw corrupt(
          field,
          "%s entries, but %d bytes are left".formatted(Long.toUnsignedString(count), remaining()));
    }
    List<T> parts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      parts.add(element(field, i, layout, null, null));
    }
    return parts;
  }

  @Override
  final <S, T> List<T> untilEnd(
      String field, Transfer<T> layout, S source, Function<S, List<T>> value) {
    List<T> parts = new ArrayList<>();
    while (remaining() > 0) {
      parts.add(element(field, parts.size(), layout, null, null));
    }
    return parts;
  }

  @Override
  final <S> String line(String field, S source, Function<S, String> value) {
    int end = position;
    while (end < bytes.length() && bytes.getByte(end) != '\n') {
      end++;
    }
    if (end == bytes.length()) {
      fieldStart = position;
      throw corrupt(field, "the line does not end within the %d bytes left".formatted(remaining()));
    }
    int start = take(field, end + 1L - position);
    Slice name = bytes.slice(start, end - start);
    note(field, start, name);
    return LosslessUtf8.decode(name.toBytes());
  }

  @Override
  final <S, T> T absent(String field, T implied, S source, Function<S, T> value) {
    return implied;
  }

  @Override
  final void check(boolean condition, String field, String reason, Object... arguments) {
    if (!condition) {
      throw corrupt(field, reason.formatted(arguments));
    }
  }

  @Override
  final UnsupportedFormatException unsupported(String reason) {
    return UnsupportedFormatException.of(structure, fieldStart, reason);
  }

  /** Records a field that was read. Only {@link WireTrace} uses it. */
  void note(String field, int start, Object value) {}

  /**
   * Returns the full name of a field: the names of the enclosing structures and its own, joined by
   * dots.
   */
  final String pathOf(String field) {
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < depth; i++) {
      all.append(path[i]);
      if (indexes[i] >= 0) {
        all.append('[').append(indexes[i]).append(']');
      }
      all.append('.');
    }
    return all.append(field).toString();
  }

  private int take(String field, long length) {
    fieldStart = position;
    if (length < 0 || length > remaining()) {
      throw corrupt(
          field,
          "needs %s bytes, but %d are left".formatted(Long.toUnsignedString(length), remaining()));
    }
    position += (int) length;
    return fieldStart;
  }

  private CorruptDataException corrupt(String field, String reason) {
    return CorruptDataException.of(structure, pathOf(field), fieldStart, reason);
  }
}
