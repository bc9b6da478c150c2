package io.azulejo.arrow;

import org.jspecify.annotations.Nullable;

/**
 * The metadata of a message, decoded and checked as far as possible without its body.
 *
 * @param kind the kind of message
 * @param bodyLength the length of the body (bytes)
 * @param schema the schema, in a schema message
 * @param record the header, in a record batch or a dictionary
 * @param dictionary the id of the dictionary
 * @param delta whether the values extend the dictionary instead of replacing it
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
