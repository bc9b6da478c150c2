package io.tiledb.libtiledb;

import java.nio.ByteBuffer;

/** A pointer to unsigned 32-bit integers. */
public class SWIGTYPE_p_unsigned_int extends MemoryPointer {
  SWIGTYPE_p_unsigned_int(ByteBuffer bytes) {
    super(bytes);
  }
}
