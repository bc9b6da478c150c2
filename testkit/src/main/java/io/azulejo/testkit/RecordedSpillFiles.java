package io.azulejo.testkit;

import io.azulejo.internal.runtime.SpillFile;
import io.azulejo.internal.runtime.SpillFiles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Spill files in the system's temporary folder. A record of everything written to them is kept in
 * memory.
 */
public final class RecordedSpillFiles implements SpillFiles {
  private final SpillFiles inner =
      SpillFiles.in(
          Path.of(
              System.getProperty("java.io.tmpdir"),
              "azulejo-tests-" + System.getProperty("user.name")));

  private final StringBuilder text = new StringBuilder();
  private int open;

  /** Returns the number of spill files that are open. */
  public synchronized int open() {
    return open;
  }

  /** Returns all bytes written so far to any spill file, decoded as ISO 8859-1. */
  public synchronized String text() {
    return text.toString();
  }

  private synchronized void opened(int more) {
    open += more;
  }

  private synchronized void written(byte[] source, int offset, int length) {
    text.append(new String(source, offset, length, StandardCharsets.ISO_8859_1));
  }

  @Override
  public SpillFile create() {
    SpillFile file = inner.create();
    opened(1);
    return new SpillFile() {
      private boolean closed;

      @Override
      public void write(byte[] source, int offset, int length) {
        written(source, offset, length);
        file.write(source, offset, length);
      }

      @Override
      public long size() {
        return file.size();
      }

      @Override
      public void read(long position, byte[] target, int offset, int length) {
        file.read(position, target, offset, length);
      }

      @Override
      public void close() {
        file.close();
        opened(closed ? 0 : -1);
        closed = true;
      }
    };
  }
}
