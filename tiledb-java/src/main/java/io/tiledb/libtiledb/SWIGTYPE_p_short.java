package io.tiledb.libtiledb;

import java.nio.ByteBuffer;

/** A pointer to signed 16-bit integers. */
public class SWIGTYPE_p_short extends MemoryPointer {
  SWIGTYPE_p_short(ByteBuffer bytes) {
    super(bytes);
  }
}
