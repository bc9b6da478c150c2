package io.azulejo.storage;

/**
 * A new file, written front to back by one thread. Closing it without {@link #commit} leaves
 * nothing. After an exception of {@link #write} or {@link #commit} it can only be closed: where a
 * disk has failed, a second attempt that seems to succeed proves nothing.
 */
public interface OutputFile extends AutoCloseable {
  /** The location of the file; nothing is there before the commit. */
  Location location();

  /** The bytes written so far. */
  long size();

  /**
   * Appends bytes of an array, which is not kept.
   *
   * @throws IndexOutOfBoundsException if the part is not within the array
   * @throws io.azulejo.error.InvalidRequestException if the file is committed or closed
   * @throws io.azulejo.error.StorageException if the store fails
   */
  void write(byte[] source, int offset, int length);

  /**
   * Makes the file durable and visible; nothing can be written after.
   *
   * @throws io.azulejo.error.StorageException if the store fails; the file may be there or not
   */
  void commit();

  @Override
  void close();
}
