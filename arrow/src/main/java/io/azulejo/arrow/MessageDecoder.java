package io.azulejo.arrow;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.UnsupportedFormatException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.arrow.flatbuf.Block;
import org.apache.arrow.flatbuf.BodyCompression;
import org.apache.arrow.flatbuf.BodyCompressionMethod;
import org.apache.arrow.flatbuf.CompressionType;
import org.apache.arrow.flatbuf.DictionaryBatch;
import org.apache.arrow.flatbuf.DictionaryEncoding;
import org.apache.arrow.flatbuf.Endianness;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.Footer;
import org.apache.arrow.flatbuf.Int;
import org.apache.arrow.flatbuf.KeyValue;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.MetadataVersion;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.flatbuf.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the FlatBuffers of message metadata and file footers. The input is not trusted.
 *
 * <p>FlatBuffers are read in place by following the positions that they contain. All reads happen
 * inside {@link #decode}, from a buffer that contains only the metadata. A position outside it
 * causes an exception, which becomes a {@link CorruptDataException}. Positions may also point
 * backwards or repeat; a budget limits the number of decoded fields, keys and characters.
 */
final class MessageDecoder {
  private static final int MAX_DEPTH = 8;

  /** The budget per byte of metadata. It exceeds 1 because writers may share equal strings. */
  private static final int COST_PER_BYTE = 16;

  /** The cost of a table or struct. It is high because writers do not share them. */
  private static final int OBJECT_COST = 8 * COST_PER_BYTE;

  private final ByteBuffer bytes;
  private long budget;

  private MessageDecoder(byte[] metadata) {
    this.bytes = ByteBuffer.wrap(metadata);
    this.budget = (long) COST_PER_BYTE * metadata.length;
  }

  /**
   * Decodes the metadata of a message.
   *
   * @throws CorruptDataException if the metadata is damaged
   * @throws UnsupportedFormatException if it uses an unsupported kind, type or version
   */
  static IpcMessage message(byte[] metadata) {
    return decode("Arrow message", metadata, MessageDecoder::message);
  }

  /**
   * The footer of a file.
   *
   * @param schema the schema of the file
   * @param dictionaries the positions of the dictionary messages, in footer order
   * @param records the positions of the record batches, in footer order
   */
  record FileFooter(
      IpcSchema schema,
      List<MessageEncoder.FileBlock> dictionaries,
      List<MessageEncoder.FileBlock> records) {}

  /**
   * Decodes the footer of a file.
   *
   * @throws CorruptDataException if the footer is damaged
   * @throws UnsupportedFormatException if it uses an unsupported type or version
   */
  static FileFooter footer(byte[] metadata) {
    return decode("Arrow footer", metadata, MessageDecoder::footer);
  }

  private static <T> T decode(
      String structure, byte[] metadata, Function<MessageDecoder, T> function) {
    try {
      return function.apply(new MessageDecoder(metadata));
    } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
      // The first exception means a position outside the metadata, the second invalid UTF-8.
      throw CorruptDataException.of(
          structure, null, -1, "its FlatBuffers point outside of it, or contain invalid UTF-8", e);
    }
  }

  private IpcMessage message() {
    Message message = Message.getRootAsMessage(bytes);
    version(message.version());
    long bodyLength = message.bodyLength();
    if (bodyLength < 0) {
      throw corrupt("bodyLength", bodyLength + " bytes");
    }
    switch (message.headerType()) {
      case MessageHeader.Schema -> {
        Schema schema = require("header", (Schema) message.header(new Schema()));
        return new IpcMessage(IpcMessage.Kind.SCHEMA, bodyLength, schema(schema), null, 0, false);
      }
      case MessageHeader.RecordBatch -> {
        RecordBatch record = require("header", (RecordBatch) message.header(new RecordBatch()));
        return new IpcMessage(IpcMessage.Kind.RECORD, bodyLength, null, record(record), 0, false);
      }
      case MessageHeader.DictionaryBatch -> {
        DictionaryBatch batch =
            require("header", (DictionaryBatch) message.header(new DictionaryBatch()));
        RecordHeader record = record(require("data", batch.data()));
        return new IpcMessage(
            IpcMessage.Kind.DICTIONARY, bodyLength, null, record, batch.id(), batch.isDelta());
      }
      default ->
          throw UnsupportedFormatException.of(
              "Arrow message",
              -1,
              "unknown message kind %d (valid: schema %d, dictionary %d, record batch %d)"
                  .formatted(
                      message.headerType(),
                      MessageHeader.Schema,
                      MessageHeader.DictionaryBatch,
                      MessageHeader.RecordBatch));
    }
  }

  private FileFooter footer() {
    Footer footer = Footer.getRootAsFooter(bytes);
    version(footer.version());
    IpcSchema schema = schema(require("schema", footer.schema()));
    List<MessageEncoder.FileBlock> dictionaries = new ArrayList<>();
    int count = count("dictionaries", footer.dictionariesLength());
    for (int i = 0; i < count; i++) {
      dictionaries.add(fileBlock(footer.dictionaries(i)));
    }
    List<MessageEncoder.FileBlock> records = new ArrayList<>();
    count = count("recordBatches", footer.recordBatchesLength());
    for (int i = 0; i < count; i++) {
      records.add(fileBlock(footer.recordBatches(i)));
    }
    return new FileFooter(schema, dictionaries, records);
  }

  private MessageEncoder.FileBlock fileBlock(Block block) {
    spend(OBJECT_COST);
    return new MessageEncoder.FileBlock(block.offset(), block.metaDataLength(), block.bodyLength());
  }

  private static void version(short version) {
    if (version != MetadataVersion.V4 && version != MetadataVersion.V5) {
      throw UnsupportedFormatException.of(
          "Arrow message",
          -1,
          "metadata version V%d is not supported; use V4 or V5 (Arrow 0.8 and later)"
              .formatted(version + 1));
    }
  }

  private IpcSchema schema(Schema schema) {
    if (schema.endianness() != Endianness.Little) {
      throw UnsupportedFormatException.of(
          "Arrow schema", -1, "big-endian values are not supported; write little-endian values");
    }
    int count = count("fields", schema.fieldsLength());
    List<ArrowField> fields = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      fields.add(field(schema.fields(i), 0));
    }
    return new IpcSchema(fields, metadata(schema.customMetadataLength(), schema::customMetadata));
  }

  private interface Entries {
    KeyValue get(int index);
  }

  private Map<String, String> metadata(int length, Entries entries) {
    int count = count("custom_metadata", length);
    Map<String, String> metadata = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      spend(OBJECT_COST);
      KeyValue entry = entries.get(i);
      metadata.put(text(entry.key()), text(entry.value()));
    }
    return metadata;
  }

  private String text(@Nullable String text) {
    spend(text == null ? 1 : 1 + text.length());
    return text == null ? "" : text;
  }

  private ArrowField field(Field field, int depth) {
    spend(OBJECT_COST);
    String name = text(field.name());
    if (depth > MAX_DEPTH) {
      throw UnsupportedFormatException.of(
          "Arrow schema",
          -1,
          "field \"%s\" is nested too deeply (%d levels)".formatted(name, depth));
    }
    int count = count("children", field.childrenLength());
    List<ArrowField> children = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      children.add(field(field.children(i), depth + 1));
    }
    ArrowType type = TypeDecoder.type(field, name, children);
    DictionaryEncoding encoding = field.dictionary();
    ArrowField.DictionaryUse use = null;
    if (encoding != null) {
      Int index = encoding.indexType();
      use =
          new ArrowField.DictionaryUse(
              encoding.id(),
              index == null ? ArrowType.integer(4, true) : TypeDecoder.integer(index, name),
              encoding.isOrdered());
    }
    return new ArrowField(
        name,
        field.nullable(),
        type,
        children,
        use,
        metadata(field.customMetadataLength(), field::customMetadata));
  }

  private RecordHeader record(RecordBatch record) {
    if (record.length() < 0) {
      throw corrupt("length", record.length() + " rows");
    }
    int nodes = count("nodes", record.nodesLength());
    long[] lengths = new long[nodes];
    long[] nulls = new long[nodes];
    for (int i = 0; i < nodes; i++) {
      lengths[i] = record.nodes(i).length();
      nulls[i] = record.nodes(i).nullCount();
    }
    int buffers = count("buffers", record.buffersLength());
    long[] offsets = new long[buffers];
    long[] sizes = new long[buffers];
    for (int i = 0; i < buffers; i++) {
      offsets[i] = record.buffers(i).offset();
      sizes[i] = record.buffers(i).length();
    }
    int views = count("variadicBufferCounts", record.variadicBufferCountsLength());
    long[] viewBuffers = new long[views];
    for (int i = 0; i < views; i++) {
      viewBuffers[i] = record.variadicBufferCounts(i);
    }
    return new RecordHeader(
        record.length(),
        lengths,
        nulls,
        offsets,
        sizes,
        viewBuffers,
        compression(record.compression()));
  }

  private static ArrowCompression compression(@Nullable BodyCompression compression) {
    if (compression == null) {
      return ArrowCompression.NONE;
    }
    boolean known = compression.method() == BodyCompressionMethod.BUFFER;
    if (known && compression.codec() == CompressionType.LZ4_FRAME) {
      return ArrowCompression.LZ4;
    }
    if (known && compression.codec() == CompressionType.ZSTD) {
      return ArrowCompression.ZSTD;
    }
    throw UnsupportedFormatException.of(
        "Arrow record batch",
        -1,
        ("compression codec %d with method %d is not supported; use codec LZ4_FRAME (0) or "
                + "ZSTD (1) with method BUFFER (0)")
            .formatted(compression.codec(), compression.method()));
  }

  /** Checks the length of a vector, whose elements take at least one byte each. */
  private int count(String field, int count) {
    if (count < 0 || count > bytes.capacity()) {
      throw corrupt(field, "%d elements do not fit in %d bytes".formatted(count, bytes.capacity()));
    }
    spend(count);
    return count;
  }

  /** Deducts from the budget. Throws if it is exhausted. */
  private void spend(int amount) {
    budget -= amount;
    if (budget < 0) {
      throw CorruptDataException.of(
          "Arrow message",
          null,
          -1,
          "it references more data than its %d bytes can hold".formatted(bytes.capacity()));
    }
  }

  private static <T> T require(String field, @Nullable T value) {
    if (value == null) {
      throw corrupt(field, "it is missing");
    }
    return value;
  }

  private static CorruptDataException corrupt(String field, String reason) {
    return CorruptDataException.of("Arrow message", field, -1, reason);
  }
}
