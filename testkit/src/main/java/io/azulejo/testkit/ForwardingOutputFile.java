package io.azulejo.testkit;

import io.azulejo.storage.Location;
import io.azulejo.storage.OutputFile;

/** An output file that forwards all calls to another file. Subclasses override some of them. */
abstract class ForwardingOutputFile implements OutputFile {
  private final OutputFile inner;

  ForwardingOutputFile(OutputFile inner) {
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
  public void write(byte[] source, int offset, int length) {
    inner.write(source, offset, length);
  }

  @Override
  public void commit() {
    inner.commit();
  }

  @Override
  public void close() {
    inner.close();
  }
}
