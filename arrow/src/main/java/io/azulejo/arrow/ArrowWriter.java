package io.azulejo.arrow;

import io.azulejo.query.Batch;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes an Arrow stream or file, with one record batch per batch. Not thread-safe.
 *
 * <p>Columns whose layout equals Arrow's are written directly from their arrays. A batch can be
 * reused after {@link #write} returns. Call {@link #finish} at the end: without it, a stream is
 * incomplete and a file cannot be opened.
 */
public final class ArrowWriter {
  static final byte[] MAGIC = "ARROW1".getBytes(StandardCharsets.US_ASCII);
  static final int CONTINUATION = -1;

  private static final int ALIGNMENT = 8;

  private final OutputStream out;
  private final ArrowOptions options;
  private final ArrowEncoder encoder;
  private final List<MessageEncoder.FileBlock> dictionaries = new ArrayList<>();
  private final List<MessageEncoder.FileBlock> records = new ArrayList<>();
  private long position;
  private boolean finished;

  private ArrowWriter(OutputStream out, ArrowOptions options, ArrowEncoder encoder) {
    this.out = out;
    this.options = options;
    this.encoder = encoder;
  }

  /**
   * Starts a stream or file: writes the schema and the values of all enumerations.
   *
   * @param out the target; neither flushed nor closed. It should be buffered, because many small
   *     writes occur between the large ones.
   * @param table the columns of the batches
   * @param options the format and the compression
   * @throws IOException if {@code out} fails
   */
  public static ArrowWriter begin(OutputStream out, ArrowTable table, ArrowOptions options)
      throws IOException {
    ArrowEncoder encoder = ArrowEncoder.of(table, options.compression());
    ArrowWriter writer = new ArrowWriter(out, options, encoder);
    if (options.file()) {
      writer.write(MAGIC, MAGIC.length);
      writer.write(new byte[ALIGNMENT], ALIGNMENT - MAGIC.length);
    }
    writer.message(encoder.schema().metadata());
    for (ArrowMessage dictionary : encoder.dictionaries()) {
      writer.dictionaries.add(writer.write(dictionary));
    }
    return writer;
  }

  /**
   * Writes a batch.
   *
   * @param batch a batch with at least the columns of the table, in any order
   * @throws java.util.NoSuchElementException if a column of the table is missing
   * @throws io.azulejo.error.InvalidRequestException if a column has another type, or if Arrow
   *     cannot represent a value; {@link ArrowTable#asStored} can represent all values
   * @throws IllegalStateException if {@link #finish} was called
   * @throws IOException if the target fails
   */
  public void write(Batch batch) throws IOException {
    if (finished) {
      throw new IllegalStateException("the writer is already finished");
    }
    records.add(write(encoder.batch(batch)));
  }

  private MessageEncoder.FileBlock write(ArrowMessage message) throws IOException {
    long start = position;
    message(message.metadata());
    int length = (int) (position - start);
    message.writeBody(out);
    position += message.bodyLength();
    return new MessageEncoder.FileBlock(start, length, message.bodyLength());
  }

  /** Writes the metadata of a message with its prefix, padded to a multiple of 8 bytes. */
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
   * Writes the end marker and, in the file format, the footer with the positions of all batches.
   * Further calls do nothing. The target is neither flushed nor closed.
   *
   * @throws IOException if the target fails
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
      byte[] footer = MessageEncoder.footer(encoder.fields(), dictionaries, records);
      write(footer, footer.length);
      ByteBuffer length = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
      write(length.putInt(footer.length).array(), Integer.BYTES);
      write(MAGIC, MAGIC.length);
    }
  }
}
