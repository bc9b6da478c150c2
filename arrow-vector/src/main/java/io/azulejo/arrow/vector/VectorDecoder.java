package io.azulejo.arrow.vector;

import io.azulejo.arrow.ArrowDecoder;
import io.azulejo.arrow.ArrowTable;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.query.Batch;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.message.ArrowBuffer;
import org.apache.arrow.vector.ipc.message.ArrowDictionaryBatch;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.ipc.message.IpcOption;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.arrow.vector.util.DictionaryUtility;

/**
 * Converts vectors of Arrow's Java library to batches of cells. The vectors may come from an {@code
 * ArrowReader}, a C stream ({@code Data.importArrayStream}) or a program. Not thread-safe.
 *
 * <p>Batches have the columns of {@link #table}. Vectors that come from an array get their original
 * types back from the field metadata; other vectors get the types that correspond to their Arrow
 * types. Use {@link io.azulejo.arrow.ArrowCast} to convert the batches to the columns of a target
 * array.
 */
public final class VectorDecoder {
  private static final int MAX_BYTES = Integer.MAX_VALUE - 8;

  private final ArrowDecoder decoder;
  private final DictionaryProvider dictionaries;
  private final Set<Long> ids;
  private final Map<Long, Encoded> known = new HashMap<>();

  /** An encoded message, kept to detect unchanged dictionaries. */
  private record Encoded(byte[] metadata, byte[] body) {
    boolean isSame(Encoded other) {
      return Arrays.equals(metadata, other.metadata) && Arrays.equals(body, other.body);
    }
  }

  private VectorDecoder(ArrowDecoder decoder, DictionaryProvider dictionaries, Set<Long> ids) {
    this.decoder = decoder;
    this.dictionaries = dictionaries;
    this.ids = ids;
  }

  /**
   * Creates a decoder for the vectors of a schema.
   *
   * @param schema the schema of the vectors, for example {@code VectorSchemaRoot.getSchema}. A
   *     field with a dictionary has the type of its indexes.
   * @param dictionaries provides the dictionaries of the schema, for example an {@code
   *     ArrowReader}. It is asked for each batch, so dictionaries may change between batches.
   * @throws InvalidRequestException if a dictionary is missing
   * @throws UnsupportedFormatException if cells cannot have the type of a field
   */
  public static VectorDecoder of(Schema schema, DictionaryProvider dictionaries) {
    Set<Long> ids = new LinkedHashSet<>();
    List<Field> fields = new ArrayList<>();
    for (Field field : schema.getFields()) {
      if (field.getDictionary() != null) {
        lookup(dictionaries, field.getDictionary().getId());
      }
      fields.add(DictionaryUtility.toMessageFormat(field, dictionaries, ids));
    }
    Schema wanted = new Schema(fields, schema.getCustomMetadata());
    byte[] metadata = bytes(MessageSerializer.serializeMetadata(wanted, IpcOption.DEFAULT));
    return new VectorDecoder(ArrowDecoder.of(metadata), dictionaries, ids);
  }

  private static Dictionary lookup(DictionaryProvider dictionaries, long id) {
    Dictionary dictionary = dictionaries.lookup(id);
    if (dictionary == null) {
      throw new InvalidRequestException(
          "the schema uses dictionary %d, but the provider has only %s"
              .formatted(id, dictionaries.getDictionaryIds()));
    }
    return dictionary;
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  /** Returns the columns of the batches. Their enumerations contain all values decoded so far. */
  public ArrowTable table() {
    return decoder.table();
  }

  /**
   * Copies the current rows of the vectors to a batch on the heap.
   *
   * @param root the vectors; not changed and not closed
   * @throws io.azulejo.error.AzulejoException if the vectors do not match the schema, or if a value
   *     is not valid for its column
   */
  public Batch batch(VectorSchemaRoot root) {
    for (long id : ids) {
      takeDictionary(id);
    }
    try (ArrowRecordBatch record = new VectorUnloader(root).getRecordBatch()) {
      byte[] metadata = bytes(MessageSerializer.serializeMetadata(record, IpcOption.DEFAULT));
      return decoder.batch(metadata, body(record));
    }
  }

  /** Decodes the current values of a dictionary if they changed since the last batch. */
  private void takeDictionary(long id) {
    FieldVector values = lookup(dictionaries, id).getVector();
    // Do not close the root: the vector belongs to the dictionary.
    VectorSchemaRoot root =
        new VectorSchemaRoot(List.of(values.getField()), List.of(values), values.getValueCount());
    Encoded encoded;
    try (ArrowDictionaryBatch batch =
        new ArrowDictionaryBatch(id, new VectorUnloader(root).getRecordBatch(), false)) {
      byte[] metadata = bytes(MessageSerializer.serializeMetadata(batch, IpcOption.DEFAULT));
      encoded = new Encoded(metadata, body(batch.getDictionary()));
    }
    Encoded before = known.get(id);
    if (before == null || !before.isSame(encoded)) {
      decoder.dictionary(encoded.metadata(), encoded.body());
      known.put(id, encoded);
    }
  }

  /** Copies the buffers of a batch to an array, each at its offset in the metadata. */
  private static byte[] body(ArrowRecordBatch batch) {
    long length = batch.computeBodyLength();
    if (length > MAX_BYTES) {
      throw UnsupportedFormatException.of(
          "Arrow vectors",
          -1,
          "%,d rows take %,d bytes, more than fits in an array; use smaller batches"
              .formatted(batch.getLength(), length));
    }
    byte[] body = new byte[(int) length];
    List<ArrowBuffer> layout = batch.getBuffersLayout();
    for (int i = 0; i < layout.size(); i++) {
      ArrowBuf buffer = batch.getBuffers().get(i);
      int size = (int) layout.get(i).getSize();
      if (size > 0) {
        buffer.getBytes(buffer.readerIndex(), body, (int) layout.get(i).getOffset(), size);
      }
    }
    return body;
  }
}
