package io.azulejo.internal.filter;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.UnsupportedFormatException;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import javax.crypto.Cipher;

/** Buffers and compression contexts that a task reuses between tiles. Not thread-safe. */
public final class Scratch implements AutoCloseable {
  /** Larger buffers are not kept. Only a tile that is one chunk needs them. */
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

  /** The use of a buffer. */
  private enum Buffer {
    DATA_1,
    DATA_2,
    METADATA_1,
    METADATA_2,
    WORK,
    TILE
  }

  /** Counts the bytes of a decoded chunk. */
  void decoded(int bytes) {
    decodedBytes += bytes;
  }

  /** Returns the unfiltered size of all chunks decoded with this object, in bytes. */
  public long decodedBytes() {
    return decodedBytes;
  }

  /** Returns the size of the buffers in bytes. */
  long bytes() {
    long bytes = values == null ? 0 : (long) Long.BYTES * values.length;
    for (byte[] buffer : buffers) {
      bytes += buffer == null ? 0 : buffer.length;
    }
    return bytes;
  }

  /** Releases the buffers but not the contexts. */
  void forget() {
    Arrays.fill(buffers, null);
    values = null;
  }

  /** Returns a data buffer other than the current one. */
  byte[] data(byte[] current, int size) {
    return buffer(
        current == buffers[Buffer.DATA_1.ordinal()] ? Buffer.DATA_2 : Buffer.DATA_1, size);
  }

  /** Returns a metadata buffer other than the current one. */
  byte[] metadata(byte[] current, int size) {
    return buffer(
        current == buffers[Buffer.METADATA_1.ordinal()] ? Buffer.METADATA_2 : Buffer.METADATA_1,
        size);
  }

  /** Returns a buffer for use within a filter. */
  byte[] work(int size) {
    return buffer(Buffer.WORK, size);
  }

  /** Returns a buffer for one block of {@link LongBlocks}. */
  long[] values() {
    if (values == null) {
      values = new long[LongBlocks.BLOCK];
    }
    return values;
  }

  /**
   * Returns a buffer for the filtered tile, starting with {@code used} bytes of the current one.
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

  /** Returns whether a buffer may be reused. */
  static boolean isKept(byte[] buffer) {
    return buffer.length <= MAX_KEPT;
  }

  /** Returns a size as an int if an array can have it. */
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

  /** Returns a deflater for a level, -1 to 9. */
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
   * Returns the library for this machine and the setting {@code azulejo.zstd}.
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
