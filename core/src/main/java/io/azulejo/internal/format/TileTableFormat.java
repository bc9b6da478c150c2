package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;

/**
 * On-disk form of one number a tile: offsets, sizes, sums, null counts. The number of tiles comes
 * first; for fields without such numbers it can be 0.
 */
public final class TileTableFormat {
  private TileTableFormat() {}

  /**
   * The numbers in the unfiltered bytes of their section.
   *
   * @param structure what the numbers are, for messages, such as {@code "tile offsets"}
   */
  public static long[] decode(String structure, Slice content, FormatVersion version) {
    return WireReader.decode(structure, version, content, TileTableFormat::transfer);
  }

  /** The unfiltered bytes of a section of numbers. */
  public static Slice encode(String structure, long[] numbers, FormatVersion version) {
    return WireWriter.encode(structure, version, TileTableFormat::transfer, numbers);
  }

  static long[] transfer(Wire wire, long[] numbers) {
    return wire.longs64("values", numbers, n -> n);
  }
}
