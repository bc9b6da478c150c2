package io.azulejo.arrow;

import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A message of Arrow's IPC format: its metadata, and a body of buffers that is not yet written. The
 * body uses the arrays of the encoded batch. They must not change until it is written.
 */
public final class ArrowMessage {
  private final byte[] metadata;
  private final @Nullable BatchBody body;

  ArrowMessage(byte[] metadata, @Nullable BatchBody body) {
    this.metadata = metadata;
    this.body = body;
  }

  /** Returns FlatBuffers whose root is the table {@code Message}, without a length prefix. */
  public byte[] metadata() {
    return metadata;
  }

  /** Returns the length of the body (bytes), a multiple of 64; 0 without a body. */
  public long bodyLength() {
    return body == null ? 0 : body.length();
  }

  /**
   * Writes the body, most buffers with one call each.
   *
   * @throws IOException if the stream fails
   */
  public void writeBody(OutputStream out) throws IOException {
    if (body != null) {
      body.write(out);
    }
  }
}
