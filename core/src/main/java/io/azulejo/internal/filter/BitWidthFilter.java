package io.azulejo.internal.filter;

import io.azulejo.internal.runtime.LittleEndian;
import io.azulejo.schema.Datatype;

/**
 * Stores integers in fewer bytes, separately for each window of values. The filter subtracts the
 * minimum of the window from each value and stores the differences as narrower integers, which are
 * signed if the type is signed. A window is stored unchanged if this saves no space, or if the
 * window ends within a value.
 *
 * <p>Filter metadata: the unfiltered size and the number of windows. An entry for each window
 * follows: its minimum, the number of bits per value (8, 16, 32 or 64) and its unfiltered size.
 */
final class BitWidthFilter implements ChunkFilter {
  private final int size;
  private final boolean unsigned;
  private final Windows windows;

  BitWidthFilter(int maxWindow, Datatype type) {
    this.size = type.size();
    this.unsigned = type.isUnsigned();
    this.windows = new Windows(name(), maxWindow, size);
  }

  /** Returns whether the filter has an effect on values of a type. */
  static boolean changes(Datatype type) {
    return type.isIntegerValued() && type.size() > 1;
  }

  @Override
  public String name() {
    return "BIT_WIDTH_REDUCTION";
  }

  @Override
  public long bound(long bytes) {
    return bytes + (bytes / size + 1) * windowHeader() + 2L * Integer.BYTES;
  }

  @Override
  public boolean acceptsEmptyChunks() {
    return false;
  }

  private int windowHeader() {
    return size + 1 + Integer.BYTES;
  }

  @Override
  public void encode(Encoding chunk) {
    int length = chunk.dataLength();
    int window = windows.of(length);
    int windowCount = (length - 1) / window + 1;
    byte[] metadata = new byte[2 * Integer.BYTES + windowCount * windowHeader()];
    LittleEndian.putInt(metadata, 0, length);
    LittleEndian.putInt(metadata, Integer.BYTES, windowCount);
    byte[] out = chunk.output(length);
    byte[] in = chunk.data();
    long[] block = chunk.scratch().values();
    int header = 2 * Integer.BYTES;
    int made = 0;
    for (int done = 0; done < length; done += window) {
      int from = chunk.dataStart() + done;
      int bytes = Math.min(window, length - done);
      int values = bytes / size;
      // Flipping the highest bit maps unsigned order to signed order.
      long flip = unsigned ? Long.MIN_VALUE : 0;
      long min = (unsigned ? -1 : Long.MAX_VALUE >>> Long.SIZE - size * Byte.SIZE) ^ flip;
      long max = Long.MIN_VALUE;
      for (int start = 0; start < values; start += block.length) {
        int count = Math.min(block.length, values - start);
        LongBlocks.load(in, from + start * size, count, size, unsigned, block);
        for (int i = 0; i < count; i++) {
          min = Math.min(min, block[i] ^ flip);
          max = Math.max(max, block[i] ^ flip);
        }
      }
      min ^= flip;
      max ^= flip;
      int bits = values == 0 ? Byte.SIZE : bits(min, max);
      LittleEndian.put(metadata, header, size, min);
      metadata[header + size] = (byte) bits;
      LittleEndian.putInt(metadata, header + size + 1, bytes);
      header += windowHeader();
      if (bits == size * Byte.SIZE || bytes % size != 0) {
        System.arraycopy(in, from, out, made, bytes);
        made += bytes;
      } else {
        int width = bits / Byte.SIZE;
        for (int start = 0; start < values; start += block.length) {
          int count = Math.min(block.length, values - start);
          if (values > block.length) {
            LongBlocks.load(in, from + start * size, count, size, unsigned, block);
          }
          for (int i = 0; i < count; i++) {
            block[i] -= min;
          }
          LongBlocks.store(block, count, width, out, made);
          made += count * width;
        }
      }
    }
    chunk.prepend(metadata);
    chunk.outputDone(made);
  }

  /**
   * Returns the number of bits per stored value of a window. They suffice for the difference of
   * maximum and minimum plus one, as a number with the signedness of the type.
   */
  private int bits(long min, long max) {
    long spread = max - min;
    int sign = unsigned ? 0 : 1;
    long highest = -1L >>> Long.SIZE - size * Byte.SIZE + sign;
    boolean overflows = unsigned ? spread == highest : spread < 0 || spread >= highest;
    if (overflows) {
      return size * Byte.SIZE;
    }
    int needed = Long.SIZE - Long.numberOfLeadingZeros(spread + 1) + sign;
    if (needed <= Byte.SIZE) {
      return Byte.SIZE;
    }
    if (needed <= Short.SIZE) {
      return Short.SIZE;
    }
    return Math.min(needed <= Integer.SIZE ? Integer.SIZE : Long.SIZE, size * Byte.SIZE);
  }

