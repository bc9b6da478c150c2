package io.azulejo.internal.filter;

import io.azulejo.internal.runtime.LittleEndian;

/**
 * Stores the exclusive or of each value and its predecessor. The first value is stored unchanged.
 * Filter metadata: {@link PartLengths}.
 */
final class XorFilter implements ChunkFilter {
  private final int size;

  /**
   * Creates a filter.
   *
   * @param size the size of a value in bytes: 1, 2, 4 or 8
   */
  XorFilter(int size) {
    this.size = size;
  }

  @Override
  public String name() {
    return "XOR";
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
    if (length % size != 0) {
      throw FilterErrors.partialValues("XOR", size, length);
    }
    byte[] out = chunk.output(length);
    byte[] in = chunk.data();
    int start = chunk.dataStart();
    int first = Math.min(size, length);
    System.arraycopy(in, start, out, 0, first);
    // XOR works bit by bit, so one loop over longs can encode values of any size.
    int done = first;
    for (; done + Long.BYTES <= length; done += Long.BYTES) {
      long here = LittleEndian.getLong(in, start + done);
      LittleEndian.putLong(out, done, here ^ LittleEndian.getLong(in, start + done - size));
    }
    for (; done < length; done++) {
      out[done] = (byte) (in[start + done] ^ in[start + done - size]);
    }
    chunk.prepend(PartLengths.of(length));
    chunk.outputDone(length);
  }

  @Override
  public void decode(Decoding chunk) {
    int[] parts = PartLengths.take(chunk);
    for (int length : parts) {
      if (length % size != 0) {
        throw chunk.corrupt(
            "part_lengths",
            "%d bytes are not whole values of %d bytes each".formatted(length, size));
      }
    }
    byte[] in = chunk.data();
    byte[] out = chunk.output("part_lengths", chunk.dataLength());
    int from = chunk.dataStart();
    int to = chunk.outputStart();
    for (int length : parts) {
      switch (size) {
        case 1 -> decodeBytes(in, from, out, to, length);
        case 2 -> decodeShorts(in, from, out, to, length);
        case 4 -> decodeInts(in, from, out, to, length);
        default -> decodeLongs(in, from, out, to, length);
      }
      from += length;
      to += length;
    }
    chunk.outputDone();
  }

  private static void decodeBytes(byte[] in, int from, byte[] out, int to, int length) {
    byte value = 0;
    for (int i = 0; i < length; i++) {
      value ^= in[from + i];
      out[to + i] = value;
    }
  }

  private static void decodeShorts(byte[] in, int from, byte[] out, int to, int length) {
    short value = 0;
    for (int i = 0; i < length; i += Short.BYTES) {
      value ^= LittleEndian.getShort(in, from + i);
      LittleEndian.putShort(out, to + i, value);
    }
  }

  private static void decodeInts(byte[] in, int from, byte[] out, int to, int length) {
    int value = 0;
    for (int i = 0; i < length; i += Integer.BYTES) {
      value ^= LittleEndian.getInt(in, from + i);
      LittleEndian.putInt(out, to + i, value);
    }
  }

  private static void decodeLongs(byte[] in, int from, byte[] out, int to, int length) {
    long value = 0;
    for (int i = 0; i < length; i += Long.BYTES) {
      value ^= LittleEndian.getLong(in, from + i);
      LittleEndian.putLong(out, to + i, value);
    }
  }
}
