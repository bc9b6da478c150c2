package io.tiledb.libtiledb;

import java.nio.ByteBuffer;

/** A pointer to signed 64-bit integers. */
public class SWIGTYPE_p_long_long extends MemoryPointer {
  SWIGTYPE_p_long_long(ByteBuffer bytes) {
    super(bytes);
  }
}
