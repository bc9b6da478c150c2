package io.azulejo.cli.terminal;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/**
 * An output stream that never throws. It keeps the first failure and drops all later output.
 * Commands print reports of changes to it, so that a failed report does not look like a failed
 * change. Not thread-safe.
 */
public final class ReportStream extends OutputStream {
  private final OutputStream out;

  private IOException failure;

  /**
   * Creates a report stream.
   *
   * @param out the destination, which this stream does not close
   */
  public ReportStream(OutputStream out) {
    this.out = out;
  }

  @Override
  public void write(int b) {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) {
    if (failure == null) {
      try {
        out.write(bytes, offset, length);
      } catch (IOException e) {
        failure = e;
      }
    }
  }

  @Override
  public void flush() {
    if (failure == null) {
      try {
        out.flush();
      } catch (IOException e) {
        failure = e;
      }
    }
  }

  /**
   * Returns the first failure, which left the output incomplete. The result is empty if there was
   * no failure or if the reader of the output closed the pipe.
   */
  public Optional<IOException> failure() {
    return Optional.ofNullable(failure).filter(e -> !(e instanceof Terminal.Closed));
  }
}
