package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.Datatype;
import java.util.List;

/**
 * Encodes and decodes a file of array or group metadata.
 *
 * <p>The file is a sequence of entries, one for each change of a key. An entry either sets the key
 * to a value or marks the key as deleted.
 */
public final class ArrayMetadataFormat {
  /** The name of the structure in error messages. */
  public static final String STRUCTURE = "array metadata";

  private ArrayMetadataFormat() {}

  /**
   * A change of one metadata key.
   *
   * @param key the key
   * @param deleted whether the key was deleted; if so, ignore the type, count and bytes
   * @param type the type of each value
   * @param count the number of values; 0 for an empty value
   * @param bytes the encoded values, little-endian
   */
  public record Entry(String key, boolean deleted, Datatype type, int count, Slice bytes) {
    /** Creates an entry that sets a key to a value. */
    public static Entry put(String key, Datatype type, int count, Slice bytes) {
      return new Entry(key, false, type, count, bytes);
    }

    /** Creates an entry that deletes a key. */
    public static Entry deletion(String key) {
      return new Entry(key, true, Datatype.ANY, 0, Slice.EMPTY);
    }
  }

  /**
   * Decodes the unfiltered content of a metadata file.
   *
   * @throws io.azulejo.error.CorruptDataException if the bytes contradict the format
   */
  public static List<Entry> decode(Slice content) {
    return WireReader.decode(
        STRUCTURE, FormatVersion.NEWEST, content, ArrayMetadataFormat::transfer);
  }

  /** Encodes the unfiltered content of a metadata file. */
  public static Slice encode(List<Entry> entries) {
    return WireWriter.encode(
        STRUCTURE, FormatVersion.NEWEST, ArrayMetadataFormat::transfer, entries);
  }

  static List<Entry> transfer(Wire wire, List<Entry> entries) {
    return wire.untilEnd("entries", ArrayMetadataFormat::entry, entries, e -> e);
  }

  private static Entry entry(Wire wire, Entry entry) {
    String key = wire.string32("key", entry, Entry::key);
    if (wire.bool("deleted", entry, Entry::deleted)) {
      return Entry.deletion(key);
    }
    Datatype type = wire.code("type", Codes.DATATYPES, entry, Entry::type);
    int count = wire.count32("count", entry, Entry::count);
    Slice bytes = wire.bytes("value", (long) type.size() * count, entry, Entry::bytes);
    return Entry.put(key, type, count, bytes);
  }
}
