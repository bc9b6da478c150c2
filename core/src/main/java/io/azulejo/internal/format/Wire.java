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
 * Transfers a structure to or from bytes. Each layout is defined once, as a function that transfers
 * the fields in order. The same function reads with a {@link WireReader} and writes with a {@link
 * WireWriter}. With a {@link WireTrace} it reads and also records the position of each field.
 *
 * <p>Each field method has three common parameters: the name of the field, for error messages; the
 * source object; and a function that gets the value of the field from the source. When reading, the
 * source is ignored and may be null; the method returns the value that it reads. When writing, the
 * method gets the value from the source, writes it and returns it. All numbers are little-endian.
 */
abstract sealed class Wire permits WireReader, WireWriter {
  private final FormatVersion version;

  Wire(FormatVersion version) {
    this.version = version;
  }

  /** A layout, which can both read and write a value. */
  @FunctionalInterface
  interface Transfer<T> {
    /**
     * Reads or writes a value.
     *
     * @param wire the bytes to read or write
     * @param source the value to write; null when reading
     * @return the value that was read or written
     */
    T transfer(Wire wire, T source);
  }

  /** Returns the format version of the bytes. */
  final FormatVersion version() {
    return version;
  }

  /** Returns true if this wire reads bytes, or false if it writes them. */
  abstract boolean reading();

  /** Returns the number of bytes read or written so far. */
  abstract int position();

  /** Returns the number of bytes left to read; 0 when writing. */
  abstract int remaining();

  /** Transfers an unsigned 1-byte integer (0 to 255). */
  abstract <S> int u8(String field, S source, ToIntFunction<S> value);

  /** Transfers an unsigned 2-byte integer (0 to 65535). */
  abstract <S> int u16(String field, S source, ToIntFunction<S> value);

  /** Transfers a 4-byte integer. */
  abstract <S> int i32(String field, S source, ToIntFunction<S> value);

  /** Transfers an 8-byte integer. */
  abstract <S> long i64(String field, S source, ToLongFunction<S> value);

  /** Transfers a 4-byte IEEE 754 number. */
  abstract <S> float f32(String field, S source, Function<S, Float> value);

  /** Transfers an 8-byte IEEE 754 number. */
  abstract <S> double f64(String field, S source, ToDoubleFunction<S> value);

  /** Transfers a fixed number of bytes. When reading, the slice shares the array of the bytes. */
  abstract <S> Slice bytes(String field, long length, S source, Function<S, Slice> value);

  /** Transfers a fixed number of 8-byte integers. */
  abstract <S> long[] longs(String field, long count, S source, Function<S, long[]> value);

  /**
   * Transfers a nested structure with its own layout. In messages, the names of its fields begin
   * with this name.
   */
  abstract <S, T> T struct(String field, Transfer<T> layout, S source, Function<S, T> value);

  /**
   * Transfers a nested structure that is one of several. In messages, its index follows its name.
   */
  abstract <S, T> T element(
      String field, int index, Transfer<T> layout, S source, Function<S, T> value);

  /** Transfers a fixed number of structures with the same layout. */
  abstract <S, T> List<T> list(
      String field, long count, Transfer<T> layout, S source, Function<S, List<T>> value);

  /** Transfers structures with the same layout up to the end of the bytes. */
  abstract <S, T> List<T> untilEnd(
      String field, Transfer<T> layout, S source, Function<S, List<T>> value);

  /** Transfers a string up to and including a line feed, which is not part of the value. */
  abstract <S> String line(String field, S source, Function<S, String> value);

  /**
   * Handles a field that this version does not store. Reading returns the implied value, and
   * writing rejects any other value.
   */
  abstract <S, T> T absent(String field, T implied, S source, Function<S, T> value);

  /**
   * Checks the bytes (when reading) or the value (when writing).
   *
   * @param condition whether the check succeeds
   * @param field the name of the field
   * @param reason the format string of the error message
   * @param arguments the arguments of the format string
   * @throws io.azulejo.error.CorruptDataException if the check fails when reading
   * @throws io.azulejo.error.InvalidRequestException if the check fails when writing
   */
  abstract void check(boolean condition, String field, String reason, Object... arguments);

