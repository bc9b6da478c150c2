package io.azulejo.bench;

import java.io.OutputStream;
import java.util.Objects;

/** An output stream that copies bytes in pieces, like a pipe, and then discards them. */
final class CopySink extends OutputStream {
  private final byte[] piece = new byte[1 << 16];

  @Override
  public void write(int one) {
    piece[0] = (byte) one;
  }

  @Override
  public void write(byte[] bytes, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    for (int at = 0; at < length; at += piece.length) {
      System.arraycopy(bytes, offset + at, piece, 0, Math.min(piece.length, length - at));
    }
  }
}
