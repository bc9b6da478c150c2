package io.azulejo.internal.filter;

import io.azulejo.internal.runtime.LittleEndian;

/**
 * Transposes the bits of values in blocks of 8 KiB. The filter metadata has the same layout as for
 * {@link ByteShuffleFilter}. If the size of the data is not a multiple of 8 bytes, the data is
 * stored as two parts: the largest multiple of 8 bytes, and the rest unchanged.
 */
final class BitShuffleFilter implements ChunkFilter {
  private static final int BLOCK = 8192;
  private static final int ALIGNMENT = 8;

  private final int size;

  /**
   * Creates a filter.
   *
   * @param size the size of a value in bytes
   */
  BitShuffleFilter(int size) {
    this.size = size;
  }

  @Override
  public String name() {
    return "BITSHUFFLE";
  }

  @Override
  public long bound(long bytes) {
    return bytes + PartLengths.MAX;
  }

  @Override
  public boolean keepsEmptyParts() {
    return true;
  }

  @Override
  public void encode(Encoding chunk) {
    int length = chunk.dataLength();
    int rest = length % ALIGNMENT;
    byte[] out = chunk.output(length);
    if (rest == 0) {
      shufflePart(chunk, 0, length, out);
      chunk.prepend(PartLengths.of(length));
    } else {
      shufflePart(chunk, 0, length - rest, out);
      shufflePart(chunk, length - rest, rest, out);
      chunk.prepend(PartLengths.of(length - rest, rest));
    }
    chunk.outputDone(length);
  }

  private void shufflePart(Encoding chunk, int start, int length, byte[] out) {
    byte[] in = chunk.data();
    int from = chunk.dataStart() + start;
    if (!isShuffled(length)) {
      System.arraycopy(in, from, out, start, length);
      return;
    }
    byte[] planes = chunk.scratch().work(BLOCK);
    for (int done = 0; done < length; done += BLOCK) {
      int block = Math.min(BLOCK, length - done);
      int whole = wholeBytes(block);
      int plane = whole / size;
      Shuffle.shuffle(in, from + done, planes, 0, whole, size);
      transposeBits(planes, whole);
      for (int at = 0; at < whole; at += plane) {
        Shuffle.shuffle(planes, at, out, start + done + at, plane, Long.BYTES);
      }
      System.arraycopy(in, from + done + whole, out, start + done + whole, block - whole);
    }
  }

  @Override
  public void decode(Decoding chunk) {
    int[] parts = PartLengths.take(chunk);
    byte[] out = chunk.output("part_lengths", chunk.dataLength());
    int done = 0;
    for (int length : parts) {
      unshufflePart(chunk, done, length, out, chunk.outputStart() + done);
      done += length;
    }
    chunk.outputDone();
  }

  private void unshufflePart(Decoding chunk, int start, int length, byte[] out, int to) {
    byte[] in = chunk.data();
    int from = chunk.dataStart() + start;
    if (!isShuffled(length)) {
      System.arraycopy(in, from, out, to, length);
      return;
    }
    byte[] planes = chunk.scratch().work(BLOCK);
    for (int done = 0; done < length; done += BLOCK) {
      int block = Math.min(BLOCK, length - done);
      int whole = wholeBytes(block);
      int plane = whole / size;
      for (int at = 0; at < whole; at += plane) {
        Shuffle.unshuffle(in, from + done + at, planes, at, plane, Long.BYTES);
      }
      transposeBits(planes, whole);
      Shuffle.unshuffle(planes, 0, out, to + done, whole, size);
      System.arraycopy(in, from + done + whole, out, to + done + whole, block - whole);
    }
  }

  private boolean isShuffled(int length) {
    return length % size == 0 && length % ALIGNMENT == 0;
  }

  /**
   * Returns the number of bytes in a block that are transposed: the largest multiple of eight
   * values.
   */
  private int wholeBytes(int block) {
    return block / (size * ALIGNMENT) * (size * ALIGNMENT);
  }

  /**
   * Transposes each group of eight bytes as a matrix of 8 x 8 bits. When encoding, byte {@code i}
   * of a group then holds bit {@code i} of its eight bytes, and {@link Shuffle} collects these
   * bytes into the rows of the plane. When decoding, {@link Shuffle} restores the groups first.
   */
  private static void transposeBits(byte[] planes, int length) {
    for (int i = 0; i < length; i += Long.BYTES) {
      LittleEndian.putLong(planes, i, transposeBits(LittleEndian.getLong(planes, i)));
    }
  }

  /** Transposes a matrix of 8 x 8 bits whose first element is the lowest bit of the lowest byte. */
  private static long transposeBits(long bits) {
    long x = bits;
    long t = (x ^ x >>> 7) & 0x00aa00aa00aa00aaL;
    x ^= t ^ t << 7;
    t = (x ^ x >>> 14) & 0x0000cccc0000ccccL;
    x ^= t ^ t << 14;
    t = (x ^ x >>> 28) & 0x00000000f0f0f0f0L;
    return x ^ t ^ t << 28;
  }
}
