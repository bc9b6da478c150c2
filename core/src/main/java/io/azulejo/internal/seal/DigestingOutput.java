package io.azulejo.internal.seal;

import io.azulejo.storage.Location;
import io.azulejo.storage.OutputFile;
import java.util.function.BiConsumer;

/** A new file whose digest is computed from the bytes on their way. */
final class DigestingOutput implements OutputFile {
  private final OutputFile file;
  private final FileDigest digest = new FileDigest();
  private final BiConsumer<Location, SealEntry> complete;

  /**
   * A new file.
   *
   * @param complete is told the digest when the file is there
   */
  DigestingOutput(OutputFile file, BiConsumer<Location, SealEntry> complete) {
    this.file = file;
    this.complete = complete;
  }

  /** The file as its store knows it. */
  OutputFile file() {
    return file;
  }

  /** Has to be called once the file is there. */
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
