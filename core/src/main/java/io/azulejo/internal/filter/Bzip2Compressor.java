package io.azulejo.internal.filter;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.UnsupportedFormatException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;

/** Compresses each part to a bzip2 stream. This needs the optional library Commons Compress. */
final class Bzip2Compressor implements Compressor {
  private static final int MAX_LEVEL = 9;
  private static final String ABSENT =
      "BZIP2 needs a library; add org.apache.commons:commons-compress and its"
          + " dependencies to the class path";

  private final int level;

  Bzip2Compressor(int level) {
    this.level = Math.max(level, 1);
  }

  @Override
  public String name() {
    return "BZIP2";
  }

  @Override
  public long bound(long size) {
    return size + size / 50 + 1024;
  }

  @Override
  public int compress(
      byte[] source, int offset, int length, byte[] target, int targetOffset, Scratch scratch) {
    if (level > MAX_LEVEL) {
      throw new InvalidRequestException(
          "BZIP2 level %d is out of range (1..9, the block size in units of 100 kB)"
              .formatted(level));
    }
    ArrayOutput out = new ArrayOutput(target, targetOffset);
    try (OutputStream stream = Library.compress(out, level)) {
      stream.write(source, offset, length);
    } catch (NoClassDefFoundError e) {
      throw new UnsupportedFormatException(ABSENT);
    } catch (IOException e) {
      throw new UncheckedIOException("an array in memory cannot fail", e);
    }
    return out.position - targetOffset;
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
    try (InputStream stream =
        Library.decompress(new ByteArrayInputStream(source, offset, length))) {
      int made = stream.readNBytes(target, targetOffset, targetLength);
      if (made != targetLength) {
        throw new MalformedException(
            "the stream ends after %d of %d bytes".formatted(made, targetLength));
      }
      if (stream.read() >= 0) {
        throw new MalformedException("the stream has more than %d bytes".formatted(targetLength));
      }
    } catch (NoClassDefFoundError e) {
      throw new UnsupportedFormatException(ABSENT);
    } catch (IOException | RuntimeException e) {
      // The library throws IndexOutOfBoundsException for some malformed streams.
      throw new MalformedException(String.valueOf(e.getMessage()), e);
    }
  }

  /** Holds all references to the library, so that the compressor class can be loaded without it. */
  private static final class Library {
    static OutputStream compress(OutputStream out, int level) throws IOException {
      return new BZip2CompressorOutputStream(out, level);
    }

    static InputStream decompress(InputStream in) throws IOException {
      return new BZip2CompressorInputStream(in);
    }
  }

  /** An output stream that writes to an existing array, which must be large enough. */
  private static final class ArrayOutput extends OutputStream {
    private final byte[] array;
    private int position;

    ArrayOutput(byte[] array, int position) {
      this.array = array;
      this.position = position;
    }

    @Override
    public void write(int value) {
      array[position++] = (byte) value;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      System.arraycopy(bytes, offset, array, position, length);
      position += length;
    }
  }
}
