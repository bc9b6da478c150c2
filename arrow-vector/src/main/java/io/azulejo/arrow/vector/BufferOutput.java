package io.azulejo.arrow.vector;

import java.io.OutputStream;
import org.apache.arrow.memory.ArrowBuf;

/** An output stream that fills an off-heap buffer from its start. */
final class BufferOutput extends OutputStream {
  private final ArrowBuf buffer;
  private long position;

  BufferOutput(ArrowBuf buffer) {
    this.buffer = buffer;
  }

  @Override
  public void write(int value) {
    buffer.setByte(position, value);
    position++;
  }

  @Override
  public void write(byte[] bytes, int start, int length) {
    buffer.setBytes(position, bytes, start, length);
    position += length;
  }
}
