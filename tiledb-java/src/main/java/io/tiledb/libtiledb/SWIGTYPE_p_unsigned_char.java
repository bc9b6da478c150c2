package io.tiledb.libtiledb;

import java.nio.ByteBuffer;

/** A pointer to unsigned 8-bit integers. */
public class SWIGTYPE_p_unsigned_char extends MemoryPointer {
  SWIGTYPE_p_unsigned_char(ByteBuffer bytes) {
    super(bytes);
  }
}
