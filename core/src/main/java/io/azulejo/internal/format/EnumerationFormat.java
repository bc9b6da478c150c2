package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Enumeration;

/**
 * Encodes and decodes an {@link Enumeration}. The fields are its own version number, its name, file
 * name and type, the number of values per member, whether the members are ordered, and the members.
 * If members have variable size, their start offsets follow.
 */
public final class EnumerationFormat {
  /** The name of the structure in error messages. */
  public static final String STRUCTURE = "enumeration";

  private static final int VERSION = 0;

  private EnumerationFormat() {}

  /**
   * Returns the file name of a new enumeration.
   *
   * @param uuid 32 hexadecimal digits that are unique to the enumeration
   */
  public static String fileName(String uuid) {
    return "__" + uuid + "_" + VERSION;
  }

  /**
   * Decodes the unfiltered content of an enumeration file.
   *
   * @throws io.azulejo.error.CorruptDataException if the bytes contradict the format
   * @throws io.azulejo.error.UnsupportedFormatException if the enumeration has a newer version
   */
  public static StoredEnumeration decode(Slice content) {
    return WireReader.decode(STRUCTURE, FormatVersion.NEWEST, content, EnumerationFormat::transfer);
  }

  /** Encodes the unfiltered content of an enumeration file. */
  public static Slice encode(StoredEnumeration enumeration) {
    return WireWriter.encode(
        STRUCTURE, FormatVersion.NEWEST, EnumerationFormat::transfer, enumeration);
  }

  static StoredEnumeration transfer(Wire wire, StoredEnumeration stored) {
    wire.ownVersion("enumeration", VERSION, VERSION, stored, s -> VERSION);
    Enumeration enumeration = stored == null ? null : stored.enumeration();
    String name = wire.string32("name", enumeration, Enumeration::name);
    String path = wire.string32("path", stored, StoredEnumeration::path);
    Datatype type = wire.code("type", Codes.DATATYPES, enumeration, Enumeration::type);
    int cellValNum =
        AttributeFormat.cellValNum(wire, type, enumeration == null ? 0 : enumeration.cellValNum());
    boolean ordered = wire.bool("ordered", enumeration, Enumeration::ordered);
    Slice data = wire.bytes64("data", enumeration, e -> Slice.of(e.data()));
    if (cellValNum != Attribute.VAR) {
      int size = type.size() * cellValNum;
      wire.check(
          data.length() % size == 0,
          "data",
          "%d bytes are not a multiple of the value size %d",
          data.length(),
          size);
      return new StoredEnumeration(
          path, Enumeration.fixed(name, type, cellValNum, ordered, data.toBytes()));
    }
    wire.check(
        data.length() % type.size() == 0,
        "data",
        "%d bytes do not hold whole values of %s",
        data.length(),
        type);
    long[] offsets = offsets(wire, data, type.size(), enumeration);
    return new StoredEnumeration(
        path, Enumeration.var(name, type, ordered, data.toBytes(), offsets));
  }

  private static long[] offsets(Wire wire, Slice data, int valueSize, Enumeration enumeration) {
    long[] source = enumeration == null ? null : enumeration.offsets();
    long length = wire.count64("offsets_length", source, o -> (long) Long.BYTES * o.length);
    wire.check(
        length % Long.BYTES == 0, "offsets_length", "%d bytes are not a multiple of 8", length);
    long[] offsets = wire.longs("offsets", length / Long.BYTES, source, o -> o);
    wire.check(
        offsets.length > 0 || data.length() == 0,
        "offsets",
        "offsets are missing, but the values have %d bytes",
        data.length());
    long last = 0;
    for (int i = 0; i < offsets.length; i++) {
      // There can be millions of offsets, so the message is formatted only for an invalid offset.
      if (offsets[i] < last
          || offsets[i] > data.length()
          || offsets[0] != 0
          || offsets[i] % valueSize != 0) {
        wire.check(
            false,
            "offsets",
            "offset %d is %s (expected a start of a value in %d..%d)",
            i,
            Long.toUnsignedString(offsets[i]),
            last,
            data.length());
      }
      last = offsets[i];
    }
    return offsets;
  }
}
