package io.tiledb.java.api;

import java.io.Writer;

/**
 * A writer that discards all text. TileDB-Java has the same class, and its writer discards, too.
 */
public class VFSWriter extends Writer {
  /** Creates a writer. */
  public VFSWriter() {}

  /** Discards text. */
  @Override
  public void write(char[] towrite, int foo, int bar) {}

  /** Has no effect. */
  @Override
  public void flush() {}

  /** Has no effect. */
  @Override
  public void close() {}
}
