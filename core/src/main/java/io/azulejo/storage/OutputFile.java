package io.azulejo.storage;

/**
 * A new file, written front to back by one thread. Closing it without {@link #commit} leaves
 * nothing.
 */
public interface OutputFile extends AutoCloseable {
  /** Where it will be. */
  Location location();

  /** The bytes written so far. */
  long size();

  /** Appends bytes. */
  void write(byte[] source, int offset, int length);

  /** Makes the file durable and visible; nothing can be written after. */
  void commit();

  @Override
  void close();
}
