package io.tiledb.libtiledb;

import java.nio.ByteBuffer;

/** A pointer to off-heap memory. Unlike a C pointer, it knows the size of the memory. */
abstract class MemoryPointer {
  private final ByteBuffer bytes;

  MemoryPointer(ByteBuffer bytes) {
    this.bytes = bytes;
  }

  final ByteBuffer bytes() {
    return bytes;
  }
}
