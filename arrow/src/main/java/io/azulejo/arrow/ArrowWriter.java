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
 * Writes batches as an Arrow stream or file, one record batch each. Not thread-safe.
 *
 * <p>Buffers are written straight from the arrays of columns if Arrow has the same form. A batch is
 * not kept after {@link #write} returns. Call {@link #finish} at the end; without it, a stream is
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
   * Writes the schema and the values of enumerations.
   *
   * @param out the target. It is neither flushed nor closed. It should be buffered, because many
   *     small pieces are written between large ones.
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
   * Writes a batch with the columns of the table, in any order.
   *
   * @throws java.util.NoSuchElementException if a column is missing
   * @throws io.azulejo.error.InvalidRequestException if a column has another type, or a value does
   *     not exist in Arrow; {@link ArrowTable#asStored} can represent all values
   * @throws IOException if the stream fails
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

  /** Writes the metadata of a message, padded to a multiple of 8 bytes. */
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
   * Writes the end and, in a file, the footer with the positions of batches. Calling it again does
   * nothing.
   *
   * @throws IOException if the stream fails
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
