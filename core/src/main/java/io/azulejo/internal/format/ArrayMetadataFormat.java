package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.Datatype;
import java.util.List;

/**
 * Encodes and decodes a file of array or group metadata.
 *
 * <p>The file is a sequence of entries up to its end. Each entry is a key with a value, or with a
 * mark that the key was deleted.
 */
public final class ArrayMetadataFormat {
  /** Name of the structure in messages. */
  public static final String STRUCTURE = "array metadata";

  private ArrayMetadataFormat() {}

  /**
   * A change of one key.
   *
   * @param deleted whether the key was deleted; if so, type, count and bytes are meaningless
   * @param type the type of a value
   * @param count the number of values; 0 for the empty value
   * @param bytes the values, little-endian
   */
  public record Entry(String key, boolean deleted, Datatype type, int count, Slice bytes) {
    /** Returns an entry that sets a key. */
    public static Entry put(String key, Datatype type, int count, Slice bytes) {
      return new Entry(key, false, type, count, bytes);
    }

    /** Returns an entry that deletes a key. */
    public static Entry deletion(String key) {
      return new Entry(key, true, Datatype.ANY, 0, Slice.EMPTY);
    }
  }

  /** Decodes the content of a metadata file. */
  public static List<Entry> decode(Slice content) {
    return WireReader.decode(
        STRUCTURE, FormatVersion.NEWEST, content, ArrayMetadataFormat::transfer);
  }

  /** Encodes the content of a metadata file. */
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
