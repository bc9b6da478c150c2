package io.tiledb.libtiledb;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An array of numbers of one size in off-heap memory, in native byte order. Accesses outside the
 * array throw an {@link IndexOutOfBoundsException}, and accesses after {@link #delete} an {@link
 * IllegalStateException}.
 */
abstract class MemoryArray {
  private @Nullable ByteBuffer bytes;
  private final int elementSize;

  MemoryArray(long elements, int elementSize) {
    this(allocate(elements, elementSize), elementSize);
  }

  MemoryArray(ByteBuffer bytes, int elementSize) {
    this.bytes = bytes;
    this.elementSize = elementSize;
  }

  private static ByteBuffer allocate(long elements, int elementSize) {
    if (elements < 0 || elements > Integer.MAX_VALUE / elementSize) {
      throw new IllegalArgumentException(
          "cannot allocate %d elements of %d bytes; the maximum is %d elements"
              .formatted(elements, elementSize, Integer.MAX_VALUE / elementSize));
    }
    return ByteBuffer.allocateDirect((int) elements * elementSize).order(ByteOrder.nativeOrder());
  }

  final synchronized ByteBuffer bytes() {
    if (bytes == null) {
      throw new IllegalStateException("the array is deleted");
    }
    return bytes;
  }

  /** Returns the position of an element in bytes. */
  final int offset(long index) {
    long elements = bytes().capacity() / elementSize;
    return (int) Objects.checkIndex(index, elements) * elementSize;
  }

  /**
   * Releases the array. Its memory is freed when no other array or pointer refers to it. Repeated
   * calls have no effect.
   */
  public synchronized void delete() {
    bytes = null;
  }
}
