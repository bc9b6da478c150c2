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
  private final ArrowEncoder encoder;
  private final List<MessageEncoder.Place> dictionaries = new ArrayList<>();
  private final List<MessageEncoder.Place> records = new ArrayList<>();
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
   * @param out where to; many small pieces are written beside large ones, so that it should be
   *     buffered. It is neither flushed nor closed
   * @throws IOException if {@code out} does
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
    records.add(write(encoder.batch(batch)));
  }

  private MessageEncoder.Place write(ArrowMessage message) throws IOException {
    long start = position;
    message(message.metadata());
    int length = (int) (position - start);
    message.writeBody(out);
    position += message.bodyLength();
    return new MessageEncoder.Place(start, length, message.bodyLength());
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
      byte[] footer = MessageEncoder.footer(encoder.fields(), dictionaries, records);
      write(footer, footer.length);
      ByteBuffer length = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
      write(length.putInt(footer.length).array(), Integer.BYTES);
      write(MAGIC, MAGIC.length);
    }
  }
}
