package io.azulejo.arrow;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.UnsupportedFormatException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads the messages of a stream or file. Lengths are not trusted: memory grows with the bytes that
 * really exist, not with the stated length.
 */
final class IpcSource implements Closeable {
  private static final int FIRST_PIECE = 1 << 20;
  private static final int MAX_BYTES = Integer.MAX_VALUE - 8;

  private final InputStream in;
  private final @Nullable SeekableByteChannel channel;
  private long position;

  private IpcSource(InputStream in, @Nullable SeekableByteChannel channel) {
    this.in = in;
    this.channel = channel;
  }

  static IpcSource of(InputStream in) {
    return new IpcSource(in, null);
  }

  static IpcSource of(SeekableByteChannel channel) {
    return new IpcSource(Channels.newInputStream(channel), channel);
  }

  /** Returns the current position (bytes). In a stream, it is the number of bytes read so far. */
  long position() {
    return position;
  }

  /**
   * Moves to a position (bytes). Only a channel supports this.
   *
   * @throws CorruptDataException if the position is outside the file
   */
  void seek(long place) throws IOException {
    if (channel == null) {
      throw new IllegalStateException("a stream cannot seek");
    }
    if (place < 0 || place > channel.size()) {
      throw CorruptDataException.of(
          "Arrow footer",
          "offset",
          -1,
          "a block starts at offset %d, outside the file of %d bytes"
              .formatted(place, channel.size()));
    }
    channel.position(place);
    position = place;
  }

  /**
   * Reads up to {@code length} bytes. Returns fewer only at the end.
   *
   * @param what the name of the data in errors
   * @throws UnsupportedFormatException if the length exceeds half of the heap or the maximum array
   *     size
   */
  byte[] upTo(long length, String what) throws IOException {
    if (length > Math.min(MAX_BYTES, Runtime.getRuntime().maxMemory() / 2)) {
      throw UnsupportedFormatException.of(
          "Arrow message",
          position,
          "its %s has %,d bytes, more than fits in memory; write smaller record batches"
              .formatted(what, length));
    }
    byte[] bytes = new byte[(int) Math.min(length, FIRST_PIECE)];
    int filled = 0;
    while (true) {
      filled += in.readNBytes(bytes, filled, bytes.length - filled);
      if (filled < bytes.length || filled == length) {
        position += filled;
        return filled == bytes.length ? bytes : Arrays.copyOf(bytes, filled);
      }
      bytes = Arrays.copyOf(bytes, (int) Math.min(length, 4L * bytes.length));
    }
  }

  /**
   * Reads exactly {@code length} bytes.
   *
   * @param what the name of the data in errors
   * @throws CorruptDataException if fewer bytes are left
   */
  byte[] exactly(long length, String what) throws IOException {
    long start = position;
    byte[] bytes = upTo(length, what);
    if (bytes.length < length) {
      throw CorruptDataException.of(
          "Arrow message",
          what,
          start,
          "expected %d bytes, found %d".formatted(length, bytes.length));
    }
    return bytes;
  }

  /**
   * Reads the metadata of the next message. Returns null at the end marker or the end of the data.
   */
  byte @Nullable [] message() throws IOException {
    byte[] prefix = upTo(Integer.BYTES, "length");
    if (prefix.length == 0) {
      return null; // older writers omit the end marker
    }
    long start = position - prefix.length;
    if (prefix.length < Integer.BYTES) {
      throw CorruptDataException.of(
          "Arrow message",
          "length",
          start,
          "the stream ends after %d bytes of the length".formatted(prefix.length));
    }
    int length = integer(prefix);
    if (length == ArrowWriter.CONTINUATION) {
      length = integer(exactly(Integer.BYTES, "length"));
    }
    if (length == 0) {
      return null;
    }
    if (length < 0) {
      throw CorruptDataException.of(
          "Arrow message",
          "length",
          start,
          length + " is not a valid length; this is not an Arrow stream");
    }
    return exactly(length, "metadata");
  }

  static int integer(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
