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
 * Decodes Arrow messages to batches, for messages that do not come from an {@link ArrowReader}. Not
 * thread-safe.
 *
 * <p>Arbitrary bytes yield batches or an exception of {@link io.azulejo.error}.
 *
 * <p>Batches have the columns of {@link #table}. Field metadata from an {@link ArrowEncoder}
 * restores their original types; otherwise Arrow's types determine them. Columns with a dictionary
 * contain indexes of an enumeration that only grows, so the indexes of earlier batches stay valid.
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
   * Creates a decoder for a schema.
   *
   * @param metadata the metadata of the schema message
   * @throws io.azulejo.error.AzulejoException if it is damaged or has a type that cells cannot have
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

  /** Returns the columns; their enumerations have all values decoded so far. */
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
   * Decodes a record batch. The result does not share the arrays.
   *
   * @param metadata the metadata of the message
   * @param body the buffers at the offsets in the metadata
   * @throws io.azulejo.error.AzulejoException if it is damaged, not a record batch, or has a value
   *     that the column cannot have
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
   * Decodes the values of a dictionary for the batches that follow. Does not keep the arrays.
   *
   * @param metadata the metadata of the message
   * @param body the buffers at the offsets in the metadata
   * @throws io.azulejo.error.AzulejoException if it is damaged, not a dictionary, or not used by a
   *     field
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
