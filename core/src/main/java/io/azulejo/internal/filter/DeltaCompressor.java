package io.azulejo.internal.filter;

import io.azulejo.internal.runtime.LittleEndian;
import io.azulejo.schema.Datatype;

/**
 * Stores the differences between consecutive values. The encoded part consists of the number of
 * values (8 bytes), the first value, and then each value minus its predecessor, with wrap-around.
 * Because release 2.16 of the reference engine appended an extra value, bytes after the last value
 * are ignored.
 */
final class DeltaCompressor implements Compressor {
  private final int size;

  /** Creates a compressor for an integer type. */
  DeltaCompressor(Datatype type) {
    this.size = type.size();
  }

  @Override
  public String name() {
    return "DELTA";
  }

  @Override
  public long bound(long bytes) {
    return bytes + Long.BYTES;
  }

  @Override
  public boolean acceptsEmptyParts() {
    return false;
  }

  @Override
  public int compress(
      byte[] source, int offset, int length, byte[] target, int targetOffset, Scratch scratch) {
    if (length % size != 0) {
      throw FilterErrors.partialValues(name(), size, length);
    }
    LittleEndian.putLong(target, targetOffset, length / size);
    int out = targetOffset + Long.BYTES;
    long[] block = scratch.values();
    long previous = 0;
    for (int done = 0; done < length; done += block.length * size) {
      int count = Math.min(block.length, (length - done) / size);
      LongBlocks.load(source, offset + done, count, size, false, block);
      for (int i = 0; i < count; i++) {
        long value = block[i];
        block[i] = value - previous;
        previous = value;
      }
      LongBlocks.store(block, count, size, target, out + done);
    }
    return Long.BYTES + length;
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
    if (length < Long.BYTES) {
      throw new MalformedException("%d bytes, too few for the number of values".formatted(length));
    }
    long count = LittleEndian.getLong(source, offset);
    if (targetLength % size != 0 || count != targetLength / size) {
      throw new MalformedException(
          "%s values of %d bytes instead of %d bytes"
              .formatted(Long.toUnsignedString(count), size, targetLength));
    }
    if (targetLength > length - Long.BYTES) {
      throw new MalformedException(
          "%d bytes are too few for %d values of %d bytes".formatted(length, count, size));
    }
    Sums.of(source, offset + Long.BYTES, target, targetOffset, targetLength, size, 0);
  }
}
