package io.azulejo.internal.filter;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.UnsupportedFormatException;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import javax.crypto.Cipher;

/** Buffers and compression contexts that a task reuses for all of its tiles. Not thread-safe. */
public final class Scratch implements AutoCloseable {
  /**
   * The maximum size of a buffer that is kept for reuse, in bytes. Only tiles that consist of one
   * chunk need larger buffers.
   */
  static final int MAX_KEPT = 4 << 20;

  private static final int MIN = 1 << 10;
  private static final int DEFLATE_LEVELS = 11;

  private final byte[][] buffers = new byte[Buffer.values().length][];
  private final Deflater[] deflaters = new Deflater[DEFLATE_LEVELS];
  private long[] values;
  private long decodedBytes;
  private Inflater inflater;
  private ZstdContext zstd;
  private MessageDigest md5;
  private MessageDigest sha256;
  private Cipher aes;

  /** The purpose of a buffer. */
  private enum Buffer {
    DATA_1,
    DATA_2,
    METADATA_1,
    METADATA_2,
    WORK,
    TILE
  }

  /** Adds the unfiltered size of a decoded chunk to {@link #decodedBytes}. */
  void decoded(int bytes) {
    decodedBytes += bytes;
  }

  /**
   * Returns the total unfiltered size of all chunks that were decoded with this object, in bytes.
   */
  public long decodedBytes() {
    return decodedBytes;
  }

  /** Returns the total size of the kept buffers in bytes. */
  long bytes() {
    long bytes = values == null ? 0 : (long) Long.BYTES * values.length;
    for (byte[] buffer : buffers) {
      bytes += buffer == null ? 0 : buffer.length;
    }
    return bytes;
  }

  /** Releases the buffers, but keeps the compression contexts. */
  void forget() {
    Arrays.fill(buffers, null);
    values = null;
  }

  /** Returns a data buffer of at least this size that is not the current one. */
  byte[] data(byte[] current, int size) {
    return buffer(
        current == buffers[Buffer.DATA_1.ordinal()] ? Buffer.DATA_2 : Buffer.DATA_1, size);
  }

  /** Returns a metadata buffer of at least this size that is not the current one. */
  byte[] metadata(byte[] current, int size) {
    return buffer(
        current == buffers[Buffer.METADATA_1.ordinal()] ? Buffer.METADATA_2 : Buffer.METADATA_1,
        size);
  }

  /**
   * Returns a buffer of at least this size for use inside a filter. Each call may return the same
   * buffer.
   */
  byte[] work(int size) {
    return buffer(Buffer.WORK, size);
  }

  /** Returns a buffer for one block of {@link LongBlocks}. Each call returns the same buffer. */
  long[] values() {
    if (values == null) {
      values = new long[LongBlocks.BLOCK];
    }
    return values;
  }

  /**
   * Returns a buffer of at least this size for the filtered tile, which begins with the first
   * {@code used} bytes of the current buffer.
   *
   * @param current the current buffer, or null
   */
  byte[] tile(byte[] current, int used, int size) {
    if (current != null && current.length >= size) {
      return current;
    }
    byte[] grown = buffer(Buffer.TILE, current == null ? size : Math.max(size, growth(current)));
    if (current != null && current != grown) {
      System.arraycopy(current, 0, grown, 0, used);
    }
    return grown;
  }

  /** Returns whether a buffer is small enough to be kept for reuse. */
  static boolean isKept(byte[] buffer) {
    return buffer.length <= MAX_KEPT;
  }

  /**
   * Returns the size of an array as an int.
   *
   * @throws InvalidRequestException if an array cannot have this size
   */
  static int checkedSize(long size) {
    if (size > Integer.MAX_VALUE - 8) {
      throw new InvalidRequestException(
          "a tile of this size needs %d bytes when filtered, more than 2 GiB; make tiles smaller"
              .formatted(size));
    }
    return (int) size;
  }

  Inflater inflater() {
    if (inflater == null) {
      inflater = new Inflater();
    }
    inflater.reset();
    return inflater;
  }

  /** Returns a deflater for a compression level from -1 to 9, after resetting it. */
  Deflater deflater(int level) {
    Deflater deflater = deflaters[level + 1];
    if (deflater == null) {
      deflater = new Deflater(level);
      deflaters[level + 1] = deflater;
    }
    deflater.reset();
    return deflater;
  }

  ZstdContext zstd() {
    if (zstd == null) {
      zstd = newZstd();
    }
    return zstd;
  }

  /**
   * Creates a Zstandard context: with the native library if it is available, otherwise with the
   * Java library. The system property {@code azulejo.zstd} can disable the native library.
   *
   * @throws UnsupportedFormatException if the native library is unusable and the Java library is
   *     missing
   */
  static ZstdContext newZstd() {
    if (NativeZstd.AVAILABLE) {
      return new NativeZstd();
    }
    try {
      return new JavaZstd();
    } catch (NoClassDefFoundError e) {
      throw new UnsupportedFormatException(
          "ZSTD: the native library cannot be used here; add io.airlift:aircompressor,"
              + " which is ZSTD in Java, to the class path");
    }
  }

  MessageDigest md5() throws GeneralSecurityException {
    if (md5 == null) {
      md5 = MessageDigest.getInstance("MD5");
    }
    md5.reset();
    return md5;
  }

  MessageDigest sha256() throws GeneralSecurityException {
    if (sha256 == null) {
      sha256 = MessageDigest.getInstance("SHA-256");
    }
    sha256.reset();
    return sha256;
  }

  Cipher aes() throws GeneralSecurityException {
    if (aes == null) {
      aes = Cipher.getInstance("AES/GCM/NoPadding");
    }
    return aes;
  }

  @Override
  public void close() {
    if (inflater != null) {
      inflater.end();
      inflater = null;
    }
    for (int i = 0; i < deflaters.length; i++) {
      if (deflaters[i] != null) {
        deflaters[i].end();
        deflaters[i] = null;
      }
    }
    if (zstd != null) {
      zstd.close();
      zstd = null;
    }
  }

  private byte[] buffer(Buffer use, int size) {
    byte[] kept = buffers[use.ordinal()];
    if (kept != null && kept.length >= size) {
      return kept;
    }
    byte[] made = new byte[Math.max(size, size > MAX_KEPT ? 0 : roundUp(size))];
    if (isKept(made)) {
      buffers[use.ordinal()] = made;
    }
    return made;
  }

  private static int roundUp(int size) {
    return size <= MIN ? MIN : Integer.highestOneBit(size - 1) << 1;
  }

  private static int growth(byte[] current) {
    return (int) Math.min(Integer.MAX_VALUE - 8L, 2L * current.length);
  }
}
