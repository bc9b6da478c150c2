package io.azulejo.internal.format;

import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.LosslessUtf8;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/**
 * Transfers a structure to or from bytes. A layout is written once, as a function that names its
 * fields in order. With a {@link WireReader} it reads them, with a {@link WireWriter} it writes
 * them, and with a {@link WireTrace} it reads them and records the position of each field.
 *
 * <p>Each field method takes the field's name, the source, and a function that gets the field's
 * value from the source. Reading ignores the source (which is null) and returns the value in the
 * bytes. Writing takes the value from the source, writes it and returns it. All numbers are
 * little-endian.
 */
abstract sealed class Wire permits WireReader, WireWriter {
  private final FormatVersion version;

  Wire(FormatVersion version) {
    this.version = version;
  }

  /** A layout that can be read and written. */
  @FunctionalInterface
  interface Transfer<T> {
    /**
     * Reads or writes a value.
     *
     * @param wire the bytes
     * @param source the value to write; null when reading
     * @return the value that was read or written
     */
    T transfer(Wire wire, T source);
  }

  /** Returns the version of the bytes. */
  final FormatVersion version() {
    return version;
  }

  /** Returns whether this reads bytes rather than writes them. */
  abstract boolean reading();

  /** Returns the number of bytes read or written so far. */
  abstract int position();

  /** Returns the number of bytes left to read; 0 when writing. */
  abstract int remaining();

  /** Transfers an unsigned integer of one byte, 0 to 255. */
  abstract <S> int u8(String field, S source, ToIntFunction<S> value);

  /** Transfers an unsigned integer of two bytes, 0 to 65535. */
  abstract <S> int u16(String field, S source, ToIntFunction<S> value);

  /** Transfers four bytes as an int. */
  abstract <S> int i32(String field, S source, ToIntFunction<S> value);

  /** Transfers eight bytes as a long. */
  abstract <S> long i64(String field, S source, ToLongFunction<S> value);

  /** Transfers four bytes as an IEEE 754 number. */
  abstract <S> float f32(String field, S source, Function<S, Float> value);

  /** Transfers eight bytes as an IEEE 754 number. */
  abstract <S> double f64(String field, S source, ToDoubleFunction<S> value);

  /** Transfers a given number of bytes. */
  abstract <S> Slice bytes(String field, long length, S source, Function<S, Slice> value);

  /** Transfers a given number of 8-byte numbers. */
  abstract <S> long[] longs(String field, long count, S source, Function<S, long[]> value);

  /** Transfers a nested structure with its own layout; names of its fields extend this name. */
  abstract <S, T> T struct(String field, Transfer<T> layout, S source, Function<S, T> value);

  /** Transfers a nested structure that is one of several: its index follows its name. */
  abstract <S, T> T element(
      String field, int index, Transfer<T> layout, S source, Function<S, T> value);

  /** Transfers a given number of structures with the same layout. */
  abstract <S, T> List<T> list(
      String field, long count, Transfer<T> layout, S source, Function<S, List<T>> value);

  /** Transfers structures with the same layout up to the end of the bytes. */
  abstract <S, T> List<T> untilEnd(
      String field, Transfer<T> layout, S source, Function<S, List<T>> value);

  /** Transfers a name that ends in a line end. */
  abstract <S> String line(String field, S source, Function<S, String> value);

  /**
   * Handles a field that this version lacks: reading returns the implied value, and writing refuses
   * any other value.
   */
  abstract <S, T> T absent(String field, T implied, S source, Function<S, T> value);

  /** Refuses the bytes (reading) or the value (writing) unless a condition is true. */
  abstract void check(boolean condition, String field, String reason, Object... arguments);

  /** Returns the exception for an unsupported value of the last field. */
  abstract UnsupportedFormatException unsupported(String reason);

  /**
   * Transfers the version of a structure with its own version numbers.
   *
   * @param what the structure, for messages
   * @throws UnsupportedFormatException if a newer release may have written it
   */
  final <S> int ownVersion(String what, int oldest, int newest, S source, ToIntFunction<S> value) {
    int number = i32("version", source, value);
    check(
        number >= oldest && number <= newest + FormatVersion.PLAUSIBLE,
        "version",
        "%s is not a version of %s (valid: %d to %d)",
        Integer.toUnsignedString(number),
        what,
        oldest,
        newest);
    if (number > newest) {
      throw unsupported(
          "%s of version %d needs a newer release of Azulejo".formatted(what, number));
    }
    return number;
  }

