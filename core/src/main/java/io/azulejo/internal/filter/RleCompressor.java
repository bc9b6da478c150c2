package io.azulejo.internal.filter;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.runtime.LittleEndian;
import java.util.Arrays;

/**
 * Stores runs of equal cells. Each run consists of the cell and the run length (2 bytes,
 * big-endian).
 */
final class RleCompressor implements Compressor {
  private static final int MAX_RUN = 0xffff;
  private static final int RUN_BYTES = 2;

  private final int cellSize;

  RleCompressor(int cellSize) {
    this.cellSize = cellSize;
  }

  @Override
  public String name() {
    return "RLE";
  }

  @Override
  public long bound(long size) {
    return size + (size / cellSize + 1) * RUN_BYTES;
  }

  @Override
  public boolean keepsEmptyParts() {
    return true;
  }

  @Override
  public int compress(
      byte[] source, int offset, int length, byte[] target, int targetOffset, Scratch scratch) {
    if (length % cellSize != 0) {
      throw new InvalidRequestException(
          ("RLE works on whole cells of %d bytes, but gets %d bytes from the filter before"
                  + " it; make it the first filter")
              .formatted(cellSize, length));
    }
    int end = offset + length;
    int out = targetOffset;
    int start = offset;
    while (start < end) {
      int next = start + cellSize;
      int last = (int) Math.min(end, start + (long) MAX_RUN * cellSize);
      while (next < last
          && Arrays.equals(source, start, start + cellSize, source, next, next + cellSize)) {
        next += cellSize;
      }
      int run = (next - start) / cellSize;
      System.arraycopy(source, start, target, out, cellSize);
      out += cellSize;
      target[out++] = (byte) (run >>> Byte.SIZE);
      target[out++] = (byte) run;
      start = next;
    }
    return out - targetOffset;
  }

  @Override
  public void decompress(
      byte[] source,
      int offset,
      int length,
      byte[] target,
      int targetOffset,
      int targetLength,
      Scratch scratch)
      throws MalformedException {
    int entry = cellSize + RUN_BYTES;
    if (length % entry != 0) {
      throw new MalformedException(
          "%d bytes are not whole runs of %d bytes each".formatted(length, entry));
    }
    int out = targetOffset;
    int end = targetOffset + targetLength;
    for (int in = offset; in < offset + length; in += entry) {
      int run = (source[in + cellSize] & 0xff) << Byte.SIZE | source[in + cellSize + 1] & 0xff;
      long bytes = (long) run * cellSize;
      if (bytes > end - out) {
        throw new MalformedException("the runs have more than %d bytes".formatted(targetLength));
      }
      fill(source, in, target, out, (int) bytes);
      out += (int) bytes;
    }
    if (out != end) {
      throw new MalformedException(
          "the runs have %d bytes instead of %d".formatted(out - targetOffset, targetLength));
    }
  }

  /**
   * Fills a range of the target with copies of one cell. The length is a multiple of the cell size.
   */
  private void fill(byte[] source, int cell, byte[] target, int start, int length) {
    if (cellSize == 1) {
      Arrays.fill(target, start, start + length, source[cell]);
    } else if (cellSize == Long.BYTES) {
      long value = LittleEndian.getLong(source, cell);
      for (int i = start; i < start + length; i += Long.BYTES) {
        LittleEndian.putLong(target, i, value);
      }
    } else if (cellSize == Integer.BYTES) {
      int value = LittleEndian.getInt(source, cell);
      for (int i = start; i < start + length; i += Integer.BYTES) {
        LittleEndian.putInt(target, i, value);
      }
    } else if (length > 0) {
      System.arraycopy(source, cell, target, start, cellSize);
      int filled = cellSize;
      while (filled < length) {
        int more = Math.min(filled, length - filled);
        System.arraycopy(target, start, target, start + filled, more);
        filled += more;
      }
    }
  }
}
