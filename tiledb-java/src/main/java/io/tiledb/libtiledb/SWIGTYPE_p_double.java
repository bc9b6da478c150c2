package io.tiledb.libtiledb;

import java.nio.ByteBuffer;

/** A pointer to {@code double} values. */
public class SWIGTYPE_p_double extends MemoryPointer {
  SWIGTYPE_p_double(ByteBuffer bytes) {
    super(bytes);
  }
}
