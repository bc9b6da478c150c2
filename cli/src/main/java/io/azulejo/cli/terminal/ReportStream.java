package io.azulejo.cli.terminal;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/**
 * An output whose failures do not end the work of a command. The stream keeps the first failure and
 * drops what follows. A command that changes something prints its report to one. For one thread at
 * a time.
 */
public final class ReportStream extends OutputStream {
  private final OutputStream out;

  /** The first failure; null while there is none. */
  private IOException failure;

  /** Writes to another stream, which is not closed. */
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

  /** Why the output is not complete; empty if it is, or if its reader has gone away. */
  public Optional<IOException> failure() {
    return Optional.ofNullable(failure).filter(e -> !(e instanceof Terminal.Closed));
  }
}
