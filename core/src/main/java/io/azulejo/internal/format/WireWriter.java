package io.azulejo.internal.format;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.LosslessUtf8;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/**
 * A wire that writes a structure to bytes. It rejects values that the version cannot store and
 * never drops them silently.
 */
final class WireWriter extends Wire {
  private final String structure;
  private ByteBuffer out = ByteBuffer.allocate(256).order(ByteOrder.LITTLE_ENDIAN);

  /**
   * Creates a writer.
   *
   * @param structure the name of the structure, for error messages
   * @param version the format version to write
   */
  WireWriter(String structure, FormatVersion version) {
    super(version);
    this.structure = structure;
  }

  /**
   * Encodes a value with a layout.
   *
   * @param structure the name of the structure, for error messages
   * @param version the format version to write
   * @throws InvalidRequestException if the layout rejects the value
   * @throws UnsupportedFormatException if the version cannot store a part of the value
   */
  static <T> Slice encode(String structure, FormatVersion version, Transfer<T> layout, T value) {
    WireWriter wire = new WireWriter(structure, version);
    layout.transfer(wire, Objects.requireNonNull(value, "value"));
    return wire.toSlice();
  }

  /** Returns a copy of the bytes written so far. */
  Slice toSlice() {
    return Slice.of(Arrays.copyOf(out.array(), out.position()));
  }

  @Override
  boolean reading() {
    return false;
  }

  @Override
  int position() {
    return out.position();
  }

  @Override
  int remaining() {
    return 0;
  }

  @Override
  <S> int u8(String field, S source, ToIntFunction<S> value) {
    int number = value.applyAsInt(source);
    check(number >= 0 && number <= 0xff, field, "%d does not fit in one byte", number);
    room(1).put((byte) number);
    return number;
  }

  @Override
  <S> int u16(String field, S source, ToIntFunction<S> value) {
    int number = value.applyAsInt(source);
    check(number >= 0 && number <= 0xffff, field, "%d does not fit in two bytes", number);
    room(Short.BYTES).putShort((short) number);
    return number;
  }

  @Override
  <S> int i32(String field, S source, ToIntFunction<S> value) {
    int number = value.applyAsInt(source);
    room(Integer.BYTES).putInt(number);
    return number;
  }

  @Override
  <S> long i64(String field, S source, ToLongFunction<S> value) {
    long number = value.applyAsLong(source);
    room(Long.BYTES).putLong(number);
    return number;
  }

  @Override
  <S> float f32(String field, S source, Function<S, Float> value) {
    float number = value.apply(source);
    room(Float.BYTES).putFloat(number);
    return number;
  }

  @Override
  <S> double f64(String field, S source, ToDoubleFunction<S> value) {
    double number = value.applyAsDouble(source);
    room(Double.BYTES).putDouble(number);
    return number;
  }

  @Override
  <S> Slice bytes(String field, long length, S source, Function<S, Slice> value) {
    Slice bytes = value.apply(source);
    check(bytes.length() == length, field, "%d bytes instead of %d", bytes.length(), length);
    room(bytes.length()).put(bytes.array(), bytes.offset(), bytes.length());
    return bytes;
  }

  @Override
  <S> long[] longs(String field, long count, S source, Function<S, long[]> value) {
    long[] numbers = value.apply(source);
    check(numbers.length == count, field, "%d numbers instead of %d", numbers.length, count);
    room(Math.multiplyExact(numbers.length, Long.BYTES));
    for (long number : numbers) {
      out.putLong(number);
    }
    return numbers;
  }

  @Override
  <S, T> T struct(String field, Transfer<T> layout, S source, Function<S, T> value) {
    return layout.transfer(this, value.apply(source));
  }

  @Override
  <S, T> T element(String field, int index, Transfer<T> layout, S source, Function<S, T> value) {
    return layout.transfer(this, value.apply(source));
  }

  @Override
  <S, T> List<T> list(
      String field, long count, Transfer<T> layout, S source, Function<S, List<T>> value) {
    List<T> parts = value.apply(source);
    check(parts.size() == count, field, "%d entries instead of %d", parts.size(), count);
    for (T part : parts) {
      layout.transfer(this, part);
    }
    return parts;
  }

  @Override
  <S, T> List<T> untilEnd(String field, Transfer<T> layout, S source, Function<S, List<T>> value) {
    List<T> parts = value.apply(source);
    for (T part : parts) {
      layout.transfer(this, part);
    }
    return parts;
  }

  @Override
  <S> String line(String field, S source, Function<S, String> value) {
    String name = value.apply(source);
    check(name.indexOf('\n') < 0, field, "\"%s\" contains a line break", name);
    byte[] bytes = LosslessUtf8.encode(name);
    room(bytes.length + 1).put(bytes).put((byte) '\n');
    return name;
  }

  @Override
  <S, T> T absent(String field, T implied, S source, Function<S, T> value) {
    T wanted = value.apply(source);
    if (!Objects.deepEquals(implied, wanted)) {
      throw new UnsupportedFormatException(
          "%s: %s = %s cannot be written in format version %s"
              .formatted(structure, field, wanted, version()));
    }
    return wanted;
  }

  @Override
  void check(boolean condition, String field, String reason, Object... arguments) {
    if (!condition) {
      throw new InvalidRequestException(
          structure + ", field " + field + ": " + reason.formatted(arguments));
    }
  }

  @Override
  UnsupportedFormatException unsupported(String reason) {
    return UnsupportedFormatException.of(structure, -1, reason);
  }

  private ByteBuffer room(int size) {
    if (out.remaining() < size) {
      int needed = Math.addExact(out.position(), size);
      int capacity = (int) Math.min(Integer.MAX_VALUE - 8L, Math.max(2L * out.capacity(), needed));
      out =
          ByteBuffer.wrap(Arrays.copyOf(out.array(), capacity))
              .order(ByteOrder.LITTLE_ENDIAN)
              .position(out.position());
    }
    return out;
  }
}
