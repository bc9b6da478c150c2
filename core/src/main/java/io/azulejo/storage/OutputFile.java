package io.azulejo.storage;

/**
 * A new file that one thread writes sequentially. Closing it without {@link #commit} discards it.
 * After an exception from {@link #write} or {@link #commit}, the file can only be closed: if a disk
 * has failed, a retry that seems to succeed proves nothing.
 */
public interface OutputFile extends AutoCloseable {
  /** Returns the location of the file. */
  Location location();

  /** Returns the number of bytes written so far. */
  long size();

  /**
   * Appends bytes of an array. The array can be reused after the call.
   *
   * @param source contains the bytes
   * @param offset index in {@code source} of the first byte to append
   * @param length number of bytes to append
   * @throws IndexOutOfBoundsException if {@code offset} and {@code length} exceed the array
   * @throws io.azulejo.error.InvalidRequestException if the file is committed or closed
   * @throws io.azulejo.error.StorageException if the store fails
   */
  void write(byte[] source, int offset, int length);

  /**
   * Makes the file durable and visible. Nothing can be written afterwards.
   *
   * @throws io.azulejo.error.AlreadyExistsException if the name is taken and {@link Storage#create}
   *     did not detect this
   * @throws io.azulejo.error.StorageException if the store fails; the file may or may not exist
   */
  void commit();

  /**
   * Releases the resources of the file, and discards the file if it was not committed. Closing it
   * twice has no effect.
   */
  @Override
  void close();
}
