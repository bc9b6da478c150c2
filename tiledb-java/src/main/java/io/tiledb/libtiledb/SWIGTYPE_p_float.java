package io.tiledb.libtiledb;

import java.nio.ByteBuffer;

/** A pointer to {@code float} values. */
public class SWIGTYPE_p_float extends MemoryPointer {
  SWIGTYPE_p_float(ByteBuffer bytes) {
    super(bytes);
  }
}
