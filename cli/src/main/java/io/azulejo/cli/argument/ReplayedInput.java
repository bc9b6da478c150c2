package io.azulejo.cli.argument;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.text.input.RowFile;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Standard input as a file of rows that can be opened repeatedly. The bytes read are kept in memory
 * until the file is opened for the last time. Not thread-safe.
 */
final class ReplayedInput implements RowFile {
  /** Maximum number of bytes to read for guessing a format or schema. */
  private static final long LOOK_AHEAD = 64 << 20;

  /**
   * Maximum number of bytes to keep. It exceeds {@link #LOOK_AHEAD} because decompression and row
   * parsing read ahead.
   */
  private static final int MOST = 256 << 20;

  private static final String TOO_LONG =
      "standard input is too long to read twice; save it to a file first";

  private final InputStream in;
  private byte[] kept = new byte[1 << 16];
  private int size;
  private boolean maybeLast; // drops the bytes at the limit
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

  /** Returns whether the input can be opened again from its start. */
  boolean isKept() {
    return !lost && !last;
  }

  /**
   * Declares that the file may be opened only once more. Input beyond the memory limit then
   * discards the kept bytes instead of failing.
   */
  void limitKeptBytes() {
    maybeLast = true;
  }

  /** Declares that the file is opened only once more, so that no further bytes are kept. */
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

  /** A stream that starts at the first byte of the input. */
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
