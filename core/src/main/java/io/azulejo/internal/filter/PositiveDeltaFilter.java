package io.azulejo.internal.filter;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.runtime.LittleEndian;
import io.azulejo.schema.Datatype;

/**
 * Stores the differences between consecutive values that never decrease, separately for each window
 * of values. The first difference of each window is 0. A window that ends within a value is stored
 * unchanged. Filter metadata: the number of windows, then the first value and the size in bytes of
 * each window.
 */
final class PositiveDeltaFilter implements ChunkFilter {
  private final int size;
  private final boolean unsigned;
  private final Windows windows;

  PositiveDeltaFilter(int maxWindow, Datatype type) {
    this.size = type.size();
    this.unsigned = type.isUnsigned() || type.isBytes();
    this.windows = new Windows(name(), maxWindow, size);
  }

  /** Returns whether the filter has an effect on values of a type. */
  static boolean changes(Datatype type) {
    return type.isIntegerValued() || (type.isBytes() && type != Datatype.ANY);
  }

  @Override
  public String name() {
    return "POSITIVE_DELTA";
  }

  @Override
  public long bound(long bytes) {
    return bytes + (bytes / size + 1) * windowHeader() + Integer.BYTES;
  }

  @Override
  public boolean acceptsEmptyChunks() {
    return false;
  }

  private int windowHeader() {
    return size + Integer.BYTES;
  }

  @Override
  public void encode(Encoding chunk) {
    int length = chunk.dataLength();
    int window = windows.of(length);
    int count = (length - 1) / window + 1;
    byte[] metadata = new byte[Integer.BYTES + count * windowHeader()];
    LittleEndian.putInt(metadata, 0, count);
    byte[] out = chunk.output(length);
    byte[] in = chunk.data();
    int header = Integer.BYTES;
    for (int done = 0; done < length; done += window) {
      int from = chunk.dataStart() + done;
      int bytes = Math.min(window, length - done);
      if (bytes % size == 0) {
        System.arraycopy(in, from, metadata, header, size);
        differences(in, from, out, done, bytes, chunk.scratch().values());
      } else {
        System.arraycopy(in, from, metadata, header, Math.min(size, bytes));
        System.arraycopy(in, from, out, done, bytes);
      }
      LittleEndian.putInt(metadata, header + size, bytes);
      header += windowHeader();
    }
    chunk.prepend(metadata);
    chunk.outputDone(length);
  }

  private void differences(byte[] in, int from, byte[] out, int to, int bytes, long[] block) {
    // Flipping the highest bit maps unsigned order to signed order.
    long flip = unsigned ? Long.MIN_VALUE : 0;
    long previous = LittleEndian.get(in, from, size, unsigned);
    for (int done = 0; done < bytes; done += block.length * size) {
      int count = Math.min(block.length, (bytes - done) / size);
      LongBlocks.load(in, from + done, count, size, unsigned, block);
      for (int i = 0; i < count; i++) {
        long value = block[i];
        if ((value ^ flip) < (previous ^ flip)) {
          throw new InvalidRequestException(
              ("POSITIVE_DELTA cannot store values that decrease, as from %s to %s; choose"
                      + " another filter, such as DELTA or DOUBLE_DELTA")
                  .formatted(text(previous), text(value)));
        }
        block[i] = value - previous;
        previous = value;
      }
      LongBlocks.store(block, count, size, out, to + done);
    }
  }

  private String text(long value) {
    return unsigned ? Long.toUnsignedString(value) : Long.toString(value);
  }

  @Override
  public void decode(Decoding chunk) {
    int count = chunk.takeCount("windows", windowHeader());
    int header = chunk.take("windows", (long) count * windowHeader());
    byte[] metadata = chunk.metadata();
    byte[] out = chunk.output("data", chunk.dataLength());
    byte[] in = chunk.data();
    int from = chunk.dataStart();
    int to = chunk.outputStart();
    int left = chunk.dataLength();
    for (int i = 0; i < count; i++) {
      int bytes = LittleEndian.getInt(metadata, header + size);
      if (bytes < 0 || bytes > left) {
        throw chunk.corrupt(
            "window[%d].bytes".formatted(i),
            "%s bytes, but %d are left".formatted(Integer.toUnsignedString(bytes), left));
      }
      if (bytes % size == 0) {
        Sums.of(in, from, out, to, bytes, size, LittleEndian.get(metadata, header, size, unsigned));
      } else {
        System.arraycopy(in, from, out, to, bytes);
      }
      from += bytes;
      to += bytes;
      left -= bytes;
      header += windowHeader();
    }
    if (left > 0) {
      throw chunk.corrupt("windows", "%d bytes are outside the windows".formatted(left));
    }
    chunk.outputDone();
  }
}
