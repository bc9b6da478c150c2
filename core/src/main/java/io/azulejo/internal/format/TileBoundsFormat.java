package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;

/**
 * Encodes and decodes {@link TileBounds}: the sizes of both components in bytes, then both
 * components.
 */
public final class TileBoundsFormat {
  /** The name of the structure in error messages. */
  public static final String STRUCTURE = "tile bounds";

  private TileBoundsFormat() {}

  /**
   * Decodes the unfiltered bytes of a section.
   *
   * @param version the format version of the fragment
   * @throws io.azulejo.error.CorruptDataException if the bytes contradict the format
   */
  public static TileBounds decode(Slice content, FormatVersion version) {
    return WireReader.decode(STRUCTURE, version, content, TileBoundsFormat::transfer);
  }

  /**
   * Encodes a section, without filtering it.
   *
   * @param version the format version of the fragment
   */
  public static Slice encode(TileBounds bounds, FormatVersion version) {
    return WireWriter.encode(STRUCTURE, version, TileBoundsFormat::transfer, bounds);
  }

  static TileBounds transfer(Wire wire, TileBounds bounds) {
    long fixedLength = wire.count64("fixed_length", bounds, b -> b.fixed().length());
    long varLength = wire.count64("var_length", bounds, b -> b.var().length());
    Slice fixed = wire.bytes("fixed", fixedLength, bounds, TileBounds::fixed);
    Slice var = wire.bytes("var", varLength, bounds, TileBounds::var);
    return new TileBounds(fixed, var);
  }
}
