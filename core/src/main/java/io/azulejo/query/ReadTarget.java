package io.azulejo.query;

import io.azulejo.error.InvalidRequestException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where the values of a field of a dense array go: an array or a buffer of the caller, which is
 * written to from its beginning, or from the position of the buffer on. A read writes to nothing
 * else, so no batch lies in between.
 *
 * <p>The kind of array follows from the type of the field: {@code double[]} for FLOAT64, {@code
 * float[]} for FLOAT32, else {@code byte[]}, {@code short[]}, {@code int[]} or {@code long[]} by
 * the size of a value, unsigned ones as the same bits. A {@code byte[]} and a {@link ByteBuffer}
 * take values of any type as little-endian bytes, whatever the order of the buffer; its position
 * stays.
 *
 * <p>Immutable, apart from what the caller gave.
 */
public final class ReadTarget {
  private final String field;
  private final Object values;
  private final byte @Nullable [] validity;

  private ReadTarget(String field, Object values, byte @Nullable [] validity) {
    this.field = Objects.requireNonNull(field, "field");
    this.values = Objects.requireNonNull(values, "values");
    this.validity = validity;
  }

  /** Values of FLOAT64. */
  public static ReadTarget of(String field, double[] values) {
    return new ReadTarget(field, values, null);
  }

  /** Values of FLOAT32. */
  public static ReadTarget of(String field, float[] values) {
    return new ReadTarget(field, values, null);
  }

  /** Integers of 8 bytes: INT64, UINT64, datetimes and times. */
  public static ReadTarget of(String field, long[] values) {
    return new ReadTarget(field, values, null);
  }

  /** Integers of 4 bytes. */
  public static ReadTarget of(String field, int[] values) {
    return new ReadTarget(field, values, null);
  }

  /** Integers of 2 bytes. */
  public static ReadTarget of(String field, short[] values) {
    return new ReadTarget(field, values, null);
  }

  /** Values of any type, as little-endian bytes. */
  public static ReadTarget of(String field, byte[] values) {
    return new ReadTarget(field, values, null);
  }

  /**
   * Values of any type, as little-endian bytes.
   *
   * @throws InvalidRequestException if the buffer is read-only
   */
  public static ReadTarget of(String field, ByteBuffer values) {
    if (values.isReadOnly()) {
      throw new InvalidRequestException(
          "the buffer for \"" + field + "\" is read-only: give a writable one");
    }
    return new ReadTarget(field, values, null);
  }

  /** This, with an array for validity: a byte a cell, 0 for null. Nullable fields need one. */
  public ReadTarget withValidity(byte[] bytes) {
    return new ReadTarget(field, values, Objects.requireNonNull(bytes, "bytes"));
  }

  /** The field: a dimension or an attribute. */
  public String field() {
    return field;
  }

  /** The array, or the {@link ByteBuffer}, that the values go to. */
  public Object values() {
    return values;
  }

  /** The array that the validity goes to. */
  public Optional<byte[]> validity() {
    return Optional.ofNullable(validity);
  }

  /** How many elements the array or the rest of the buffer has. */
  public int length() {
    return values instanceof ByteBuffer buffer ? buffer.remaining() : Array.getLength(values);
  }

  @Override
  public String toString() {
    return "%s: %s of %d".formatted(field, values.getClass().getSimpleName(), length());
  }
}
