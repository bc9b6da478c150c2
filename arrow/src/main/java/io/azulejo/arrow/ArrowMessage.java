package io.azulejo.arrow;

import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A message of Arrow's IPC format: metadata, and a body of buffers that is not written yet. Those
 * of an {@link ArrowEncoder} use the arrays of what was encoded, which stay as they are until the
 * body is written.
 */
public final class ArrowMessage {
  private final byte[] metadata;
  private final @Nullable BatchBody body;

  ArrowMessage(byte[] metadata, @Nullable BatchBody body) {
    this.metadata = metadata;
    this.body = body;
  }

  /** FlatBuffers whose root is the table {@code Message}, without a length before them. */
  public byte[] metadata() {
    return metadata;
  }

  /** The bytes of the body, a multiple of 64; 0 where there is none. */
  public long bodyLength() {
    return body == null ? 0 : body.length();
  }

  /**
   * Writes the body: most buffers by one call.
   *
   * @throws IOException if the stream does
   */
  public void writeBody(OutputStream out) throws IOException {
    if (body != null) {
      body.write(out);
    }
  }
}
