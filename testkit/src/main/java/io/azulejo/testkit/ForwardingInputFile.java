package io.azulejo.testkit;

import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;

/**
 * An input file that forwards calls to another file. Subclasses override some of them. {@link
 * #readEnd} and the read of several pieces are not forwarded: they call this file's {@link #size}
 * and {@link #read(long, byte[], int, int)}.
 */
abstract class ForwardingInputFile implements InputFile {
  private final InputFile inner;

  ForwardingInputFile(InputFile inner) {
    this.inner = inner;
  }

  @Override
  public Location location() {
    return inner.location();
  }

  @Override
  public long size() {
    return inner.size();
  }

  @Override
  public void read(long position, byte[] target, int offset, int length) {
    inner.read(position, target, offset, length);
  }

  @Override
  public void close() {
    inner.close();
  }
}
