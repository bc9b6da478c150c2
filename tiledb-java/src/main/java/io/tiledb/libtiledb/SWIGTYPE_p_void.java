package io.tiledb.libtiledb;

import java.nio.ByteBuffer;

/** A pointer to values of any type. */
public class SWIGTYPE_p_void extends MemoryPointer {
  SWIGTYPE_p_void(ByteBuffer bytes) {
    super(bytes);
  }
}
