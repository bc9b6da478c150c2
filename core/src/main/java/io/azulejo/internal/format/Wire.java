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
 * A structure's bytes, on their way in or out. A layout is written once, as a function that names
 * its fields in order; run with a {@link WireReader} it reads them, with a {@link WireWriter} it
 * writes them, with a {@link WireTrace} it reads them and notes where each one lies.
 *
 * <p>Each field method takes the field's name, the source and how to get the field's value from it.
 * Reading ignores the source (it is null) and returns what the bytes say; writing takes the value
 * from the source, writes it and returns it. All numbers are little-endian.
 */
abstract sealed class Wire permits WireReader, WireWriter {
  private final FormatVersion version;

  Wire(FormatVersion version) {
    this.version = version;
  }

  /** A layout, both ways: from the wire to a value, or from the value to the wire. */
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

  /** The version that the bytes are of. */
  final FormatVersion version() {
    return version;
  }

  /** Whether bytes are read, not written. */
  abstract boolean reading();

  /** The bytes read or written so far. */
  abstract int position();

  /** The number of bytes that are left to read; 0 when writing. */
  abstract int remaining();

  /** A whole number of one byte, 0 to 255. */
  abstract <S> int u8(String field, S source, ToIntFunction<S> value);

  /** A whole number of two bytes, 0 to 65535. */
  abstract <S> int u16(String field, S source, ToIntFunction<S> value);

  /** Four bytes, as an int. */
  abstract <S> int i32(String field, S source, ToIntFunction<S> value);

  /** Eight bytes, as a long. */
  abstract <S> long i64(String field, S source, ToLongFunction<S> value);

  /** Four bytes, as an IEEE 754 number. */
  abstract <S> float f32(String field, S source, Function<S, Float> value);

  /** Eight bytes, as an IEEE 754 number. */
  abstract <S> double f64(String field, S source, ToDoubleFunction<S> value);

  /** Bytes whose number is known from elsewhere. */
  abstract <S> Slice bytes(String field, long length, S source, Function<S, Slice> value);

  /** As many numbers of eight bytes as is known from elsewhere. */
  abstract <S> long[] longs(String field, long count, S source, Function<S, long[]> value);

  /** A part of the structure with a layout of its own; its fields are named below this one. */
  abstract <S, T> T struct(String field, Transfer<T> layout, S source, Function<S, T> value);

  /** A part as {@link #struct} has it, one of several: its name is followed by its number. */
  abstract <S, T> T element(
      String field, int index, Transfer<T> layout, S source, Function<S, T> value);

  /** As many parts with one layout as is known from elsewhere. */
  abstract <S, T> List<T> list(
      String field, long count, Transfer<T> layout, S source, Function<S, List<T>> value);

  /** Parts with one layout, as many as there are up to the end of the bytes. */
  abstract <S, T> List<T> untilEnd(
      String field, Transfer<T> layout, S source, Function<S, List<T>> value);

  /** A name and the line end after it. */
  abstract <S> String line(String field, S source, Function<S, String> value);

  /**
   * A field that this version does not have: reading gives what it implies, and writing anything
   * else is refused.
   */
  abstract <S, T> T absent(String field, T implied, S source, Function<S, T> value);

  /** Refuses the bytes (reading) or the value (writing) unless a condition holds. */
  abstract void check(boolean condition, String field, String reason, Object... arguments);

  /** The exception for an unsupported value of the last field, with the reason. */
  abstract UnsupportedFormatException unsupported(String reason);

  /**
   * The version of a structure that counts its own.
   *
   * @param what the structure, for messages
   * @throws UnsupportedFormatException if a newer release may have written it
   */
  final <S> int ownVersion(String what, int oldest, int newest, S source, ToIntFunction<S> value) {
    int number = i32("version", source, value);
    check(
        number >= oldest && number <= newest + FormatVersion.PLAUSIBLE,
        "version",
        "%s is no version of %s: there are those from %d to %d",
        Integer.toUnsignedString(number),
        what,
        oldest,
        newest);
    if (number > newest) {
      throw unsupported("%s of version %d: a newer Azulejo is needed".formatted(what, number));
    }
    return number;
  }

