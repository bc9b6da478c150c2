package io.azulejo.imports.netcdf;

import io.azulejo.error.InvalidRequestException;
import io.jhdf.AbstractNode;
import io.jhdf.HdfFile;
import io.jhdf.api.Dataset;
import io.jhdf.object.message.DataLayoutMessage;
import io.jhdf.object.message.DataLayoutMessage.ChunkedDataLayoutMessageV4;
import java.nio.ByteBuffer;

/**
 * Checks the header of a chunk index ("HDF5 File Format Specification", VII.C and VII.D): the
 * library allocates memory for the stated number of chunks before it reads them.
 */
final class ChunkIndex {
  /** Offset of the number of chunks of a fixed array. */
  private static final int OF_FIXED = 8;

  /** Offset of the numbers of an extensible array; the fifth number is the number of chunks. */
  private static final int OF_EXTENSIBLE = 12;

  /** Numbers of an extensible array before the number of chunks. */
  private static final int LENGTHS_BEFORE_COUNT = 4;

  private ChunkIndex() {}

  /**
   * Rejects an index of more chunks than the file has bytes.
   *
   * @param size the size of the file in bytes
   */
  static void requireChunkCount(HdfFile file, Dataset dataset, long size) {
    if (!(dataset instanceof AbstractNode node)
        || !(node.getHeader().getMessageOfType(DataLayoutMessage.class)
            instanceof ChunkedDataLayoutMessageV4 layout)
        || layout.getAddress() < 0) {
      return;
    }
    int length = file.getHdfBackingStorage().getSizeOfLengths();
    int at =
        switch (layout.getIndexingType()) {
          case ChunkedDataLayoutMessageV4.FIXED_ARRAY_INDEX -> OF_FIXED;
          case ChunkedDataLayoutMessageV4.EXTENSIBLE_ARRAY_INDEX ->
              OF_EXTENSIBLE + LENGTHS_BEFORE_COUNT * length;
          default -> -1;
        };
    if (at < 0) {
      return;
    }
    ByteBuffer number =
        file.getHdfBackingStorage().readBufferFromAddress(layout.getAddress() + at, length);
    long chunks = 0;
    for (int i = length - 1; i >= 0; i--) {
      chunks = chunks << Byte.SIZE | number.get(i) & 0xff;
    }
    if (chunks < 0 || chunks > size) {
      throw new InvalidRequestException(
          "the file is damaged: the index of \"%s\" has %s chunks, but the file has %,d bytes"
              .formatted(dataset.getPath(), Long.toUnsignedString(chunks), size));
    }
  }
}
