package io.azulejo.storage;

/**
 * A file that is read at positions; safe for use by many threads until it is closed. Closing it
 * twice does nothing.
 */
public interface InputFile extends AutoCloseable {
  /** The location of the file. */
  Location location();

  /** The number of bytes of the file. */
  long size();

  /**
   * Fills a part of an array from a position of the file.
   *
   * @throws io.azulejo.error.CorruptDataException if the file ends before
   */
  void read(long position, byte[] target, int offset, int length);

  @Override
  void close();
}
