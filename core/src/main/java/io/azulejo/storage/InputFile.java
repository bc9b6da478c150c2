package io.azulejo.storage;

import java.util.List;

/**
 * A file open for positional reads. Thread-safe until it is closed. Closing it again does nothing.
 */
public interface InputFile extends AutoCloseable {
  /** Returns the location of the file. */
  Location location();

  /** Returns the size of the file in bytes. */
  long size();

  /**
   * Reads bytes at a position into part of an array. Reads all {@code length} bytes or throws.
   *
   * @param position position of the first byte in the file, from 0
   * @param target receives the bytes
   * @param offset start in {@code target}
   * @param length number of bytes to read
   * @throws IndexOutOfBoundsException if the part is not within the array
   * @throws io.azulejo.error.CorruptDataException if the file ends before the last byte
   * @throws io.azulejo.error.InvalidRequestException if the position is negative or the file is
   *     closed
   * @throws io.azulejo.error.NotFoundException if the file does not exist and the store did not
   *     notice on opening
   * @throws io.azulejo.error.StorageException if the store fails
   */
  void read(long position, byte[] target, int offset, int length);

  /**
   * Reads the last bytes of the file into an array. If the file is smaller than the array, reads
   * the whole file to the start of the array. Returns the file's size, too, so that remote stores
   * need only one request.
   *
   * @param target filled from its start
   * @return the size of the file in bytes
   * @throws io.azulejo.error.NotFoundException as {@link #read}
   * @throws io.azulejo.error.StorageException if the store fails
   */
  default long readEnd(byte[] target) {
    long size = size();
    int length = (int) Math.min(size, target.length);
    read(size - length, target, 0, length);
    return size;
  }

  /**
   * Reads several ranges, in one request if the store can. Bytes between the ranges are then
   * received but discarded.
   *
   * @param pieces the ranges, ordered by position, not overlapping
   * @throws io.azulejo.error.CorruptDataException as {@link #read(long, byte[], int, int)}, which
   *     also lists the other exceptions
   */
  default void read(List<Piece> pieces) {
    for (Piece piece : pieces) {
      read(piece.position(), piece.target(), piece.offset(), piece.length());
    }
  }

  /** A range of a file and its destination, as in {@link #read(long, byte[], int, int)}. */
  record Piece(long position, byte[] target, int offset, int length) {}

  @Override
  void close();
}
