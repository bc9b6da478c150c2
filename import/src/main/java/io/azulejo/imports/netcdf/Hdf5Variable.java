package io.azulejo.imports.netcdf;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.imports.source.DecompressedLimit;
import io.azulejo.schema.Datatype;
import io.jhdf.HdfFile;
import io.jhdf.api.Dataset;
import io.jhdf.api.dataset.ChunkedDataset;
import io.jhdf.api.dataset.ContiguousDataset;
import io.jhdf.dataset.DatasetBase;
import io.jhdf.exceptions.HdfException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A variable that is stored in an HDF5 dataset, in chunks or contiguously. */
final class Hdf5Variable extends NetcdfVariable {
  private final HdfFile file;
  private final long fileSize;
  private final Dataset dataset;
  private boolean chunksAreChecked;

  /**
   * Creates a variable.
   *
   * @param fileSize size of the file in bytes
   * @param type type of the values; null if they are not numbers
   */
  Hdf5Variable(
      HdfFile file,
      long fileSize,
      Dataset dataset,
      String name,
      List<NetcdfDimension> dimensions,
      @Nullable Datatype type,
      NetcdfAttributes attributes) {
    super(name, dimensions, type, attributes);
    this.file = file;
    this.fileSize = fileSize;
    this.dataset = dataset;
  }

  @Override
  public int[] chunk() {
    if (dataset instanceof ChunkedDataset chunked) {
      return Hdf5File.guarded(chunked::getChunkDimensions).clone();
    }
    int[] chunk = new int[dimensions().size()];
    Arrays.fill(chunk, 1);
    return chunk;
  }

  @Override
  byte[] values(long[] start, int[] shape, int bytes) {
    return Hdf5File.guarded(
        () -> {
          byte[] values = filled(bytes);
          if (dataset instanceof ChunkedDataset chunked) {
            copyChunks(chunked, start, shape, values);
          } else if (dataset instanceof ContiguousDataset contiguous) {
            if (dataset.getStorageInBytes() > 0 && contiguous.getDataAddress() >= 0) {
              copyRows(contiguous, start, shape, values);
            }
          } else {
            copyBox(((DatasetBase) dataset).getDataBuffer(), start, shape, values);
          }
          if (Hdf5File.order(dataset.getDataType()) == ByteOrder.BIG_ENDIAN) {
            NumberBytes.reverse(values, type().orElseThrow().size());
          }
          return values;
        });
  }

  /**
   * Returns an array in which every value is the dataset's fill value, in the byte order of the
   * file. It is the result for cells that were never written.
   *
   * @param bytes size of the array in bytes
   */
  private byte[] filled(int bytes) {
    byte[] values = new byte[bytes];
    int size = type().orElseThrow().size();
    byte[] fill = fill(size);
    for (int at = 0; at < bytes; at += size) {
      System.arraycopy(fill, 0, values, at, size);
    }
    return values;
  }

  /** Returns the bytes of the fill value; zeros if the dataset does not have one. */
  private byte[] fill(int size) {
    ByteBuffer fill = ByteBuffer.allocate(size).order(Hdf5File.order(dataset.getDataType()));
    if (dataset.getFillValue() instanceof Number number) {
      switch (type().orElseThrow()) {
        case FLOAT32 -> fill.putFloat(number.floatValue());
        case FLOAT64 -> fill.putDouble(number.doubleValue());
        case INT8, UINT8 -> fill.put(number.byteValue());
        case INT16, UINT16 -> fill.putShort(number.shortValue());
        case INT32, UINT32 -> fill.putInt(number.intValue());
        default -> fill.putLong(number.longValue());
      }
    }
    return fill.array();
  }

  /** Copies the part of a box that each chunk contains. Skips chunks that were never written. */
  private void copyChunks(ChunkedDataset chunked, long[] start, int[] shape, byte[] values) {
    int[] chunk = chunked.getChunkDimensions();
    int dimensions = start.length;
    int size = type().orElseThrow().size();
    checkChunks(chunk, size);
    long[] first = new long[dimensions];
    long[] until = new long[dimensions];
    for (int d = 0; d < dimensions; d++) {
      first[d] = start[d] / chunk[d];
      until[d] = (start[d] + shape[d] - 1) / chunk[d] + 1;
    }
    long[] index = first.clone();
    do {
      for (index[dimensions - 1] = first[dimensions - 1];
          index[dimensions - 1] < until[dimensions - 1];
          index[dimensions - 1]++) {
        int[] at = new int[dimensions];
        for (int d = 0; d < dimensions; d++) {
          at[d] = Math.toIntExact(index[d] * chunk[d]);
        }
        byte[] data = chunk(chunked, at);
        if (data != null) {
          copy(data, at, chunk, start, shape, values, size);
        }
      }
    } while (NumberBytes.next(index, first, until));
  }

