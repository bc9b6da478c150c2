package io.azulejo.internal.read.tile;

import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.HashMap;
import java.util.Map;

/**
 * Files that are read piece by piece, by many threads: each is opened once, as long as there are
 * not too many; others are opened for each piece.
 */
public final class OpenFiles implements AutoCloseable {
  /** A process may have some hundreds of files open, in all. */
  private static final int MAX = 64;

  private final Storage storage;
  private final Map<Location, InputFile> open = new HashMap<>();

  OpenFiles(Storage storage) {
    this.storage = storage;
  }

  /** A file, to be read from until {@link #done}. */
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

  /** Closes a file that is not kept. */
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
