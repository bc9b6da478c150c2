package io.azulejo.arrow;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdInputStream;
import io.azulejo.error.CorruptDataException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import net.jpountz.lz4.LZ4FrameInputStream;
import net.jpountz.lz4.LZ4FrameOutputStream;

/**
 * Compresses and decompresses the buffers of a record batch. A compressed buffer consists of the
 * uncompressed length (8 bytes, little-endian) and a frame. Length -1 means that the data is not
 * compressed.
 */
final class BufferCodec {
  private static final int PREFIX = Long.BYTES;
  private static final int ZSTD_LEVEL = 1;

  /** Initial size of the output array (bytes). It doubles until all data fits. */
  private static final int FIRST_PIECE = 1 << 16;

  private BufferCodec() {}

  /**
   * Compresses the first {@code length} bytes and prepends the length. Data that does not shrink is
   * stored uncompressed. An empty buffer stays empty.
   */
  static byte[] compress(ArrowCompression compression, byte[] bytes, int length) {
    if (length == 0) {
      return new byte[0];
    }
    byte[] packed = compression == ArrowCompression.ZSTD ? zstd(bytes, length) : lz4(bytes, length);
    boolean smaller = packed.length - PREFIX < length;
    if (!smaller) {
      packed = new byte[PREFIX + length];
      System.arraycopy(bytes, 0, packed, PREFIX, length);
    }
    ByteBuffer.wrap(packed).order(ByteOrder.LITTLE_ENDIAN).putLong(0, smaller ? length : -1);
    return packed;
  }

  private static byte[] zstd(byte[] bytes, int length) {
    byte[] packed = new byte[Math.toIntExact(PREFIX + Zstd.compressBound(length))];
    long size =
        Zstd.compressByteArray(
            packed, PREFIX, packed.length - PREFIX, bytes, 0, length, ZSTD_LEVEL);
    if (Zstd.isError(size)) {
      throw new IllegalStateException(Zstd.getErrorName(size));
    }
    return Arrays.copyOf(packed, PREFIX + (int) size);
  }

  private static byte[] lz4(byte[] bytes, int length) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream(PREFIX + length / 2);
    packed.writeBytes(new byte[PREFIX]);
    try (LZ4FrameOutputStream out =
        new LZ4FrameOutputStream(packed, LZ4FrameOutputStream.BLOCKSIZE.SIZE_256KB)) {
      out.write(bytes, 0, length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return packed.toByteArray();
  }

  /**
   * Decompresses a buffer. Allocates at most about twice the size that the frame really
   * decompresses to.
   *
   * @param body an array that contains the buffer
   * @param start the position of the buffer in the array
   * @param length the length of the buffer with its length prefix (bytes)
   * @param limit the maximum decompressed size (bytes)
   * @throws CorruptDataException if the buffer is damaged or exceeds the limit
   */
  static byte[] decompress(
      ArrowCompression compression, byte[] body, int start, int length, long limit) {
    if (length < PREFIX) {
      throw corrupt(
          start,
          "%d bytes are too few for the length prefix of %d bytes".formatted(length, PREFIX));
    }
    long size = ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN).getLong(start);
    if (size == -1) {
      return Arrays.copyOfRange(body, start + PREFIX, start + length);
    }
    if (size < 0 || size > limit) {
      throw corrupt(
          start,
          "the decompressed size of %d bytes exceeds the limit of %d bytes".formatted(size, limit));
    }
    InputStream packed = new ByteArrayInputStream(body, start + PREFIX, length - PREFIX);
    try (InputStream in = open(compression, packed)) {
      byte[] out = new byte[(int) Math.min(size, FIRST_PIECE)];
      int filled = 0;
      while (true) {
        filled += in.readNBytes(out, filled, out.length - filled);
        if (filled < out.length) {
          throw corrupt(start, "decompresses to %d bytes (expected %d)".formatted(filled, size));
        }
        if (filled == size) {
          break;
        }
        out = Arrays.copyOf(out, (int) Math.min(size, 2L * out.length));
      }
      if (in.read() >= 0) {
        throw corrupt(start, "decompresses to more than the expected %d bytes".formatted(size));
      }
      return out;
    } catch (IOException | RuntimeException e) {
      if (e instanceof CorruptDataException known) {
        throw known;
      }
      throw CorruptDataException.of(
          "Arrow record batch",
          "buffer",
          start,
          "cannot decompress as %s: %s".formatted(compression, e.getMessage()),
          e);
    }
  }

  private static InputStream open(ArrowCompression compression, InputStream packed)
      throws IOException {
    return compression == ArrowCompression.ZSTD
        ? new ZstdInputStream(packed)
        : new LZ4FrameInputStream(packed);
  }

  private static CorruptDataException corrupt(int start, String reason) {
    return CorruptDataException.of("Arrow record batch", "buffer", start, reason);
  }
}
