package io.azulejo.internal.filter;

import io.azulejo.internal.runtime.LittleEndian;
import java.util.Arrays;

/** Metadata of filters that say no more than how long the parts of the data are. */
final class PartLengths {
  /** More bytes than such metadata have. */
  static final int MAX = 64;

  private PartLengths() {}

  /** The metadata of parts of these lengths. */
  static byte[] of(int... lengths) {
    byte[] metadata = new byte[Integer.BYTES * (1 + lengths.length)];
    LittleEndian.putInt(metadata, 0, lengths.length);
    for (int i = 0; i < lengths.length; i++) {
      LittleEndian.putInt(metadata, Integer.BYTES * (1 + i), lengths[i]);
    }
    return metadata;
  }

  /** Takes the lengths; their sum is that of the data. */
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
