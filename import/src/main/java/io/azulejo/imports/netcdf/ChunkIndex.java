package io.azulejo.imports.netcdf;

import io.azulejo.error.InvalidRequestException;
import io.jhdf.AbstractNode;
import io.jhdf.HdfFile;
import io.jhdf.api.Dataset;
import io.jhdf.object.message.DataLayoutMessage;
import io.jhdf.object.message.DataLayoutMessage.ChunkedDataLayoutMessageV4;
import java.nio.ByteBuffer;

/**
 * Checks the chunk count in the header of an HDF5 chunk index. This protects against damaged files,
 * because the library allocates memory for all chunks before it reads them. See VII.C and VII.D of
 * the "HDF5 File Format Specification".
 */
final class ChunkIndex {
  /** Offset in bytes of the chunk count in the header of a fixed array. */
  private static final int OF_FIXED = 8;

  /**
   * Offset in bytes of the statistics in the header of an extensible array. The fifth of these
   * numbers is the chunk count.
   */
  private static final int OF_EXTENSIBLE = 12;

  /** Number of statistics before the chunk count of an extensible array. */
  private static final int LENGTHS_BEFORE_COUNT = 4;

  private ChunkIndex() {}

  /**
   * Rejects a dataset whose index claims more chunks than the file has bytes. Checks only indexes
   * that are fixed or extensible arrays.
   *
   * @param size size of the file in bytes
   * @throws InvalidRequestException if there are more chunks than bytes
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
