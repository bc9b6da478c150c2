package io.azulejo.arrow;

import org.jspecify.annotations.Nullable;

/**
 * The metadata of a message, decoded and checked as far as they can be by themselves.
 *
 * @param kind what it brings
 * @param bodyLength the bytes that follow it
 * @param schema of a schema message
 * @param record of a record batch or of a dictionary's
 * @param dictionary the dictionary that is meant
 * @param delta whether the values come after those that the dictionary has
 */
record IpcMessage(
    Kind kind,
    long bodyLength,
    @Nullable IpcSchema schema,
    @Nullable RecordHeader record,
    long dictionary,
    boolean delta) {
  /** What messages bring. */
  enum Kind {
    SCHEMA,
    DICTIONARY,
    RECORD
  }
}
