package io.azulejo.arrow;

import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Enumeration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Encodes the batches of a table as Arrow IPC messages. Use it for transports other than the
 * streams and files of {@link ArrowWriter}. Immutable and thread-safe.
 *
 * <p>Send {@link #schema} first, then all {@link #dictionaries}, then any number of batches.
 */
public final class ArrowEncoder {
  private final List<FieldMapping> mappings;
  private final IpcSchema schema;
  private final ArrowCompression compression;

  private ArrowEncoder(
      List<FieldMapping> mappings, IpcSchema schema, ArrowCompression compression) {
    this.mappings = mappings;
    this.schema = schema;
    this.compression = compression;
  }

  /**
   * Creates an encoder.
   *
   * @param table the columns of the batches to encode
   * @param compression the compression of the buffers
   */
  public static ArrowEncoder of(ArrowTable table, ArrowCompression compression) {
    List<FieldMapping> mappings = table.toArrow();
    IpcSchema schema =
        new IpcSchema(mappings.stream().map(FieldMapping::field).toList(), table.metadata());
    return new ArrowEncoder(mappings, schema, Objects.requireNonNull(compression, "compression"));
  }

  /** Returns the schema message. It does not have a body. */
  public ArrowMessage schema() {
    return new ArrowMessage(MessageEncoder.schema(schema), null);
  }

  IpcSchema fields() {
    return schema;
  }

  /**
   * Returns the dictionary messages: for each column with an enumeration, one message with its
   * values. Empty if the table does not have enumerations.
   */
  public List<ArrowMessage> dictionaries() {
    List<ArrowMessage> messages = new ArrayList<>();
    for (FieldMapping mapping : mappings) {
      if (mapping.values() != null) {
        messages.add(dictionary(mapping, mapping.values()));
      }
    }
    return messages;
  }

  private ArrowMessage dictionary(FieldMapping mapping, FieldMapping values) {
    ArrowField.DictionaryUse use = mapping.field().dictionary();
    Optional<Enumeration> enumeration = mapping.column().enumeration();
    if (use == null || enumeration.isEmpty()) {
      throw new IllegalStateException("missing dictionary of field " + mapping.field().name());
    }
    BatchBody body = new BatchBody(compression);
    new ColumnEncoder(body).add(values, column(mapping.field().name(), enumeration.get()));
    RecordHeader header = body.header(enumeration.get().size());
    return new ArrowMessage(MessageEncoder.dictionary(use.id(), header, body.length()), body);
  }

  /** Returns a column with one row per value of an enumeration. */
  private static Column column(String name, Enumeration enumeration) {
    byte[] data = enumeration.data();
    int rows = enumeration.size();
    if (enumeration.cellValNum() != Attribute.VAR) {
      return new FixedColumn(name, enumeration.type(), enumeration.cellValNum(), rows, data, null);
    }
    long[] starts = enumeration.offsets();
    int[] offsets = new int[rows + 1];
    for (int i = 0; i < rows; i++) {
      offsets[i] = (int) starts[i];
    }
    offsets[rows] = data.length;
    return new VarColumn(name, enumeration.type(), rows, offsets, data, null);
  }

  /**
   * Encodes a batch. The message refers to the arrays of the batch, so do not change or recycle the
   * batch until the body is written.
   *
   * @param batch a batch with at least the columns of the table, in any order
   * @throws java.util.NoSuchElementException if a column of the table is missing
   * @throws io.azulejo.error.InvalidRequestException if a column has another type, or if Arrow
   *     cannot represent a value; {@link ArrowTable#asStored} can represent all values
   */
  public ArrowMessage batch(Batch batch) {
    BatchBody body = new BatchBody(compression);
    ColumnEncoder columns = new ColumnEncoder(body);
    for (int i = 0; i < mappings.size(); i++) {
      FieldMapping mapping = mappings.get(i);
      String name = mapping.column().name();
      boolean sameOrder = i < batch.columns().size() && batch.column(i).name().equals(name);
      columns.add(mapping, sameOrder ? batch.column(i) : batch.column(name));
    }
    return new ArrowMessage(MessageEncoder.record(body.header(batch.rows()), body.length()), body);
  }
}
