package io.azulejo.arrow;

import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.Arrays;

/**
 * A stream that skips the magic bytes of an Arrow file, if present. The rest of the file can then
 * be read like a stream.
 */
final class MagicStream extends PushbackInputStream {
  private static final int LENGTH = 8; // magic bytes with padding

  private boolean begun;

  MagicStream(InputStream in) {
    super(in, LENGTH);
  }

  @Override
  public int read() throws IOException {
    begin();
    return super.read();
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    begin();
    return super.read(bytes, offset, length);
  }

  private void begin() throws IOException {
    if (begun) {
      return;
    }
    begun = true;
    byte[] first = in.readNBytes(LENGTH);
    int magic = ArrowWriter.MAGIC.length;
    boolean file =
        first.length == LENGTH && Arrays.equals(Arrays.copyOf(first, magic), ArrowWriter.MAGIC);
    if (!file) {
      unread(first);
    }
  }
}
