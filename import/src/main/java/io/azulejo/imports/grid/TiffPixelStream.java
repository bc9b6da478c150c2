package io.azulejo.imports.grid;

import io.azulejo.error.InvalidRequestException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.ImageInputStreamImpl;

/**
 * A TIFF file as it is presented to the JDK's reader. It contains the bytes of the file and checked
 * directories that have only the tags for pixels. The directories follow the last byte of the file,
 * each with its corrected values.
 *
 * <p>The JDK's reader would otherwise follow every reference in a directory, including nested ones,
 * without limits.
 */
final class TiffPixelStream extends ImageInputStreamImpl {
  private static final int HEADER = 8;
  private static final long MOST_BYTES = 0xffffffffL;

  private final ImageInputStream file;
  private final long length;
  private final byte[] header;
  private final byte[] directories;

  /**
   * Creates a stream over a file. Closing the stream does not close the file.
   *
   * @param length size of the file in bytes
   * @param pages contents of the directories
   */
  TiffPixelStream(ImageInputStream file, long length, List<TiffPage> pages) {
    this.file = file;
    this.length = length;
    ByteOrder order = file.getByteOrder();
    long size = pages.stream().mapToLong(page -> directorySize(page) + valuesSize(page)).sum();
    if (length + size > MOST_BYTES || size > Integer.MAX_VALUE) {
      throw new InvalidRequestException(
          "the TIFF file has %,d bytes; supported: up to 4 GiB".formatted(length));
    }
    boolean little = order == ByteOrder.LITTLE_ENDIAN;
    header =
        ByteBuffer.allocate(HEADER)
            .order(order)
            .putShort((short) (little ? 0x4949 : 0x4d4d))
            .putShort((short) 42)
            .putInt((int) length)
            .array();
    ByteBuffer out = ByteBuffer.allocate((int) size).order(order);
    for (TiffPage page : pages) {
      put(page, length, out);
    }
    directories = out.array();
  }

  private static long directorySize(TiffPage page) {
    return Short.BYTES + (long) TiffPage.ENTRY * page.entries().size() + Integer.BYTES;
  }

  private static long valuesSize(TiffPage page) {
    return page.values().values().stream().mapToLong(values -> values.length).sum();
  }

  /** Writes the directory of an image, then its corrected values. */
  private static void put(TiffPage page, long length, ByteBuffer out) {
    int end = (int) (out.position() + directorySize(page));
    int next = (int) (end + valuesSize(page));
    int free = end;
    out.putShort((short) page.entries().size());
    for (Map.Entry<Integer, byte[]> entry : page.entries().entrySet()) {
      byte[] values = page.values().get(entry.getKey());
      if (values == null) {
        out.put(entry.getValue());
        continue;
      }
      out.putShort((short) (int) entry.getKey());
      out.putShort((short) TiffPage.LONG);
      out.putInt(values.length / Integer.BYTES);
      if (values.length == Integer.BYTES) {
        out.put(values);
      } else {
        out.putInt((int) (length + free));
        out.put(free, values);
      }
      free += values.length;
    }
    out.putInt(next == out.capacity() ? 0 : (int) (length + next));
    out.position(next);
  }

  @Override
  public long length() {
    return length + directories.length;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int count) throws IOException {
    checkClosed();
    bitOffset = 0;
    int done = readAt(streamPos, target, offset, count);
    streamPos += Math.max(0, done);
    return done;
  }

  private int readAt(long at, byte[] target, int offset, int count) throws IOException {
    if (at < HEADER) {
      return copy(header, (int) at, target, offset, count);
    }
    if (at < length) {
      file.seek(at);
      return file.read(target, offset, (int) Math.min(count, length - at));
    }
    return at < length() ? copy(directories, (int) (at - length), target, offset, count) : -1;
  }

  private static int copy(byte[] source, int from, byte[] target, int offset, int count) {
    int some = Math.min(count, source.length - from);
    System.arraycopy(source, from, target, offset, some);
    return some;
  }
}
