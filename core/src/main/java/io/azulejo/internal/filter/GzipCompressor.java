package io.azulejo.internal.filter;

import io.azulejo.error.InvalidRequestException;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Compresses each part to a zlib stream (RFC 1950), not to a gzip file. */
final class GzipCompressor implements Compressor {
  private static final int MAX_LEVEL = 9;

  private final int level;

  GzipCompressor(int level) {
    this.level = Math.max(level, Deflater.DEFAULT_COMPRESSION);
  }

  @Override
  public String name() {
    return "GZIP";
  }

  @Override
  public long bound(long size) {
    return size + (size >>> 9) + 64;
  }

  @Override
  public int compress(
      byte[] source, int offset, int length, byte[] target, int targetOffset, Scratch scratch) {
    if (level > MAX_LEVEL) {
      throw new InvalidRequestException(
          "GZIP level %d is out of range (0..9, or -1 for the default)".formatted(level));
    }
    Deflater deflater = scratch.deflater(level);
    deflater.setInput(source, offset, length);
    deflater.finish();
    int made = 0;
    int room = (int) bound(length);
    while (!deflater.finished()) {
      made += deflater.deflate(target, targetOffset + made, room - made);
    }
    return made;
  }

  @Override
  public void decompress(
      byte[] source,
      int offset,
      int length,
      byte[] target,
      int targetOffset,
      int targetLength,
      Scratch scratch)
      throws MalformedException {
    Inflater inflater = scratch.inflater();
    inflater.setInput(source, offset, length);
    try {
      int made = 0;
      while (made < targetLength) {
        int more = inflater.inflate(target, targetOffset + made, targetLength - made);
        if (more == 0) {
          throw new MalformedException(
              "the stream ends after %d of %d bytes".formatted(made, targetLength));
        }
        made += more;
      }
      // The checksum at the end of the stream is verified only on a further read.
      int surplus = inflater.finished() ? 0 : inflater.inflate(scratch.work(1), 0, 1);
      if (surplus > 0 || !inflater.finished()) {
        throw new MalformedException(
            surplus > 0
                ? "the stream has more than %d bytes".formatted(targetLength)
                : "the stream does not end");
      }
    } catch (DataFormatException e) {
      throw new MalformedException(String.valueOf(e.getMessage()), e);
    }
  }
}