  /** Creates the exception for an unsupported value of the last field. */
  abstract UnsupportedFormatException unsupported(String reason);

  /**
   * Transfers the version of a structure that has its own version numbers.
   *
   * @param what the name of the structure, for error messages
   * @param oldest the oldest readable version
   * @param newest the newest readable version
   * @throws UnsupportedFormatException if the version is newer but plausible
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

  /** Transfers a boolean as one byte, which must be 0 or 1. */
  final <S> boolean bool(String field, S source, Function<S, Boolean> value) {
    int at = u8(field, source, s -> value.apply(s) ? 1 : 0);
    check(at <= 1, field, "%d is neither 0 nor 1", at);
    return at == 1;
  }

  /** Transfers a 1-byte code and returns its meaning. */
  final <S, E> E code(String field, Codes<E> codes, S source, Function<S, E> value) {
    int code = u8(field, source, s -> codes.code(value.apply(s)));
    E meaning = codes.meaning(code);
    check(meaning != null, field, "%d is not a valid %s", code, codes.what());
    means(meaning);
    return meaning;
  }

  /** Records the meaning of the last field, which is a number. Only {@link WireTrace} uses it. */
  void means(Object meaning) {}

  /** Transfers a 4-byte count of the elements or bytes that follow (0 to 2^31 - 1). */
  final <S> int count32(String field, S source, ToIntFunction<S> value) {
    int count = i32(field, source, value);
    if (count < 0) {
      check(false, field, "%s is too large", Integer.toUnsignedString(count));
    }
    return count;
  }

  /** Transfers an 8-byte count of the elements or bytes that follow (0 to 2^63 - 1). */
  final <S> long count64(String field, S source, ToLongFunction<S> value) {
    long count = i64(field, source, value);
    if (count < 0) {
      check(false, field, "%s is too large", Long.toUnsignedString(count));
    }
    return count;
  }

  /** Transfers bytes that are preceded by their 4-byte length. */
  final <S> Slice bytes32(String field, S source, Function<S, Slice> value) {
    Slice bytes = source == null ? null : value.apply(source);
    int length = count32(field + "_length", bytes, Slice::length);
    return bytes(field, length, bytes, b -> b);
  }

  /** Transfers bytes that are preceded by their 8-byte length. */
  final <S> Slice bytes64(String field, S source, Function<S, Slice> value) {
    Slice bytes = source == null ? null : value.apply(source);
    long length = count64(field + "_length", bytes, Slice::length);
    return bytes(field, length, bytes, b -> b);
  }

  /** Transfers a string that is preceded by its 4-byte length, counted in bytes. */
  final <S> String string32(String field, S source, Function<S, String> value) {
    return LosslessUtf8.decode(
        bytes32(field, source, s -> Slice.of(LosslessUtf8.encode(value.apply(s)))).toBytes());
  }

  /** Transfers a string that is preceded by its 8-byte length, counted in bytes. */
  final <S> String string64(String field, S source, Function<S, String> value) {
    return LosslessUtf8.decode(
        bytes64(field, source, s -> Slice.of(LosslessUtf8.encode(value.apply(s)))).toBytes());
  }

  /** Transfers structures with the same layout, preceded by their 4-byte count. */
  final <S, T> List<T> list32(
      String field, Transfer<T> layout, S source, Function<S, List<T>> value) {
    List<T> parts = source == null ? null : value.apply(source);
    int count = count32(field + "_count", parts, List::size);
    return list(field, count, layout, parts, p -> p);
  }

  /** Transfers structures with the same layout, preceded by their 8-byte count. */
  final <S, T> List<T> list64(
      String field, Transfer<T> layout, S source, Function<S, List<T>> value) {
    List<T> parts = source == null ? null : value.apply(source);
    long count = count64(field + "_count", parts, List::size);
    return list(field, count, layout, parts, p -> p);
  }

  /** Transfers 8-byte integers, preceded by their 8-byte count. */
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
