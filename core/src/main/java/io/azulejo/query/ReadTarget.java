package io.azulejo.query;

import io.azulejo.error.InvalidRequestException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The destination of a field's values in a read of a dense array: an array or a buffer of the
 * caller. The read writes values directly into it, without a batch in between, from index 0 or from
 * the buffer's position on.
 *
 * <p>The field's type determines the kind of array: {@code double[]} for FLOAT64, {@code float[]}
 * for FLOAT32, else {@code byte[]}, {@code short[]}, {@code int[]} or {@code long[]} by the size of
 * a value. Unsigned values keep their bits. A {@code byte[]} and a {@link ByteBuffer} take values
 * of any type as little-endian bytes, whatever the order of the buffer; the buffer's position does
 * not change.
 *
 * <p>Immutable, except for the caller's arrays and buffers.
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

  /** Returns a target for values of FLOAT64. */
  public static ReadTarget of(String field, double[] values) {
    return new ReadTarget(field, values, null);
  }

  /** Returns a target for values of FLOAT32. */
  public static ReadTarget of(String field, float[] values) {
    return new ReadTarget(field, values, null);
  }

  /** Returns a target for 8-byte integers: INT64, UINT64, datetimes and times. */
  public static ReadTarget of(String field, long[] values) {
    return new ReadTarget(field, values, null);
  }

  /** Returns a target for 4-byte integers. */
  public static ReadTarget of(String field, int[] values) {
    return new ReadTarget(field, values, null);
  }

  /** Returns a target for 2-byte integers. */
  public static ReadTarget of(String field, short[] values) {
    return new ReadTarget(field, values, null);
  }

  /** Returns a target for values of any type, as little-endian bytes. */
  public static ReadTarget of(String field, byte[] values) {
    return new ReadTarget(field, values, null);
  }

  /**
   * Returns a target for values of any type, as little-endian bytes.
   *
   * @throws InvalidRequestException if the buffer is read-only
   */
  public static ReadTarget of(String field, ByteBuffer values) {
    if (values.isReadOnly()) {
      throw new InvalidRequestException(
          "the buffer for \"" + field + "\" is read-only; pass a writable one");
    }
    return new ReadTarget(field, values, null);
  }

  /**
   * Returns this target with an array for validity: one byte a cell, 0 for null. Nullable fields
   * require one.
   */
  public ReadTarget withValidity(byte[] bytes) {
    return new ReadTarget(field, values, Objects.requireNonNull(bytes, "bytes"));
  }

  /** Returns the name of the field: a dimension or an attribute. */
  public String field() {
    return field;
  }

  /** Returns the array or the {@link ByteBuffer} for the values. */
  public Object values() {
    return values;
  }

  /** Returns the array for the validity; empty if not given. */
  public Optional<byte[]> validity() {
    return Optional.ofNullable(validity);
  }

  /** Returns the number of elements in the array, or the remaining bytes of the buffer. */
  public int length() {
    return values instanceof ByteBuffer buffer ? buffer.remaining() : Array.getLength(values);
  }

  @Override
  public String toString() {
    return "%s: %s of %d".formatted(field, values.getClass().getSimpleName(), length());
  }
}
