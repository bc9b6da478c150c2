package io.azulejo.internal.runtime;

/**
 * A temporary file for data that exceeds the memory share of work in progress. One thread at a time
 * appends. Several threads can read, even during appends. The file is deleted when it is closed or
 * when the process ends, however suddenly.
 */
public interface SpillFile extends AutoCloseable {
  /**
   * Appends bytes.
   *
   * @param source contains the bytes
   * @param offset index in {@code source} of the first byte to append
   * @param length number of bytes to append
   * @throws io.azulejo.error.StorageException if the disk is full or fails; the message names the
   *     folder and the setting that changes it
   */
  void write(byte[] source, int offset, int length);

  /** Returns the number of bytes appended. */
  long size();

  /**
   * Reads bytes that were appended before.
   *
   * @param position position in the file of the first byte to read
   * @param target receives the bytes
   * @param offset index in {@code target} of the first byte to write
   * @param length number of bytes to read
   * @throws io.azulejo.error.StorageException if the disk fails or the file ends before the last
   *     byte
   */
  void read(long position, byte[] target, int offset, int length);

  /** Deletes the file. Closing it twice has no effect. */
  @Override
  void close();
}
