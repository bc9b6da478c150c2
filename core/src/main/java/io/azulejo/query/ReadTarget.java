package io.azulejo.query;

import io.azulejo.error.InvalidRequestException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A destination for the values of one field when a dense array is read: an array or a buffer of the
 * caller. The read writes the values directly into the target, without batches. The first value is
 * at index 0 of an array, or at the position of a buffer.
 *
 * <p>The field's type determines the type of the array: {@code double[]} for FLOAT64, {@code
 * float[]} for FLOAT32, and otherwise {@code byte[]}, {@code short[]}, {@code int[]} or {@code
 * long[]}, depending on the size of a value. Unsigned values keep their bits. A {@code byte[]} or a
 * {@link ByteBuffer} accepts values of any type as little-endian bytes. The buffer's byte order is
 * ignored, and its position does not change.
 *
 * <p>Immutable, except for the contents of the caller's arrays and buffers.
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

  /** Creates a target for FLOAT64 values. */
  public static ReadTarget of(String field, double[] values) {
    return new ReadTarget(field, values, null);
  }

  /** Creates a target for FLOAT32 values. */
  public static ReadTarget of(String field, float[] values) {
    return new ReadTarget(field, values, null);
  }

  /** Creates a target for 8-byte integers: INT64, UINT64, datetime and time types. */
  public static ReadTarget of(String field, long[] values) {
    return new ReadTarget(field, values, null);
  }

  /** Creates a target for 4-byte integers: INT32 and UINT32. */
  public static ReadTarget of(String field, int[] values) {
    return new ReadTarget(field, values, null);
  }

  /** Creates a target for 2-byte integers: INT16 and UINT16. */
  public static ReadTarget of(String field, short[] values) {
    return new ReadTarget(field, values, null);
  }

  /** Creates a target for values of any type, as little-endian bytes. */
  public static ReadTarget of(String field, byte[] values) {
    return new ReadTarget(field, values, null);
  }

  /**
   * Creates a target for values of any type, as little-endian bytes. They are written between the
   * buffer's position and limit.
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
   * Returns a copy of this target with an array for validity. Nullable fields require it.
   *
   * @param bytes receives one byte per cell: 0 for null, 1 for a value
   */
  public ReadTarget withValidity(byte[] bytes) {
    return new ReadTarget(field, values, Objects.requireNonNull(bytes, "bytes"));
  }

  /** Returns the name of the field: a dimension or an attribute. */
  public String field() {
    return field;
  }

  /** Returns the caller's array or {@link ByteBuffer} for the values. */
  public Object values() {
    return values;
  }

  /** Returns the caller's array for validity; empty if {@link #withValidity} was not called. */
  public Optional<byte[]> validity() {
    return Optional.ofNullable(validity);
  }

  /**
   * Returns the number of elements of the array, or the number of remaining bytes of the buffer.
   */
  public int length() {
    return values instanceof ByteBuffer buffer ? buffer.remaining() : Array.getLength(values);
  }

  @Override
  public String toString() {
    return "%s: %s of %d".formatted(field, values.getClass().getSimpleName(), length());
  }
}
