package io.azulejo.internal.filter;

/**
 * Transposes bits, in blocks. Its metadata are those of {@link ByteShuffleFilter}, but a part that
 * is no multiple of eight bytes is listed as two.
 */
final class BitShuffleFilter implements ChunkFilter {
  private static final int BLOCK = 8192;
  private static final int ALIGNMENT = 8;

  private final int size;

  /** Transposes values of so many bytes. */
  BitShuffleFilter(int size) {
    this.size = size;
  }

  @Override
  public String name() {
    return "BITSHUFFLE";
  }

  @Override
  public long bound(long bytes) {
    return bytes + PartLengths.MOST;
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
      Shuffle.shuffle(in, from + done, planes, 0, whole, size);
      for (int plane = 0; plane < size; plane++) {
        int count = whole / size;
        bitsToRows(planes, plane * count, out, start + done + plane * count, count);
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
      int count = whole / size;
      for (int plane = 0; plane < size; plane++) {
        rowsToBits(in, from + done + plane * count, planes, plane * count, count);
      }
      Shuffle.unshuffle(planes, 0, out, to + done, whole, size);
      System.arraycopy(in, from + done + whole, out, to + done + whole, block - whole);
    }
  }

  private boolean isShuffled(int length) {
    return length % size == 0 && length % ALIGNMENT == 0;
  }

  /** The bytes of a block that are transposed: eight values, or a multiple of that. */
  private int wholeBytes(int block) {
    return block / (size * ALIGNMENT) * (size * ALIGNMENT);
  }

  /** From bytes, a multiple of eight of them, to eight rows of one bit of each byte. */
  private static void bitsToRows(byte[] in, int from, byte[] out, int to, int count) {
    int row = count / Byte.SIZE;
    int column = 0;
    for (; column + Byte.SIZE <= row; column += Byte.SIZE) {
      int i = from + column * Byte.SIZE;
      Shuffle.transpose(
          transposeBits(Bytes.getLong(in, i)),
          transposeBits(Bytes.getLong(in, i + 8)),
          transposeBits(Bytes.getLong(in, i + 16)),
          transposeBits(Bytes.getLong(in, i + 24)),
          transposeBits(Bytes.getLong(in, i + 32)),
          transposeBits(Bytes.getLong(in, i + 40)),
          transposeBits(Bytes.getLong(in, i + 48)),
          transposeBits(Bytes.getLong(in, i + 56)),
          out,
          to + column,
          row);
    }
    for (; column < row; column++) {
      long bits = transposeBits(Bytes.getLong(in, from + column * Byte.SIZE));
      for (int bit = 0; bit < Byte.SIZE; bit++) {
        out[to + bit * row + column] = (byte) (bits >>> bit * Byte.SIZE);
      }
    }
  }

  /** From eight rows of one bit of each byte to the bytes. */
  private static void rowsToBits(byte[] in, int from, byte[] out, int to, int count) {
    int row = count / Byte.SIZE;
    int column = 0;
    for (; column + Byte.SIZE <= row; column += Byte.SIZE) {
      int i = from + column;
      int o = to + column * Byte.SIZE;
      Shuffle.transpose(
          Bytes.getLong(in, i),
          Bytes.getLong(in, i + row),
          Bytes.getLong(in, i + 2 * row),
          Bytes.getLong(in, i + 3 * row),
          Bytes.getLong(in, i + 4 * row),
          Bytes.getLong(in, i + 5 * row),
          Bytes.getLong(in, i + 6 * row),
          Bytes.getLong(in, i + 7 * row),
          out,
          o,
          Byte.SIZE);
      for (int k = o; k < o + Byte.SIZE * Byte.SIZE; k += Byte.SIZE) {
        Bytes.putLong(out, k, transposeBits(Bytes.getLong(out, k)));
      }
    }
    for (; column < row; column++) {
      long bits = 0;
      for (int bit = 0; bit < Byte.SIZE; bit++) {
        bits |= (in[from + bit * row + column] & 0xffL) << bit * Byte.SIZE;
      }
      Bytes.putLong(out, to + column * Byte.SIZE, transposeBits(bits));
    }
  }

  /** Transposes 8 x 8 bits, the lowest bit of the lowest byte first. */
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
