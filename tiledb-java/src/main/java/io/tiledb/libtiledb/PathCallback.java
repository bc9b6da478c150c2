package io.tiledb.libtiledb;

/** Receives the objects that are found in a folder. */
public abstract class PathCallback {
  /** Creates a receiver. */
  public PathCallback() {}

  /**
   * Receives one object.
   *
   * @param path the URI of the object
   * @param type the kind of the object
   * @return 1 to continue, 0 to stop, -1 to fail
   */
  public abstract int call(String path, tiledb_object_t type);
}
