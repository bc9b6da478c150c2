package io.azulejo.cli.argument;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.text.input.RowFile;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Standard input as a file of rows that can be opened repeatedly: its bytes are kept until it is
 * opened for the last time. For one thread at a time.
 */
final class ReplayedInput implements RowFile {
  /**
   * Number of bytes that are read to guess a format or schema. Smaller inputs are read completely.
   */
  private static final long LOOK_AHEAD = 64 << 20;

  /**
   * Maximum number of bytes to keep. Larger than the look-ahead because compressed data and blocks
   * of rows are prefetched.
   */
  private static final int MOST = 256 << 20;

  private static final String TOO_LONG =
      "standard input is too long to read twice; save it to a file first";

  private final InputStream in;
  private byte[] kept = new byte[1 << 16];
  private int size;
  private boolean maybeLast; // bytes beyond the limit need not be kept
  private boolean last;
  private boolean lost;

  ReplayedInput(InputStream in) {
    this.in = in;
  }

  @Override
  public String name() {
    return "standard input";
  }

  @Override
  public InputStream open() {
    if (lost) {
      throw new InvalidRequestException(TOO_LONG);
    }
    return new Replay();
  }

  /** Returns whether the input can be opened again. */
  boolean isKept() {
    return !lost && !last;
  }

  /** Declares that the next opening may be the last: bytes are kept only while there is room. */
  void limitKeptBytes() {
    maybeLast = true;
  }

  /** Declares that the next opening is the last: no more bytes are kept. */
  void stopKeepingBytes() {
    last = true;
  }

  @Override
  public long size() {
    return 0;
  }

  @Override
  public long lookAhead() {
    return LOOK_AHEAD;
  }

  private void keep(byte[] bytes, int offset, int count) {
    if (count > MOST - size) {
      if (!maybeLast) {
        throw new InvalidRequestException(TOO_LONG);
      }
      lost = true;
      kept = new byte[0];
      size = 0;
      return;
    }
    if (kept.length - size < count) {
      kept = Arrays.copyOf(kept, Math.min(MOST, Math.max(size + count, 2 * kept.length)));
    }
    System.arraycopy(bytes, offset, kept, size, count);
    size += count;
  }

  /** A stream from the first byte on. */
  private final class Replay extends InputStream {
    private int at;

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      if (length > 0 && at < size) {
        int count = Math.min(length, size - at);
        System.arraycopy(kept, at, target, offset, count);
        at += count;
        return count;
      }
      int count = in.read(target, offset, length);
      if (!last && !lost && count > 0) {
        keep(target, offset, count);
        at += count;
      }
      return count;
    }
  }
}
