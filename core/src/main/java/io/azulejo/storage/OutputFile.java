package io.azulejo.storage;

/**
 * A new file, written sequentially by one thread. Closing it without {@link #commit} discards it.
 * After an exception from {@link #write} or {@link #commit} it can only be closed: if a disk has
 * failed, a second attempt that seems to succeed proves nothing.
 */
public interface OutputFile extends AutoCloseable {
  /** Returns the location of the file. */
  Location location();

  /** Returns the number of bytes written so far. */
  long size();

  /**
   * Appends bytes of an array, which can be reused afterwards.
   *
   * @throws IndexOutOfBoundsException if the part is not within the array
   * @throws io.azulejo.error.InvalidRequestException if the file is committed or closed
   * @throws io.azulejo.error.StorageException if the store fails
   */
  void write(byte[] source, int offset, int length);

  /**
   * Makes the file durable and visible; nothing can be written afterwards.
   *
   * @throws io.azulejo.error.StorageException if the store fails; the file may exist or not
   */
  void commit();

  @Override
  void close();
}
