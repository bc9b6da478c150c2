package io.azulejo.storage;

import java.util.List;

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
   * Fills a part of an array with bytes of the file.
   *
   * @param position of the first byte in the file, from 0
   * @param target is written from {@code offset} on
   * @param length how many bytes are read; all of them, or an exception is thrown
   * @throws IndexOutOfBoundsException if the part is not within the array
   * @throws io.azulejo.error.CorruptDataException if the file ends before
   * @throws io.azulejo.error.InvalidRequestException if the position is negative, or the file is
   *     closed
   * @throws io.azulejo.error.NotFoundException if there is no such file, where a store does not
   *     notice at opening
   * @throws io.azulejo.error.StorageException if the store fails
   */
  void read(long position, byte[] target, int offset, int length);

  /**
   * Fills an array with the last bytes of the file, or its beginning with all of them where the
   * file has fewer. Says the file's size as well, so that stores whose every request costs time
   * need but one.
   *
   * @param target is written from its start on
   * @return the number of bytes of the file
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
   * Fills several arrays, in one request where the store can do so: the bytes between them are
   * passed over as they come, and not kept.
   *
   * @param pieces in the order of their positions, not overlapping
   * @throws io.azulejo.error.CorruptDataException as {@link #read(long, byte[], int, int)}, like
   *     all others
   */
  default void read(List<Piece> pieces) {
    for (Piece piece : pieces) {
      read(piece.position(), piece.target(), piece.offset(), piece.length());
    }
  }

  /**
   * Bytes of a file that are wanted, and where to: the parameters of {@link #read(long, byte[],
   * int, int)}.
   */
  record Piece(long position, byte[] target, int offset, int length) {}

  @Override
  void close();
}
