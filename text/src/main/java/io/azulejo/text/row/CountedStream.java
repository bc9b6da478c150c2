package io.azulejo.text.row;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Counts the bytes of a stream as they are read. */
public final class CountedStream extends FilterInputStream {
  private long count;

  /**
   * Creates a stream that counts the bytes of another stream. Closing it closes the other stream.
   */
  public CountedStream(InputStream in) {
    super(in);
  }

  /** Returns the number of bytes read so far. */
  public long count() {
    return count;
  }

  @Override
  public int read() throws IOException {
    int b = super.read();
    count += b < 0 ? 0 : 1;
    return b;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int n = super.read(bytes, offset, length);
    count += Math.max(0, n);
    return n;
  }
}
