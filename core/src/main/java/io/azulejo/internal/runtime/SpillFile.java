package io.azulejo.internal.runtime;

/**
 * A file where work in progress keeps what its share of the memory has no room for. It is written
 * by one thread at a time, front to back, and can be read from many, also while more is appended.
 * Closing it, and the end of the process however sudden, deletes it.
 */
public interface SpillFile extends AutoCloseable {
  /**
   * Appends bytes.
   *
   * @throws io.azulejo.error.StorageException if the disk is full or fails: the message says where
   *     it is and which setting names another place
   */
  void write(byte[] source, int offset, int length);

  /** The bytes that were appended. */
  long size();

  /**
   * Reads bytes that were appended.
   *
   * @throws io.azulejo.error.StorageException if the disk fails
   */
  void read(long position, byte[] target, int offset, int length);

  /** Deletes it; does nothing if it is deleted already. */
  @Override
  void close();
}
