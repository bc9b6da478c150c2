package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;
import java.util.List;

/**
 * Encodes and decodes an {@link Update} inside a generic tile. The condition comes first, in the
 * same layout as in a deletion file, then the number of values, and then each field name with its
 * value.
 */
public final class UpdateFormat {
  /** The name of the structure in error messages. */
  static final String STRUCTURE = "update";

  private UpdateFormat() {}

  /**
   * Decodes the unfiltered content of an update file.
   *
   * @param version the format version of the file
   * @throws io.azulejo.error.CorruptDataException if the bytes contradict the format
   */
  public static Update decode(Slice content, FormatVersion version) {
    return WireReader.decode(STRUCTURE, version, content, UpdateFormat::transfer);
  }

  /** Encodes the unfiltered content of an update file. */
  static Slice encode(Update update, FormatVersion version) {
    return WireWriter.encode(STRUCTURE, version, UpdateFormat::transfer, update);
  }

  static Update transfer(Wire wire, Update update) {
    ConditionNode condition =
        wire.struct("condition", ConditionFormat::transfer, update, Update::condition);
    List<Update.Value> values = wire.list64("values", UpdateFormat::value, update, Update::values);
    return new Update(condition, values);
  }

  private static Update.Value value(Wire wire, Update.Value value) {
    String field = wire.string64("field", value, Update.Value::field);
    Slice bytes = wire.bytes64("value", value, Update.Value::value);
    return new Update.Value(field, bytes);
  }
}
