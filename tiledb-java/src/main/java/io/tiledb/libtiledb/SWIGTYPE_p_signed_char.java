package io.tiledb.libtiledb;

import java.nio.ByteBuffer;

/** A pointer to signed 8-bit integers. */
public class SWIGTYPE_p_signed_char extends MemoryPointer {
  SWIGTYPE_p_signed_char(ByteBuffer bytes) {
    super(bytes);
  }
}