  /** Checks the chunk size and the chunk count before the first chunk is read. */
  private void checkChunks(int[] chunk, int size) {
    if (!chunksAreChecked) {
      requireChunkSize(chunk, size);
      ChunkIndex.requireChunkCount(file, dataset, fileSize);
      chunksAreChecked = true;
    }
  }

  /** Rejects a chunk size that exceeds the maximum decompressed size of the file. */
  private void requireChunkSize(int[] chunk, int size) {
    double bytes = size;
    for (int length : chunk) {
      bytes *= length;
    }
    if (!(bytes > 0 && bytes <= DecompressedLimit.of(fileSize))) {
      throw new InvalidRequestException(
          "the file is damaged: variable \"%s\" has chunks of %s values, but the file has %,d bytes"
              .formatted(name(), Arrays.toString(chunk), fileSize));
    }
  }

  /**
   * Returns the decompressed bytes of a chunk, or null if it was never written.
   *
   * @param at index of the first cell of the chunk in each dimension
   */
  private static byte @Nullable [] chunk(ChunkedDataset chunked, int[] at) {
    try {
      return chunked.getDecompressedChunk(at);
    } catch (HdfException e) {
      // jHDF throws the same exception type if a chunk does not exist and if it cannot be read.
      // Only the message tells the two apart, because the method that looks up chunks is protected.
      if (e.getMessage() != null && e.getMessage().startsWith("No chunk with offset")) {
        return null;
      }
      throw e;
    }
  }

  /**
   * Copies the part of a box that a chunk contains.
   *
   * @param chunk decompressed bytes of the chunk
   * @param at index of the first cell of the chunk in each dimension
   * @param lengths shape of the chunk
   * @param start index of the first cell of the box in each dimension
   * @param shape shape of the box
   * @param values receives the values of the box, in row-major order
   * @param size size of a value in bytes
   */
  private static void copy(
      byte[] chunk, int[] at, int[] lengths, long[] start, int[] shape, byte[] values, int size) {
    int dimensions = at.length;
    long[] from = new long[dimensions];
    long[] until = new long[dimensions];
    for (int d = 0; d < dimensions; d++) {
      from[d] = Math.max(start[d], at[d]);
      until[d] = Math.min(start[d] + shape[d], (long) at[d] + lengths[d]);
    }
    long[] inChunk = NumberBytes.strides(longs(lengths), size);
    long[] inBox = NumberBytes.strides(longs(shape), size);
    int run = (int) (until[dimensions - 1] - from[dimensions - 1]) * size;
    long[] index = from.clone();
    do {
      long source = 0;
      long target = 0;
      for (int d = 0; d < dimensions; d++) {
        source += (index[d] - at[d]) * inChunk[d];
        target += (index[d] - start[d]) * inBox[d];
      }
      System.arraycopy(chunk, (int) source, values, (int) target, run);
    } while (NumberBytes.next(index, from, until));
  }

  /** Copies a box from contiguous storage, one row of the last dimension at a time. */
  private void copyRows(ContiguousDataset contiguous, long[] start, int[] shape, byte[] values) {
    int size = type().orElseThrow().size();
    long[] strides = NumberBytes.strides(dataset.getDimensionsAsLong(), size);
    int last = start.length - 1;
    int run = last < 0 ? size : shape[last] * size;
    long[] index = start.clone();
    long[] until = new long[start.length];
    for (int d = 0; d < start.length; d++) {
      until[d] = start[d] + shape[d];
    }
    int done = 0;
    do {
      long at = contiguous.getDataAddress();
      for (int d = 0; d <= last; d++) {
        at += index[d] * strides[d];
      }
      file.getHdfBackingStorage().readBufferFromAddress(at, run).get(values, done, run);
      done += run;
    } while (NumberBytes.next(index, start, until));
  }

  /** Copies a box from the complete values of a dataset, which are in memory. */
  private void copyBox(ByteBuffer all, long[] start, int[] shape, byte[] values) {
    byte[] data = new byte[all.remaining()];
    all.duplicate().get(data);
    int[] lengths = dataset.getDimensions();
    if (lengths.length == 0) {
      System.arraycopy(data, 0, values, 0, values.length);
    } else {
      copy(
          data,
          new int[lengths.length],
          lengths,
          start,
          shape,
          values,
          type().orElseThrow().size());
    }
  }

  private static long[] longs(int[] values) {
    return Arrays.stream(values).asLongStream().toArray();
  }
}
