package io.azulejo.arrow;

import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Enumeration;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes batches as an Arrow stream or file: a record batch each, its buffers straight from the
 * arrays of the columns where Arrow has values in the same form. For one thread at a time.
 *
 * <p>Nothing is kept of a batch when {@link #write} returns. What was begun ends with {@link
 * #finish}; without that, readers of a stream miss its end, and files can't be opened.
 */
public final class ArrowWriter {
  static final byte[] MAGIC = "ARROW1".getBytes(StandardCharsets.US_ASCII);
  static final int CONTINUATION = -1;

  private static final int ALIGNMENT = 8;

  private final OutputStream out;
  private final ArrowOptions options;
  private final List<FieldMapping> mappings;
  private final IpcSchema schema;
  private final List<MessageEncoder.Place> dictionaries = new ArrayList<>();
  private final List<MessageEncoder.Place> records = new ArrayList<>();
  private long position;
  private boolean finished;

  private ArrowWriter(
      OutputStream out,
      ArrowOptions options,
      List<FieldMapping> mappings,
      Map<String, String> metadata) {
    this.out = out;
    this.options = options;
    this.mappings = mappings;
    this.schema = new IpcSchema(mappings.stream().map(FieldMapping::field).toList(), metadata);
  }

  /**
   * Writes the schema and the values of enumerations.
   *
   * @param out where to; many small pieces are written beside large ones, so that it should be
   *     buffered. It is neither flushed nor closed
   * @throws IOException if {@code out} does
   */
  public static ArrowWriter begin(OutputStream out, ArrowTable table, ArrowOptions options)
      throws IOException {
    ArrowWriter writer = new ArrowWriter(out, options, table.toArrow(), table.metadata());
    if (options.file()) {
      writer.write(MAGIC, MAGIC.length);
      writer.write(new byte[ALIGNMENT], ALIGNMENT - MAGIC.length);
    }
    writer.message(MessageEncoder.schema(writer.schema));
    for (FieldMapping mapping : writer.mappings) {
      if (mapping.values() != null) {
        writer.dictionary(mapping, mapping.values());
      }
    }
    return writer;
  }

  private void dictionary(FieldMapping mapping, FieldMapping values) throws IOException {
    ArrowField.DictionaryUse use = mapping.field().dictionary();
    Optional<Enumeration> enumeration = mapping.column().enumeration();
    if (use == null || enumeration.isEmpty()) {
      throw new IllegalStateException("no dictionary of " + mapping.field().name());
    }
    BatchBody body = new BatchBody(options.compression());
    new ColumnEncoder(body).add(values, column(mapping.field().name(), enumeration.get()));
    RecordHeader header = body.header(enumeration.get().size());
    byte[] metadata = MessageEncoder.dictionary(use.id(), header, body.length());
    dictionaries.add(write(metadata, body));
  }

  /** The values of an enumeration as a column. */
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
   * Writes a batch that has the columns of the table, in whatever order.
   *
   * @throws java.util.NoSuchElementException if it lacks one
   * @throws io.azulejo.error.InvalidRequestException if a column is of another type, or a value has
   *     none that it could be in Arrow; {@link ArrowTable#asStored} has one for each
   * @throws IOException if the stream does
   */
  public void write(Batch batch) throws IOException {
    if (finished) {
      throw new IllegalStateException("the end is written already");
    }
    BatchBody body = new BatchBody(options.compression());
    ColumnEncoder columns = new ColumnEncoder(body);
    for (int i = 0; i < mappings.size(); i++) {
      FieldMapping mapping = mappings.get(i);
      String name = mapping.column().name();
      boolean sameOrder = i < batch.columns().size() && batch.column(i).name().equals(name);
      columns.add(mapping, sameOrder ? batch.column(i) : batch.column(name));
    }
    records.add(write(MessageEncoder.record(body.header(batch.rows()), body.length()), body));
  }

  private MessageEncoder.Place write(byte[] metadata, BatchBody body) throws IOException {
    long start = position;
    message(metadata);
    int length = (int) (position - start);
    body.write(out);
    position += body.length();
    return new MessageEncoder.Place(start, length, body.length());
  }

  /** Writes the metadata of a message, so that what follows begins at a multiple of 8. */
  private void message(byte[] metadata) throws IOException {
    int prefix = 2 * Integer.BYTES;
    int length = (metadata.length + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    ByteBuffer message = ByteBuffer.allocate(prefix + length).order(ByteOrder.LITTLE_ENDIAN);
    message.putInt(CONTINUATION).putInt(length).put(metadata);
    write(message.array(), message.capacity());
  }

  private void write(byte[] bytes, int length) throws IOException {
    out.write(bytes, 0, length);
    position += length;
  }

  /**
   * Writes the end, and of a file the places of its batches. Again, it does nothing.
   *
   * @throws IOException if the stream does
   */
  public void finish() throws IOException {
    if (finished) {
      return;
    }
    finished = true;
    ByteBuffer end = ByteBuffer.allocate(2 * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    end.putInt(CONTINUATION).putInt(0);
    write(end.array(), end.capacity());
    if (options.file()) {
      byte[] footer = MessageEncoder.footer(schema, dictionaries, records);
      write(footer, footer.length);
      ByteBuffer length = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
      write(length.putInt(footer.length).array(), Integer.BYTES);
      write(MAGIC, MAGIC.length);
    }
  }
}
