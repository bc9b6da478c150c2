package io.azulejo.text.value;

import com.github.luben.zstd.ZstdInputStream;
import io.azulejo.error.AzulejoException;
import io.azulejo.error.InvalidRequestException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;

/** Decompresses gzip, zstd and bzip2 data. The format is detected from the first bytes. */
public final class Decompression {
  private static final byte[] GZIP = {0x1f, (byte) 0x8b};
  private static final byte[] ZSTD = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd};
  private static final byte[] BZIP2 = "BZh".getBytes(StandardCharsets.US_ASCII);

  /**
   * The block header after bzip2's block size digit. It distinguishes bzip2 data from text that
   * starts with "BZh".
   */
  private static final byte[] BLOCK = {0x31, 0x41, 0x59, 0x26, 0x53, 0x59};

  private static final int LONGEST = BZIP2.length + 1 + BLOCK.length;
  private static final int BUFFER = 1 << 16;

  private Decompression() {}

  /**
   * Returns a stream of the decompressed data, or of the same bytes if they are not compressed.
   * Closing it closes the other stream.
   *
   * @throws InvalidRequestException if the compressed data is damaged; reads of the result throw it
   *     too
   */
  public static InputStream of(InputStream in) throws IOException {
    PushbackInputStream ahead = new PushbackInputStream(in, LONGEST);
    byte[] first = ahead.readNBytes(LONGEST);
    ahead.unread(first);
    if (begins(first, 0, GZIP)) {
      return begun("gzip", () -> new GZIPInputStream(ahead, BUFFER));
    }
    if (begins(first, 0, ZSTD)) {
      return begun("zstd", () -> new ZstdInputStream(ahead));
    }
    if (isBzip2(first)) {
      return begun("bzip2", () -> Bzip2.decompress(ahead));
    }
    return ahead;
  }

  /** Returns whether a stream is compressed. Consumes its first bytes. */
  public static boolean isCompressed(InputStream in) throws IOException {
    byte[] first = in.readNBytes(LONGEST);
    return begins(first, 0, GZIP) || begins(first, 0, ZSTD) || isBzip2(first);
  }

  private static boolean isBzip2(byte[] first) {
    return begins(first, 0, BZIP2) && begins(first, BZIP2.length + 1, BLOCK);
  }

  private interface Unpacking {
    InputStream begin() throws IOException;
  }

  private static InputStream begun(String packer, Unpacking unpacking) {
    try {
      return new Checked(packer, unpacking.begin());
    } catch (IOException | RuntimeException e) {
      throw damaged(packer, e);
    }
  }

  private static RuntimeException damaged(String packer, Exception e) {
    if (e instanceof AzulejoException known) {
      return known; // reading failed; the data is not damaged
    }
    boolean said = e instanceof IOException && e.getMessage() != null;
    return new InvalidRequestException(
        "the %s data is damaged or truncated%s"
            .formatted(packer, said ? ": " + e.getMessage() : ""),
        null,
        e);
  }

  private static boolean begins(byte[] bytes, int at, byte[] magic) {
    return bytes.length >= at + magic.length
        && Arrays.equals(bytes, at, at + magic.length, magic, 0, magic.length);
  }

  /** A decompressing stream that reports damaged data as an invalid request. */
  private static final class Checked extends FilterInputStream {
    private final String packer;

    Checked(String packer, InputStream in) {
      super(in);
      this.packer = packer;
    }

    @Override
    public int read() throws IOException {
      try {
        return super.read();
      } catch (IOException | RuntimeException e) {
        throw damaged(packer, e);
      }
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      try {
        return super.read(target, offset, length);
      } catch (IOException | RuntimeException e) {
        throw damaged(packer, e);
      }
    }
  }
}