  /** A byte of 0 or 1. */
  final <S> boolean bool(String field, S source, Function<S, Boolean> value) {
    int at = u8(field, source, s -> value.apply(s) ? 1 : 0);
    check(at <= 1, field, "%d is neither 0 nor 1", at);
    return at == 1;
  }

  /** A number of one byte that stands for one of some values. */
  final <S, E> E code(String field, Codes<E> codes, S source, Function<S, E> value) {
    int code = u8(field, source, s -> codes.code(value.apply(s)));
    E meaning = codes.meaning(code);
    check(meaning != null, field, "%d is no %s", code, codes.what());
    means(meaning);
    return meaning;
  }

  /** Annotates the last field, a number, with its meaning; for {@link WireTrace}. */
  void means(Object meaning) {}

  /** A number of four bytes that counts something that follows: 0 to 2^31 - 1. */
  final <S> int count32(String field, S source, ToIntFunction<S> value) {
    int count = i32(field, source, value);
    if (count < 0) {
      check(false, field, "%s is too many", Integer.toUnsignedString(count));
    }
    return count;
  }

  /** A number of eight bytes that counts something that follows: 0 to 2^63 - 1. */
  final <S> long count64(String field, S source, ToLongFunction<S> value) {
    long count = i64(field, source, value);
    if (count < 0) {
      check(false, field, "%s is too many", Long.toUnsignedString(count));
    }
    return count;
  }

  /** Bytes after their number in four bytes. */
  final <S> Slice bytes32(String field, S source, Function<S, Slice> value) {
    Slice bytes = source == null ? null : value.apply(source);
    int length = count32(field + "_length", bytes, Slice::length);
    return bytes(field, length, bytes, b -> b);
  }

  /** Bytes after their number in eight bytes. */
  final <S> Slice bytes64(String field, S source, Function<S, Slice> value) {
    Slice bytes = source == null ? null : value.apply(source);
    long length = count64(field + "_length", bytes, Slice::length);
    return bytes(field, length, bytes, b -> b);
  }

  /** A name after the number of its bytes in four bytes. */
  final <S> String string32(String field, S source, Function<S, String> value) {
    return LosslessUtf8.decode(
        bytes32(field, source, s -> Slice.of(LosslessUtf8.encode(value.apply(s)))).toBytes());
  }

  /** A name after the number of its bytes in eight bytes. */
  final <S> String string64(String field, S source, Function<S, String> value) {
    return LosslessUtf8.decode(
        bytes64(field, source, s -> Slice.of(LosslessUtf8.encode(value.apply(s)))).toBytes());
  }

  /** Parts with one layout, after their number in four bytes. */
  final <S, T> List<T> list32(
      String field, Transfer<T> layout, S source, Function<S, List<T>> value) {
    List<T> parts = source == null ? null : value.apply(source);
    int count = count32(field + "_count", parts, List::size);
    return list(field, count, layout, parts, p -> p);
  }

  /** Parts with one layout, after their number in eight bytes. */
  final <S, T> List<T> list64(
      String field, Transfer<T> layout, S source, Function<S, List<T>> value) {
    List<T> parts = source == null ? null : value.apply(source);
    long count = count64(field + "_count", parts, List::size);
    return list(field, count, layout, parts, p -> p);
  }

  /** Numbers of eight bytes, after their number in eight bytes. */
  final <S> long[] longs64(String field, S source, Function<S, long[]> value) {
    long[] numbers = source == null ? null : value.apply(source);
    long count = count64(field + "_count", numbers, n -> n.length);
    return longs(field, count, numbers, n -> n);
  }

  /** All bytes that are left. */
  final <S> Slice rest(String field, S source, Function<S, Slice> value) {
    Slice bytes = source == null ? null : value.apply(source);
    return bytes(field, reading() ? remaining() : bytes.length(), bytes, b -> b);
  }
}
