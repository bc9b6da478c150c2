package io.azulejo.cli.terminal;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/**
 * An output stream whose failures do not stop a command. It keeps the first failure and drops all
 * later output. Commands that change something print reports to it. For one thread at a time.
 */
public final class ReportStream extends OutputStream {
  private final OutputStream out;

  private IOException failure;

  /** Creates a stream that writes to another stream and does not close it. */
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

  /** Returns why the output is incomplete; empty if it is complete or its reader has gone away. */
  public Optional<IOException> failure() {
    return Optional.ofNullable(failure).filter(e -> !(e instanceof Terminal.Closed));
  }
}
