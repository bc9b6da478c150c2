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
 * Makes batches of messages of Arrow, for those who get them otherwise than {@link ArrowReader}
 * does. Not for several threads at a time. Whatever the bytes are, it ends with batches or an
 * exception of {@link io.azulejo.error}.
 *
 * <p>Columns are as {@link #table} says: as the metadata of fields that an {@link ArrowEncoder}
 * made restore them, else as their types suggest. Columns of dictionaries have indexes of an
 * enumeration that only grows: those of earlier batches stay right.
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
   * For a schema.
   *
   * @param metadata of the message that has it
   * @throws io.azulejo.error.AzulejoException if it is damaged, or has a type that cells can't have
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
        "Arrow message", null, -1, "it is a %s, not a %s".formatted(message.kind(), wanted));
  }

  /** The columns; enumerations with all values that came so far. */
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
   * The cells of a record batch. Nothing of the arrays is kept.
   *
   * @param metadata of its message
   * @param body its buffers, where the metadata say
   * @throws io.azulejo.error.AzulejoException if it is damaged, is none, or has a value that the
   *     column can't have
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
   * Takes the values of a dictionary, for the batches that follow. Nothing of the arrays is kept.
   *
   * @param metadata of its message
   * @param body its buffers, where the metadata say
   * @throws io.azulejo.error.AzulejoException if it is damaged, is none, or no field has it
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
          "no field has a dictionary of the id %d".formatted(message.dictionary()));
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
