package io.azulejo.arrow;

import org.jspecify.annotations.Nullable;

/**
 * The decoded metadata of a message, validated as far as possible without the body.
 *
 * @param kind the kind of message
 * @param bodyLength the length of the body (bytes)
 * @param schema the schema of a schema message; otherwise null
 * @param record the header of a record batch or dictionary; otherwise null
 * @param dictionary the ID of the dictionary in a dictionary message; otherwise 0
 * @param delta whether a dictionary message extends the dictionary instead of replacing it
 */
record IpcMessage(
    Kind kind,
    long bodyLength,
    @Nullable IpcSchema schema,
    @Nullable RecordHeader record,
    long dictionary,
    boolean delta) {
  /** The kind of a message. */
  enum Kind {
    SCHEMA,
    DICTIONARY,
    RECORD
  }
}
