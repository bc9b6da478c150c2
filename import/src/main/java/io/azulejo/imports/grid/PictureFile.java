package io.azulejo.imports.grid;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.imports.source.DecompressedLimit;
import io.azulejo.imports.source.FileReading;
import io.azulejo.text.input.RowFile;
import io.azulejo.text.row.CountedStream;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import javax.imageio.stream.FileCacheImageInputStream;
import javax.imageio.stream.FileImageInputStream;
import javax.imageio.stream.ImageInputStream;

/**
 * An image file that is open for random access. It is a local file, or a temporary copy of a
 * compressed file or a stream.
 *
 * @param in decompressed bytes, positioned at the start
 * @param length number of decompressed bytes
 */
record PictureFile(ImageInputStream in, long length) implements Closeable {
  /** Maximum ratio of decompressed to compressed bytes in a file that is copied. */
  private static final long MOST_UNPACKED = 256;

  /**
   * Opens a file. The caller closes the result.
   *
   * @param packed whether the file as a whole is compressed
   * @throws InvalidRequestException if it decompresses to more than 32 MiB plus 256 times its size
   */
  static PictureFile open(RowFile file, boolean packed) throws IOException {
    if (file.size() > 0 && !packed) {
      ImageInputStream in = new Local(file.name());
      return new PictureFile(in, file.size());
    }
    CountedStream counted = new CountedStream(file.open());
    ImageInputStream in = null;
    try {
      in = new Copied(RowFile.of(file.name(), counted).decompressed());
      long length = copied(in, counted);
      return new PictureFile(in, length);
    } catch (Throwable e) {
      if (in != null) {
        in.close();
      }
      counted.close();
      throw e;
    }
  }

  /** Reads the whole stream, which copies it, and returns the number of bytes. */
  private static long copied(ImageInputStream in, CountedStream packed) throws IOException {
    byte[] some = new byte[1 << 16];
    long length = 0;
    for (int count = in.read(some); count > 0; count = in.read(some)) {
      length += count;
      if (length > DecompressedLimit.of(packed.count(), MOST_UNPACKED)) {
        throw new InvalidRequestException(
            "the file decompresses to more than 32 MiB and %,d times its size; decompress it first"
                .formatted(MOST_UNPACKED));
      }
    }
    in.seek(0);
    return length;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  /**
   * Reads a local file. Exceptions name the file. The length is hidden because decoders would trust
   * it.
   */
  private static final class Local extends FileImageInputStream {
    private final String name;

    Local(String name) throws IOException {
      super(new File(name));
      this.name = name;
    }

    @Override
    public long length() {
      return -1;
    }

    @Override
    public int read() {
      try {
        return super.read();
      } catch (IOException e) {
        throw FileReading.unreadable(name, e);
      }
    }

    @Override
    public int read(byte[] target, int offset, int length) {
      try {
        return super.read(target, offset, length);
      } catch (IOException e) {
        throw FileReading.unreadable(name, e);
      }
    }
  }

  /** A temporary copy. Closing it closes the source stream. */
  private static final class Copied extends FileCacheImageInputStream {
    private final InputStream source;

    Copied(InputStream source) throws IOException {
      super(source, null);
      this.source = source;
    }

    @Override
    public void close() throws IOException {
      super.close();
      source.close();
    }
  }
}
