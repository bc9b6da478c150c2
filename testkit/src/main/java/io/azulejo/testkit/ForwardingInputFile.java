package io.azulejo.testkit;

import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;

/**
 * A file that forwards all calls to another one; subclasses override some of them. The exception is
 * {@link #readEnd}, which uses this file's {@link #size} and {@link #read}.
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
