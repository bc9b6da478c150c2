package io.tiledb.libtiledb;

import java.util.Objects;

/**
 * A reference to an object of this library that programs only pass on. In the native library such a
 * handle is a pointer.
 */
public abstract class OpaqueHandle {
  private final Object target;

  OpaqueHandle(Object target) {
    this.target = Objects.requireNonNull(target, "target");
  }

  /** Returns the object behind the handle. */
  public Object target() {
    return target;
  }
}
