package io.azulejo.internal.seal;

import io.azulejo.storage.Location;
import io.azulejo.storage.OutputFile;
import java.util.function.BiConsumer;

/**
 * An output file that digests its bytes as they are written, and reports the digest when the file
 * is complete.
 */
final class DigestingOutput implements OutputFile {
  private final OutputFile file;
  private final FileDigest digest = new FileDigest();
  private final BiConsumer<Location, SealEntry> complete;

  /**
   * Wraps an output file.
   *
   * @param file the file to write to, owned by the new object
   * @param complete called once with the file's location and entry when the file is complete
   */
  DigestingOutput(OutputFile file, BiConsumer<Location, SealEntry> complete) {
    this.file = file;
    this.complete = complete;
  }

  /** Returns the wrapped file, as the underlying store created it. */
  OutputFile file() {
    return file;
  }

  /** Reports the digest. The caller must call this once, after the file is complete. */
  void completed() {
    complete.accept(file.location(), digest.finish());
  }

  @Override
  public Location location() {
    return file.location();
  }

  @Override
  public long size() {
    return file.size();
  }

  @Override
  public void write(byte[] source, int offset, int length) {
    file.write(source, offset, length);
    digest.update(source, offset, length);
  }

  @Override
  public void commit() {
    file.commit();
    completed();
  }

  @Override
  public void close() {
    file.close();
  }
}
