package io.tiledb.java.api;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Memory of the caller for one part of a field: values, offsets or validity. It is a {@link
 * NativeArray}, which this object owns, or a direct {@link ByteBuffer}, whose limit a read sets.
 */
final class QueryBuffer {
  private final @Nullable NativeArray array;
  private final @Nullable ByteBuffer callers;
  private final ByteBuffer bytes;
  private long capacity;
  private long used;

  private QueryBuffer(
      @Nullable NativeArray array, @Nullable ByteBuffer callers, ByteBuffer bytes, long capacity) {
    this.array = array;
    this.callers = callers;
    this.bytes = bytes;
    this.capacity = capacity;
    this.used = capacity;
  }

  /** Creates a buffer over the first bytes of an array. */
  static QueryBuffer of(NativeArray array, long size) throws TileDBError {
    return new QueryBuffer(array, null, array.buffer(), size);
  }

  /**
   * Creates a buffer over the whole capacity of a ByteBuffer.
   *
   * @throws TileDBError if the buffer is empty, not direct, or not in native byte order
   */
  static QueryBuffer of(ByteBuffer buffer) throws TileDBError {
    if (buffer.capacity() == 0) {
      throw new TileDBError("the buffer is empty; it needs room for at least one element");
    } else if (!buffer.isDirect()) {
      throw new TileDBError("the buffer is not direct; use ByteBuffer.allocateDirect");
    } else if (buffer.order() != ByteOrder.nativeOrder()) {
      throw new TileDBError(
          "the byte order of the buffer is %s; set ByteOrder.nativeOrder()"
              .formatted(buffer.order()));
    }
    ByteBuffer whole = buffer.duplicate().clear();
    return new QueryBuffer(null, buffer, whole.order(ByteOrder.nativeOrder()), buffer.capacity());
  }

  /** Returns the array; null for a ByteBuffer. */
  @Nullable NativeArray array() {
    return array;
  }

  /** Returns the caller's ByteBuffer; null for an array. */
  @Nullable ByteBuffer callers() {
    return callers;
  }

  /** Returns the memory, from 0 to the capacity. Its position and limit have no meaning. */
  ByteBuffer bytes() {
    return bytes;
  }

  /** Returns how many bytes a read may use. */
  long capacity() {
    return capacity;
  }

  /** Returns how many bytes the last read has used, or a write will use. */
  long used() {
    return used;
  }

  /** Limits the bytes that reads and writes use. */
  void limit(long size) {
    capacity = size;
    used = size;
  }

  /** Sets how many bytes are used, without an effect on later reads. */
  void use(long size) {
    used = size;
  }

  /** Sets how many bytes a read has used, and sets the limit of the caller's ByteBuffer. */
  void result(long size, long limit) {
    used = size;
    if (callers != null) {
      callers.limit((int) Math.min(limit, callers.capacity()));
    }
  }

  /** Closes the array, unless it is in use by another buffer. */
  void close(@Nullable QueryBuffer successor) {
    if (array != null && (successor == null || successor.array != array)) {
      array.close();
    }
  }

  /** Resets position and limit of the caller's ByteBuffer. */
  void clearCallers() {
    if (callers != null) {
      callers.clear();
    }
  }
}
