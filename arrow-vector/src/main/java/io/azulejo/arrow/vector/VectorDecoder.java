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
 * Converts vectors of Arrow's Java library to batches, whether they come from an {@code
 * ArrowReader} of a file, a C stream ({@code Data.importArrayStream}) or a program. Not
 * thread-safe.
 *
 * <p>Batches have the columns of {@link #table}. Field metadata restores their original types if
 * the vectors come from an array; otherwise Arrow's types determine them. {@link
 * io.azulejo.arrow.ArrowCast} converts them to the columns of a target array.
 */
public final class VectorDecoder {
  private static final int MAX_BYTES = Integer.MAX_VALUE - 8;

  private final ArrowDecoder decoder;
  private final DictionaryProvider dictionaries;
  private final Set<Long> ids;
  private final Map<Long, Encoded> known = new HashMap<>();

  /** The bytes of a message. */
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
   * @param schema the schema of the vectors. Fields with a dictionary have the type of the indexes,
   *     as in {@code VectorSchemaRoot.getSchema}.
   * @param dictionaries the dictionaries that the schema refers to, for example an {@code
   *     ArrowReader}; looked up for each batch
   * @throws InvalidRequestException if a dictionary is missing
   * @throws UnsupportedFormatException if a field has a type that cells cannot have
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

  /** Returns the columns; their enumerations have all values decoded so far. */
  public ArrowTable table() {
    return decoder.table();
  }

  /**
   * Copies the current rows of the vectors to the heap.
   *
   * @throws io.azulejo.error.AzulejoException if they do not match the schema, or have a value that
   *     cells cannot have
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

  private void takeDictionary(long id) {
    FieldVector values = lookup(dictionaries, id).getVector();
    // The root does not own the vector, so it is not closed.
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

  /** Copies the buffers of a batch to the positions in its metadata. */
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
