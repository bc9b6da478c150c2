package io.azulejo.arrow;

import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * An encoded message of Arrow's IPC format. It consists of metadata and an optional body, which
 * holds the buffers of a batch.
 *
 * <p>The body is encoded when it is written and refers to the arrays of the batch. Do not change
 * these arrays before {@link #writeBody} returns.
 */
public final class ArrowMessage {
  private final byte[] metadata;
  private final @Nullable BatchBody body;

  ArrowMessage(byte[] metadata, @Nullable BatchBody body) {
    this.metadata = metadata;
    this.body = body;
  }

  /**
   * Returns the metadata as FlatBuffers with the root table {@code Message}, without a length
   * prefix. The array is not a copy.
   */
  public byte[] metadata() {
    return metadata;
  }

  /** Returns the length of the body (bytes). It is a multiple of 64, and 0 without a body. */
  public long bodyLength() {
    return body == null ? 0 : body.length();
  }

  /**
   * Writes the body. Most buffers are written with a single call.
   *
   * @param out the target; neither flushed nor closed
   * @throws IOException if {@code out} fails
   */
  public void writeBody(OutputStream out) throws IOException {
    if (body != null) {
      body.write(out);
    }
  }
}
