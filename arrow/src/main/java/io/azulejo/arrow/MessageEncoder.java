package io.azulejo.arrow;

import com.google.flatbuffers.FlatBufferBuilder;
import java.util.List;
import java.util.Map;
import org.apache.arrow.flatbuf.Block;
import org.apache.arrow.flatbuf.BodyCompression;
import org.apache.arrow.flatbuf.BodyCompressionMethod;
import org.apache.arrow.flatbuf.Buffer;
import org.apache.arrow.flatbuf.CompressionType;
import org.apache.arrow.flatbuf.Date;
import org.apache.arrow.flatbuf.DateUnit;
import org.apache.arrow.flatbuf.DictionaryBatch;
import org.apache.arrow.flatbuf.DictionaryEncoding;
import org.apache.arrow.flatbuf.DictionaryKind;
import org.apache.arrow.flatbuf.Duration;
import org.apache.arrow.flatbuf.Endianness;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.FieldNode;
import org.apache.arrow.flatbuf.FixedSizeBinary;
import org.apache.arrow.flatbuf.FixedSizeList;
import org.apache.arrow.flatbuf.FloatingPoint;
import org.apache.arrow.flatbuf.Footer;
import org.apache.arrow.flatbuf.Int;
import org.apache.arrow.flatbuf.KeyValue;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.MetadataVersion;
import org.apache.arrow.flatbuf.Precision;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.flatbuf.Schema;
import org.apache.arrow.flatbuf.Time;
import org.apache.arrow.flatbuf.Timestamp;
import org.apache.arrow.flatbuf.Type;

/** Encodes message metadata and file footers as FlatBuffers. Each instance encodes one. */
final class MessageEncoder {
  private final FlatBufferBuilder out = new FlatBufferBuilder(1024);

  private MessageEncoder() {}

  /**
   * The position of a message in a file.
   *
   * @param offset the position of its first byte
   * @param metadataLength the length of its prefix and metadata (bytes)
   * @param bodyLength the length of its body (bytes)
   */
  record FileBlock(long offset, int metadataLength, long bodyLength) {}

  static byte[] schema(IpcSchema schema) {
    MessageEncoder encoder = new MessageEncoder();
    return encoder.message(MessageHeader.Schema, encoder.put(schema), 0);
  }

  static byte[] record(RecordHeader header, long bodyLength) {
    MessageEncoder encoder = new MessageEncoder();
    return encoder.message(MessageHeader.RecordBatch, encoder.put(header), bodyLength);
  }

  static byte[] dictionary(long id, RecordHeader header, long bodyLength) {
    MessageEncoder encoder = new MessageEncoder();
    int values = encoder.put(header);
    int batch = DictionaryBatch.createDictionaryBatch(encoder.out, id, values, false);
    return encoder.message(MessageHeader.DictionaryBatch, batch, bodyLength);
  }

  static byte[] footer(IpcSchema schema, List<FileBlock> dictionaries, List<FileBlock> records) {
    MessageEncoder encoder = new MessageEncoder();
    FlatBufferBuilder out = encoder.out;
    int schemaAt = encoder.put(schema);
    Footer.startDictionariesVector(out, dictionaries.size());
    int dictionariesAt = encoder.put(dictionaries);
    Footer.startRecordBatchesVector(out, records.size());
    int recordsAt = encoder.put(records);
    Footer.startFooter(out);
    Footer.addVersion(out, MetadataVersion.V5);
    Footer.addSchema(out, schemaAt);
    Footer.addDictionaries(out, dictionariesAt);
    Footer.addRecordBatches(out, recordsAt);
    out.finish(Footer.endFooter(out));
    return out.sizedByteArray();
  }

  private int put(List<FileBlock> blocks) {
    for (int i = blocks.size() - 1; i >= 0; i--) {
      FileBlock place = blocks.get(i);
      Block.createBlock(out, place.offset(), place.metadataLength(), place.bodyLength());
    }
    return out.endVector();
  }

  private byte[] message(byte kind, int header, long bodyLength) {
    Message.startMessage(out);
    Message.addVersion(out, MetadataVersion.V5);
    Message.addHeaderType(out, kind);
    Message.addHeader(out, header);
    Message.addBodyLength(out, bodyLength);
    out.finish(Message.endMessage(out));
    return out.sizedByteArray();
  }

  private int put(IpcSchema schema) {
    int[] fields = schema.fields().stream().mapToInt(this::put).toArray();
    int fieldsAt = Schema.createFieldsVector(out, fields);
    int metadataAt = Schema.createCustomMetadataVector(out, put(schema.metadata()));
    Schema.startSchema(out);
    Schema.addEndianness(out, Endianness.Little);
    Schema.addFields(out, fieldsAt);
    Schema.addCustomMetadata(out, metadataAt);
    return Schema.endSchema(out);
  }