  /** Transfers a byte of 0 or 1. */
  final <S> boolean bool(String field, S source, Function<S, Boolean> value) {
    int at = u8(field, source, s -> value.apply(s) ? 1 : 0);
    check(at <= 1, field, "%d is neither 0 nor 1", at);
    return at == 1;
  }

  /** Transfers a one-byte code. */
  final <S, E> E code(String field, Codes<E> codes, S source, Function<S, E> value) {
    int code = u8(field, source, s -> codes.code(value.apply(s)));
    E meaning = codes.meaning(code);
    check(meaning != null, field, "%d is not a valid %s", code, codes.what());
    means(meaning);
    return meaning;
  }

  /** Records the meaning of the last field, a number; for {@link WireTrace}. */
  void means(Object meaning) {}

  /** Transfers a 4-byte count of something that follows: 0 to 2^31 - 1. */
  final <S> int count32(String field, S source, ToIntFunction<S> value) {
    int count = i32(field, source, value);
    if (count < 0) {
      check(false, field, "%s is too large", Integer.toUnsignedString(count));
    }
    return count;
  }

  /** Transfers an 8-byte count of something that follows: 0 to 2^63 - 1. */
  final <S> long count64(String field, S source, ToLongFunction<S> value) {
    long count = i64(field, source, value);
    if (count < 0) {
      check(false, field, "%s is too large", Long.toUnsignedString(count));
    }
    return count;
  }

  /** Transfers bytes after their 4-byte length. */
  final <S> Slice bytes32(String field, S source, Function<S, Slice> value) {
    Slice bytes = source == null ? null : value.apply(source);
    int length = count32(field + "_length", bytes, Slice::length);
    return bytes(field, length, bytes, b -> b);
  }

  /** Transfers bytes after their 8-byte length. */
  final <S> Slice bytes64(String field, S source, Function<S, Slice> value) {
    Slice bytes = source == null ? null : value.apply(source);
    long length = count64(field + "_length", bytes, Slice::length);
    return bytes(field, length, bytes, b -> b);
  }

  /** Transfers a string after its 4-byte length in bytes. */
  final <S> String string32(String field, S source, Function<S, String> value) {
    return LosslessUtf8.decode(
        bytes32(field, source, s -> Slice.of(LosslessUtf8.encode(value.apply(s)))).toBytes());
  }

  /** Transfers a string after its 8-byte length in bytes. */
  final <S> String string64(String field, S source, Function<S, String> value) {
    return LosslessUtf8.decode(
        bytes64(field, source, s -> Slice.of(LosslessUtf8.encode(value.apply(s)))).toBytes());
  }

  /** Transfers structures with the same layout after their 4-byte count. */
  final <S, T> List<T> list32(
      String field, Transfer<T> layout, S source, Function<S, List<T>> value) {
    List<T> parts = source == null ? null : value.apply(source);
    int count = count32(field + "_count", parts, List::size);
    return list(field, count, layout, parts, p -> p);
  }

  /** Transfers structures with the same layout after their 8-byte count. */
  final <S, T> List<T> list64(
      String field, Transfer<T> layout, S source, Function<S, List<T>> value) {
    List<T> parts = source == null ? null : value.apply(source);
    long count = count64(field + "_count", parts, List::size);
    return list(field, count, layout, parts, p -> p);
  }

  /** Transfers 8-byte numbers after their 8-byte count. */
  final <S> long[] longs64(String field, S source, Function<S, long[]> value) {
    long[] numbers = source == null ? null : value.apply(source);
    long count = count64(field + "_count", numbers, n -> n.length);
    return longs(field, count, numbers, n -> n);
  }

  /** Transfers all remaining bytes. */
  final <S> Slice rest(String field, S source, Function<S, Slice> value) {
    Slice bytes = source == null ? null : value.apply(source);
    return bytes(field, reading() ? remaining() : bytes.length(), bytes, b -> b);
  }
}
