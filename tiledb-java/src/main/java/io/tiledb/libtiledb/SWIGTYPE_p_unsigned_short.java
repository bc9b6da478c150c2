package io.tiledb.libtiledb;

import java.nio.ByteBuffer;

/** A pointer to unsigned 16-bit integers. */
public class SWIGTYPE_p_unsigned_short extends MemoryPointer {
  SWIGTYPE_p_unsigned_short(ByteBuffer bytes) {
    super(bytes);
  }
}