  private int[] put(Map<String, String> metadata) {
    return metadata.entrySet().stream()
        .mapToInt(
            entry ->
                KeyValue.createKeyValue(
                    out, out.createString(entry.getKey()), out.createString(entry.getValue())))
        .toArray();
  }

  private int put(ArrowField field) {
    int name = out.createString(field.name());
    int[] children = field.children().stream().mapToInt(this::put).toArray();
    int childrenAt = Field.createChildrenVector(out, children);
    int metadataAt =
        field.metadata().isEmpty()
            ? 0
            : Field.createCustomMetadataVector(out, put(field.metadata()));
    int dictionary = 0;
    ArrowField.DictionaryUse use = field.dictionary();
    if (use != null) {
      dictionary =
          DictionaryEncoding.createDictionaryEncoding(
              out, use.id(), put(use.index()), use.ordered(), DictionaryKind.DenseArray);
    }
    int type = put(field.type());
    Field.startField(out);
    Field.addName(out, name);
    Field.addNullable(out, field.nullable());
    Field.addTypeType(out, code(field.type()));
    Field.addType(out, type);
    if (use != null) {
      Field.addDictionary(out, dictionary);
    }
    Field.addChildren(out, childrenAt);
    if (metadataAt != 0) {
      Field.addCustomMetadata(out, metadataAt);
    }
    return Field.endField(out);
  }

  private static byte code(ArrowType type) {
    return switch (type.kind()) {
      case INT -> Type.Int;
      case FLOAT -> Type.FloatingPoint;
      case BOOL -> Type.Bool;
      case UTF8 -> Type.Utf8;
      case LARGE_UTF8 -> Type.LargeUtf8;
      case BINARY -> Type.Binary;
      case LARGE_BINARY -> Type.LargeBinary;
      case UTF8_VIEW -> Type.Utf8View;
      case BINARY_VIEW -> Type.BinaryView;
      case FIXED_BINARY -> Type.FixedSizeBinary;
      case LIST -> Type.List;
      case LARGE_LIST -> Type.LargeList;
      case FIXED_LIST -> Type.FixedSizeList;
      case DATE32, DATE64 -> Type.Date;
      case TIME32, TIME64 -> Type.Time;
      case TIMESTAMP -> Type.Timestamp;
      case DURATION -> Type.Duration;
    };
  }

  private int put(ArrowType type) {
    return switch (type.kind()) {
      case INT -> Int.createInt(out, type.bits(), type.signed());
      case FLOAT ->
          FloatingPoint.createFloatingPoint(
              out, type.size() == Float.BYTES ? Precision.SINGLE : Precision.DOUBLE);
      case FIXED_BINARY -> FixedSizeBinary.createFixedSizeBinary(out, type.size());
      case FIXED_LIST -> FixedSizeList.createFixedSizeList(out, type.size());
      case DATE32 -> Date.createDate(out, DateUnit.DAY);
      case DATE64 -> Date.createDate(out, DateUnit.MILLISECOND);
      case TIME32, TIME64 -> Time.createTime(out, (short) type.unit(), type.bits());
      case TIMESTAMP -> Timestamp.createTimestamp(out, (short) type.unit(), 0);
      case DURATION -> Duration.createDuration(out, (short) type.unit());
      case BOOL,
          UTF8,
          LARGE_UTF8,
          BINARY,
          LARGE_BINARY,
          UTF8_VIEW,
          BINARY_VIEW,
          LIST,
          LARGE_LIST -> {
        // These types are tables without fields.
        out.startTable(0);
        yield out.endTable();
      }
    };
  }

  private int put(RecordHeader header) {
    long[] lengths = header.lengths();
    RecordBatch.startNodesVector(out, lengths.length);
    for (int i = lengths.length - 1; i >= 0; i--) {
      FieldNode.createFieldNode(out, lengths[i], header.nullCounts()[i]);
    }
    int nodes = out.endVector();
    long[] offsets = header.offsets();
    RecordBatch.startBuffersVector(out, offsets.length);
    for (int i = offsets.length - 1; i >= 0; i--) {
      Buffer.createBuffer(out, offsets[i], header.sizes()[i]);
    }
    int buffers = out.endVector();
    int compression = 0;
    if (header.compression() != ArrowCompression.NONE) {
      byte codec =
          header.compression() == ArrowCompression.LZ4
              ? CompressionType.LZ4_FRAME
              : CompressionType.ZSTD;
      compression = BodyCompression.createBodyCompression(out, codec, BodyCompressionMethod.BUFFER);
    }
    RecordBatch.startRecordBatch(out);
    RecordBatch.addLength(out, header.rows());
    RecordBatch.addNodes(out, nodes);
    RecordBatch.addBuffers(out, buffers);
    if (compression != 0) {
      RecordBatch.addCompression(out, compression);
    }
    return RecordBatch.endRecordBatch(out);
  }
}
