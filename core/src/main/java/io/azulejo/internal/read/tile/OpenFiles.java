package io.azulejo.internal.read.tile;

import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.HashMap;
import java.util.Map;

/**
 * Files that many threads read piece by piece. A limited number of files is kept open. Further
 * files are opened for each piece. Thread-safe.
 */
public final class OpenFiles implements AutoCloseable {
  /** The limit is low because a process may have only a few hundred open files. */
  private static final int MAX = 64;

  private final Storage storage;
  private final Map<Location, InputFile> open = new HashMap<>();

  OpenFiles(Storage storage) {
    this.storage = storage;
  }

  /** Returns an open file. The caller must pass it to {@link #done} after reading. */
  InputFile open(Location file) {
    synchronized (open) {
      InputFile in = open.get(file);
      if (in != null || open.size() >= MAX) {
        return in == null ? storage.open(file) : in;
      }
      in = storage.open(file);
      open.put(file, in);
      return in;
    }
  }

  /** Closes a file unless it is kept open. */
  void done(InputFile file) {
    boolean kept;
    synchronized (open) {
      kept = open.get(file.location()) == file;
    }
    if (!kept) {
      file.close();
    }
  }

  @Override
  public void close() {
    synchronized (open) {
      open.values().forEach(InputFile::close);
      open.clear();
    }
  }
}
