package io.azulejo.internal.runtime;

/**
 * A temporary file for data of work in progress that exceeds its share of the memory budget. One
 * thread at a time appends; several threads can read, even during appends. Closing it or the end of
 * the process, however sudden, deletes it.
 */
public interface SpillFile extends AutoCloseable {
  /**
   * Appends bytes.
   *
   * @throws io.azulejo.error.StorageException if the disk is full or fails; the message names the
   *     folder and the setting that changes it
   */
  void write(byte[] source, int offset, int length);

  /** Returns the number of bytes appended. */
  long size();

  /**
   * Reads appended bytes.
   *
   * @throws io.azulejo.error.StorageException if the disk fails
   */
  void read(long position, byte[] target, int offset, int length);

  /** Deletes the file; does nothing if it is deleted already. */
  @Override
  void close();
}
