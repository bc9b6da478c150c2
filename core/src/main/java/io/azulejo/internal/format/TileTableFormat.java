package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;

/**
 * Encodes and decodes a table with one 8-byte number per tile: offsets, sizes, sums or null counts.
 * The number of entries comes first. It is 0 if the field has no such numbers.
 */
public final class TileTableFormat {
  private TileTableFormat() {}

  /**
   * Decodes the unfiltered bytes of a section.
   *
   * @param structure the kind of numbers, for error messages, such as {@code "tile offsets"}
   * @param version the format version of the fragment
   * @throws io.azulejo.error.CorruptDataException if the bytes contradict the format
   */
  public static long[] decode(String structure, Slice content, FormatVersion version) {
    return WireReader.decode(structure, version, content, TileTableFormat::transfer);
  }

  /**
   * Encodes a section, without filtering it.
   *
   * @param structure the kind of numbers, for error messages
   * @param version the format version of the fragment
   */
  public static Slice encode(String structure, long[] numbers, FormatVersion version) {
    return WireWriter.encode(structure, version, TileTableFormat::transfer, numbers);
  }

  static long[] transfer(Wire wire, long[] numbers) {
    return wire.longs64("values", numbers, n -> n);
  }
}
