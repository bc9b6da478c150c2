package io.azulejo.arrow;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.query.Batch;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads batches from an Arrow stream or file. Not thread-safe.
 *
 * <p>Input is not trusted: arbitrary bytes yield either batches or an exception from {@link
 * io.azulejo.error}. Memory use is limited to a small multiple of the bytes read. Only columns or
 * views that share bytes can need more, up to half of the heap.
 *
 * <p>Batches have the columns of {@link #table}. Fields that an {@link ArrowWriter} wrote get their
 * original types back from the field metadata; other fields get the types that correspond to their
 * Arrow types.
 *
 * <p>Columns with a dictionary contain indexes of an enumeration. The enumeration only grows, so
 * the indexes of earlier batches stay valid.
 */
public final class ArrowReader implements Closeable {
  private final String name;
  private final IpcSource source;
  private final List<MessageEncoder.FileBlock> blocks; // record batches in the footer
  private final boolean hasFooter;
  private ArrowDecoder decoder = new ArrowDecoder(new IpcSchema(List.of(), Map.of()));
  private int given;
  private boolean ended;
  private @Nullable Batch ahead;

  private ArrowReader(
      String name, IpcSource source, List<MessageEncoder.FileBlock> blocks, boolean hasFooter) {
    this.name = name;
    this.source = source;
    this.blocks = blocks;
    this.hasFooter = hasFooter;
  }

  /**
   * Opens a local file. The first bytes tell whether it has the file format or the stream format.
   * Reads the schema and the first batch.
   *
   * @param file the path of the file; closed with the reader, or if this method fails
   * @throws io.azulejo.error.CorruptDataException if the file is damaged or does not have an Arrow
   *     format
   * @throws io.azulejo.error.UnsupportedFormatException if the file uses an unsupported type or
   *     feature
   * @throws IOException if the file cannot be read
   */
  public static ArrowReader open(Path file) throws IOException {
    SeekableByteChannel channel = Files.newByteChannel(file);
    try {
      IpcSource source = IpcSource.of(channel);
      return guarded(
          file.toString(),
          () -> {
            byte[] magic = source.upTo(ArrowWriter.MAGIC.length, "beginning");
            source.seek(0);
            return Arrays.equals(magic, ArrowWriter.MAGIC)
                ? ofFile(file.toString(), source, channel.size())
                : new ArrowReader(file.toString(), source, List.of(), false).readSchema();
          });
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /**
   * Opens a stream in the stream format or the file format and reads it sequentially. Reads the
   * schema and the first batch.
   *
   * @param name the name of the stream in errors
   * @param in the stream, closed with the reader but not if this method fails. It should be
   *     buffered if small reads are expensive.
   * @throws io.azulejo.error.CorruptDataException if the stream is damaged or does not have an
   *     Arrow format
   * @throws io.azulejo.error.UnsupportedFormatException if the stream uses an unsupported type or
   *     feature
   * @throws IOException if the stream cannot be read
   */
  public static ArrowReader of(String name, InputStream in) throws IOException {
    return guarded(
        name,
        () -> {
          IpcSource source = IpcSource.of(new MagicStream(in));
          return new ArrowReader(name, source, List.of(), false).readSchema();
        });
  }

  private interface Action<T> {
    T run() throws IOException;
  }

  /** Runs an action and adds the name of the file or stream to format errors. */
  private static <T> T guarded(String name, Action<T> action) throws IOException {
    try {
      return action.run();
    } catch (CorruptDataException e) {
      throw e.at(name);
    } catch (UnsupportedFormatException e) {
      throw e.at(name);
    }
  }

  private static ArrowReader ofFile(String name, IpcSource source, long size) throws IOException {
    int tail = Integer.BYTES + ArrowWriter.MAGIC.length;
    if (size < ArrowWriter.MAGIC.length + tail) {
      throw CorruptDataException.of(
          "Arrow file", null, 0, "the file has only %d bytes and is incomplete".formatted(size));
    }
    source.seek(size - tail);
    byte[] end = source.exactly(tail, "footer");
    if (!Arrays.equals(end, Integer.BYTES, tail, ArrowWriter.MAGIC, 0, ArrowWriter.MAGIC.length)) {
      throw CorruptDataException.of(
          "Arrow file",
          "magic",
          size - ArrowWriter.MAGIC.length,
          "the file does not end with ARROW1; it is incomplete or truncated");
    }
    int length = IpcSource.integer(end);
    if (length <= 0 || length > size - tail - ArrowWriter.MAGIC.length) {
      throw CorruptDataException.of(
          "Arrow file",
          "footer length",
          size - tail,
          "a footer of %d bytes does not fit in a file of %d bytes".formatted(length, size));
    }
    source.seek(size - tail - length);
    MessageDecoder.FileFooter footer = MessageDecoder.footer(source.exactly(length, "footer"));
    ArrowReader reader = new ArrowReader(name, source, footer.records(), true);
    reader.decoder = new ArrowDecoder(footer.schema());
    Set<Long> offsets = new HashSet<>();
    for (MessageEncoder.FileBlock place : footer.dictionaries()) {
      if (!offsets.add(place.offset())) {
        throw CorruptDataException.of(
            "Arrow footer", "dictionaries", place.offset(), "two dictionaries have this offset");
      }
      IpcMessage message = reader.at(place);
      if (message.kind() != IpcMessage.Kind.DICTIONARY) {
        throw CorruptDataException.of(
            "Arrow file",
            "dictionaries",
            place.offset(),
            "found a %s message (expected DICTIONARY)".formatted(message.kind()));
      }
      reader.dictionary(message);
    }
    return reader.readAhead();
  }

  private IpcMessage at(MessageEncoder.FileBlock place) throws IOException {
    source.seek(place.offset());
    byte[] metadataBytes = source.message();
    if (metadataBytes == null) {
      throw CorruptDataException.of(
          "Arrow footer", "offset", place.offset(), "no message starts at this offset");
    }
    return MessageDecoder.message(metadataBytes);
  }

  /**
   * Reads the schema and the first batch. Dictionaries may lie between them, so reading ahead makes
   * {@link #table} complete.
   */
  private ArrowReader readSchema() throws IOException {
    byte[] bytes = source.message();
    if (bytes == null) {
      throw CorruptDataException.of(
          "Arrow stream", null, 0, "the stream is empty (expected a schema)");
    }
    IpcMessage message = MessageDecoder.message(bytes);
    IpcSchema schema = message.schema();
    if (schema == null) {
      throw CorruptDataException.of(
          "Arrow stream",
          null,
          0,
          "the stream begins with a %s message (expected SCHEMA)".formatted(message.kind()));
    }
    source.exactly(message.bodyLength(), "body");
    decoder = new ArrowDecoder(schema);
    return readAhead();
  }

  private ArrowReader readAhead() throws IOException {
    ahead = read();
    return this;
  }

  /** Returns the columns of the batches. Their enumerations contain all values read so far. */
  public ArrowTable table() {
    return decoder.table();
  }

  /** Returns the current position in the file or stream (bytes), for progress reports. */
  public long position() {
    return source.position();
  }

  /**
   * Returns the next batch, or null at the end.
   *
   * @throws io.azulejo.error.CorruptDataException if the input is damaged, or if a value is not
   *     valid for its column
   * @throws io.azulejo.error.UnsupportedFormatException if the input uses an unsupported feature or
   *     a batch does not fit in memory
   * @throws IOException if the input cannot be read
   */
  public @Nullable Batch next() throws IOException {
    Batch batch = ahead;
    if (batch != null) {
      ahead = null;
      return batch;
    }
    return guarded(name, () -> Optional.ofNullable(read())).orElse(null);
  }

  private @Nullable Batch read() throws IOException {
    while (true) {
      long start = source.position();
      IpcMessage message;
      if (hasFooter) {
        if (given == blocks.size()) {
          return null;
        }
        message = at(blocks.get(given++));
      } else {
        byte[] bytes = ended ? null : source.message();
        if (bytes == null) {
          ended = true; // only the footer of a file follows
          return null;
        }
        message = MessageDecoder.message(bytes);
      }
      RecordHeader header = message.record();
      if (message.kind() == IpcMessage.Kind.RECORD && header != null) {
        return decoder.batch(header, source.exactly(message.bodyLength(), "body"));
      }
      if (message.kind() == IpcMessage.Kind.SCHEMA || hasFooter) {
        throw CorruptDataException.of(
            "Arrow stream",
            null,
            start,
            "found a %s message among the batches".formatted(message.kind()));
      }
      dictionary(message);
    }
  }

  private void dictionary(IpcMessage message) throws IOException {
    decoder.dictionary(message, source.exactly(message.bodyLength(), "body"));
  }

  @Override
  public void close() throws IOException {
    source.close();
  }
}