  @Override
  public void decode(Decoding chunk) {
    long length = chunk.takeInt("input_bytes");
    int count = chunk.takeCount("windows", windowHeader());
    int header = chunk.take("windows", (long) count * windowHeader());
    byte[] metadata = chunk.metadata();
    byte[] out = chunk.output("input_bytes", length);
    byte[] in = chunk.data();
    int from = chunk.dataStart();
    int end = from + chunk.dataLength();
    int to = chunk.outputStart();
    int left = (int) length;
    for (int i = 0; i < count; i++) {
      long min = LittleEndian.get(metadata, header, size, unsigned);
      int bits = metadata[header + size] & 0xff;
      int bytes = LittleEndian.getInt(metadata, header + size + 1);
      header += windowHeader();
      if (bytes < 0 || bytes > left) {
        throw chunk.corrupt(
            "window[%d].bytes".formatted(i),
            "%s bytes, but %d are left".formatted(Integer.toUnsignedString(bytes), left));
      }
      boolean raw = bits >= size * Byte.SIZE || bytes % size != 0;
      if (!raw && bits != Byte.SIZE && bits != Short.SIZE && bits != Integer.SIZE) {
        throw chunk.corrupt(
            "window[%d].bits".formatted(i), "%d is not 8, 16, 32 or 64".formatted(bits));
      }
      int stored = raw ? bytes : bytes / size * (bits / Byte.SIZE);
      if (stored > end - from) {
        throw chunk.corrupt(
            "window[%d]".formatted(i),
            "%d stored bytes, but %d are left".formatted(stored, end - from));
      }
      if (raw) {
        System.arraycopy(in, from, out, to, bytes);
      } else {
        widen(in, from, bits, out, to, bytes / size, min);
      }
      from += stored;
      to += bytes;
      left -= bytes;
    }
    if (left > 0 || from != end) {
      throw chunk.corrupt(
          "windows",
          "%d unfiltered and %d stored bytes are outside the windows".formatted(left, end - from));
    }
    chunk.outputDone();
  }

  private void widen(byte[] in, int from, int bits, byte[] out, int to, int count, long min) {
    switch (size) {
      case 2 -> widenToShorts(in, from, out, to, count, (int) min);
      case 4 -> {
        if (bits == Byte.SIZE) {
          widenBytesToInts(in, from, out, to, count, (int) min);
        } else {
          widenShortsToInts(in, from, out, to, count, (int) min);
        }
      }
      default -> {
        if (bits == Byte.SIZE) {
          widenBytesToLongs(in, from, out, to, count, min);
        } else if (bits == Short.SIZE) {
          widenShortsToLongs(in, from, out, to, count, min);
        } else {
          widenIntsToLongs(in, from, out, to, count, min);
        }
      }
    }
  }

  private void widenToShorts(byte[] in, int from, byte[] out, int to, int count, int min) {
    int mask = unsigned ? 0xff : -1;
    for (int i = 0; i < count; i++) {
      LittleEndian.putShort(out, to + i * Short.BYTES, (short) ((in[from + i] & mask) + min));
    }
  }

  private void widenBytesToInts(byte[] in, int from, byte[] out, int to, int count, int min) {
    int mask = unsigned ? 0xff : -1;
    for (int i = 0; i < count; i++) {
      LittleEndian.putInt(out, to + i * Integer.BYTES, (in[from + i] & mask) + min);
    }
  }

  private void widenShortsToInts(byte[] in, int from, byte[] out, int to, int count, int min) {
    int mask = unsigned ? 0xffff : -1;
    for (int i = 0; i < count; i++) {
      int value = LittleEndian.getShort(in, from + i * Short.BYTES) & mask;
      LittleEndian.putInt(out, to + i * Integer.BYTES, value + min);
    }
  }

  private void widenBytesToLongs(byte[] in, int from, byte[] out, int to, int count, long min) {
    long mask = unsigned ? 0xff : -1;
    for (int i = 0; i < count; i++) {
      LittleEndian.putLong(out, to + i * Long.BYTES, (in[from + i] & mask) + min);
    }
  }

  private void widenShortsToLongs(byte[] in, int from, byte[] out, int to, int count, long min) {
    long mask = unsigned ? 0xffff : -1;
    for (int i = 0; i < count; i++) {
      long value = LittleEndian.getShort(in, from + i * Short.BYTES) & mask;
      LittleEndian.putLong(out, to + i * Long.BYTES, value + min);
    }
  }

  private void widenIntsToLongs(byte[] in, int from, byte[] out, int to, int count, long min) {
    long mask = unsigned ? 0xffffffffL : -1;
    for (int i = 0; i < count; i++) {
      long value = LittleEndian.getInt(in, from + i * Integer.BYTES) & mask;
      LittleEndian.putLong(out, to + i * Long.BYTES, value + min);
    }
  }
}
