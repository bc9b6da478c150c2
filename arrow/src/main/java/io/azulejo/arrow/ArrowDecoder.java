package io.azulejo.arrow;

import io.azulejo.error.CorruptDataException;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decodes Arrow IPC messages to batches of cells. Use it for messages from other transports; an
 * {@link ArrowReader} decodes streams and files. Not thread-safe.
 *
 * <p>Input is not trusted: arbitrary bytes yield either batches or an exception from {@link
 * io.azulejo.error}.
 *
 * <p>Batches have the columns of {@link #table}. Fields that an {@link ArrowEncoder} wrote get
 * their original types back from the field metadata; other fields get the types that correspond to
 * their Arrow types.
 *
 * <p>Columns with a dictionary contain indexes of an enumeration. The enumeration only grows, so
 * the indexes of earlier batches stay valid.
 */
public final class ArrowDecoder {
  private final List<FieldMapping> mappings;
  private final Map<String, String> metadata;
  private final Map<Long, List<DictionaryValues>> dictionaries = new HashMap<>();
  private final Set<Long> seen = new HashSet<>();
  private final List<@Nullable DictionaryValues> byField = new ArrayList<>();

  ArrowDecoder(IpcSchema schema) {
    metadata = schema.metadata();
    mappings = schema.fields().stream().map(FieldMapping::fromArrow).toList();
    for (FieldMapping mapping : mappings) {
      ArrowField.DictionaryUse use = mapping.field().dictionary();
      FieldMapping values = mapping.values();
      DictionaryValues dictionary = null;
      if (use != null && values != null) {
        dictionary = new DictionaryValues(mapping, values, use.ordered());
        dictionaries.computeIfAbsent(use.id(), id -> new ArrayList<>()).add(dictionary);
      }
      byField.add(dictionary);
    }
  }

  /**
   * Creates a decoder from a schema message.
   *
   * @param metadata the metadata of the message: FlatBuffers without a length prefix
   * @throws io.azulejo.error.CorruptDataException if the metadata is damaged or belongs to another
   *     kind of message
   * @throws io.azulejo.error.UnsupportedFormatException if cells cannot have the type of a field
   */
  public static ArrowDecoder of(byte[] metadata) {
    IpcMessage message = MessageDecoder.message(metadata);
    IpcSchema schema = message.schema();
    if (schema == null) {
      throw unexpected(message, IpcMessage.Kind.SCHEMA);
    }
    return new ArrowDecoder(schema);
  }

  private static CorruptDataException unexpected(IpcMessage message, IpcMessage.Kind wanted) {
    return CorruptDataException.of(
        "Arrow message",
        null,
        -1,
        "found a %s message (expected %s)".formatted(message.kind(), wanted));
  }

  /** Returns the columns of the batches. Their enumerations contain all values decoded so far. */
  public ArrowTable table() {
    List<ArrowColumn> columns = new ArrayList<>();
    for (int i = 0; i < mappings.size(); i++) {
      ArrowColumn column = mappings.get(i).column();
      DictionaryValues dictionary = byField.get(i);
      columns.add(dictionary == null ? column : column.withEnumeration(dictionary.enumeration()));
    }
    return ArrowTable.of(columns, metadata);
  }

  /**
   * Decodes a record batch message. The batch does not share the arrays passed in.
   *
   * @param metadata the metadata of the message: FlatBuffers without a length prefix
   * @param body the body of the message, with each buffer at its offset in the metadata
   * @throws io.azulejo.error.CorruptDataException if the message is damaged or not a record batch,
   *     or if a value is not valid for its column
   * @throws io.azulejo.error.UnsupportedFormatException if the batch uses an unsupported feature or
   *     does not fit in memory
   */
  public Batch batch(byte[] metadata, byte[] body) {
    IpcMessage message = MessageDecoder.message(metadata);
    RecordHeader header = message.record();
    if (message.kind() != IpcMessage.Kind.RECORD || header == null) {
      throw unexpected(message, IpcMessage.Kind.RECORD);
    }
    return batch(header, body);
  }

  Batch batch(RecordHeader header, byte[] body) {
    BatchDecoder decoder = new BatchDecoder(header, body);
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < mappings.size(); i++) {
      Column column = decoder.next(mappings.get(i));
      DictionaryValues dictionary = byField.get(i);
      columns.add(dictionary == null ? column : dictionary.indexes(column));
    }
    decoder.end();
    return Batch.of(decoder.rows(), columns);
  }

  /**
   * Decodes a dictionary message. Its values apply to the batches decoded after it. The arrays
   * passed in are not kept.
   *
   * @param metadata the metadata of the message: FlatBuffers without a length prefix
   * @param body the body of the message, with each buffer at its offset in the metadata
   * @throws io.azulejo.error.CorruptDataException if the message is damaged or not a dictionary, or
   *     if no field uses the dictionary
   * @throws io.azulejo.error.UnsupportedFormatException if the dictionary uses an unsupported
   *     feature or does not fit in memory
   */
  public void dictionary(byte[] metadata, byte[] body) {
    IpcMessage message = MessageDecoder.message(metadata);
    if (message.kind() != IpcMessage.Kind.DICTIONARY) {
      throw unexpected(message, IpcMessage.Kind.DICTIONARY);
    }
    dictionary(message, body);
  }

  void dictionary(IpcMessage message, byte[] body) {
    List<DictionaryValues> users =
        Optional.ofNullable(dictionaries.get(message.dictionary())).orElse(List.of());
    RecordHeader header = message.record();
    if (users.isEmpty() || header == null) {
      throw CorruptDataException.of(
          "Arrow dictionary",
          null,
          -1,
          "no field uses dictionary %d".formatted(message.dictionary()));
    }
    boolean first = seen.add(message.dictionary());
    for (DictionaryValues user : users) {
      BatchDecoder decoder = new BatchDecoder(header, body);
      Column values = decoder.next(user.values());
      decoder.end();
      user.take(values, message.delta() && !first);
    }
  }
}
