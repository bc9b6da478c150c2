package io.tiledb.libtiledb;

import java.nio.ByteBuffer;

/** A pointer to signed 32-bit integers. */
public class SWIGTYPE_p_int extends MemoryPointer {
  SWIGTYPE_p_int(ByteBuffer bytes) {
    super(bytes);
  }
}
