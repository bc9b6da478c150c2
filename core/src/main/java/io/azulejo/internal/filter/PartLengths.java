package io.azulejo.internal.filter;

import io.azulejo.internal.runtime.LittleEndian;
import java.util.Arrays;

/**
 * Encodes and decodes filter metadata that consists of the number of data parts and the size of
 * each part (4 bytes each).
 */
final class PartLengths {
  /** An upper limit for the size of this metadata, in bytes. */
  static final int MAX = 64;

  private PartLengths() {}

  /** Encodes the metadata for parts of these sizes. */
  static byte[] of(int... lengths) {
    byte[] metadata = new byte[Integer.BYTES * (1 + lengths.length)];
    LittleEndian.putInt(metadata, 0, lengths.length);
    for (int i = 0; i < lengths.length; i++) {
      LittleEndian.putInt(metadata, Integer.BYTES * (1 + i), lengths[i]);
    }
    return metadata;
  }

  /**
   * Takes the part sizes from the metadata of a chunk.
   *
   * @throws io.azulejo.error.CorruptDataException if their sum is not the size of the data
   */
  static int[] take(Decoding chunk) {
    int[] lengths = new int[chunk.takeCount("parts", Integer.BYTES)];
    long sum = 0;
    for (int i = 0; i < lengths.length; i++) {
      long length = chunk.takeInt("part_lengths");
      sum += length;
      lengths[i] = (int) Math.min(length, Integer.MAX_VALUE);
    }
    if (sum != chunk.dataLength()) {
      throw chunk.corrupt(
          "part_lengths",
          "%s, but the data have %d bytes".formatted(describe(lengths), chunk.dataLength()));
    }
    return lengths;
  }

  private static String describe(int[] lengths) {
    return lengths.length > 4 ? lengths.length + " parts" : Arrays.toString(lengths) + " bytes";
  }
}
