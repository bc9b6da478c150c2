package io.azulejo.storage;

import java.util.List;

/**
 * A file that is open for positional reads. Thread-safe until it is closed. Closing it twice has no
 * effect.
 */
public interface InputFile extends AutoCloseable {
  /** Returns the location of the file. */
  Location location();

  /** Returns the size of the file in bytes. */
  long size();

  /**
   * Reads a range of the file into an array. Reads all {@code length} bytes or throws.
   *
   * @param position position of the first byte in the file, from 0
   * @param target receives the bytes
   * @param offset index in {@code target} of the first byte to write
   * @param length number of bytes to read
   * @throws IndexOutOfBoundsException if {@code offset} and {@code length} exceed the array
   * @throws io.azulejo.error.CorruptDataException if the file ends before the last byte
   * @throws io.azulejo.error.InvalidRequestException if the position is negative or the file is
   *     closed
   * @throws io.azulejo.error.NotFoundException if the file does not exist and the store did not
   *     detect this on opening
   * @throws io.azulejo.error.StorageException if the store fails
   */
  void read(long position, byte[] target, int offset, int length);

  /**
   * Reads the last bytes of the file into an array and returns the file's size. Remote stores need
   * only one request for both. If the file is smaller than the array, reads the whole file to the
   * start of the array.
   *
   * @param target filled from its start
   * @return the size of the file in bytes
   * @throws io.azulejo.error.NotFoundException if the file does not exist and the store did not
   *     detect this on opening
   * @throws io.azulejo.error.StorageException if the store fails
   */
  default long readEnd(byte[] target) {
    long size = size();
    int length = (int) Math.min(size, target.length);
    read(size - length, target, 0, length);
    return size;
  }

  /**
   * Reads several ranges, in a single request if the store supports it. A single request also
   * receives the bytes between the ranges and discards them.
   *
   * @param pieces the ranges, ordered by position, without overlaps
   * @throws io.azulejo.error.CorruptDataException if the file ends before the last byte; see {@link
   *     #read(long, byte[], int, int)} for the other exceptions
   */
  default void read(List<Piece> pieces) {
    for (Piece piece : pieces) {
      read(piece.position(), piece.target(), piece.offset(), piece.length());
    }
  }

  /**
   * A range of a file and its destination, with the same components as the parameters of {@link
   * #read(long, byte[], int, int)}.
   *
   * @param position position of the first byte in the file, from 0
   * @param target receives the bytes
   * @param offset index in {@code target} of the first byte to write
   * @param length number of bytes to read
   */
  record Piece(long position, byte[] target, int offset, int length) {}

  @Override
  void close();
}
