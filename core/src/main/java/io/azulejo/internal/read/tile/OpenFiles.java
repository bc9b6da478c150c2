package io.azulejo.internal.read.tile;

import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Files that many threads read piece by piece. A limited number of files is kept open. Further
 * files are opened for each piece. Thread-safe.
 */
public final class OpenFiles implements AutoCloseable {
  /** The limit is low because a process may have only a few hundred open files. */
  private static final int MAX = 64;

  /** A file that outlives the reads that use it. */
  interface Reusable extends InputFile {
    /**
     * Stops keeping the file if an earlier read opened it. Returns whether that is so; the file may
     * then differ from the one that the store has now.
     */
    boolean forgetReused();
  }

  private final Function<Location, ? extends InputFile> opener;
  private final Map<Location, InputFile> open = new HashMap<>();

  /**
   * Creates an instance without open files.
   *
   * @param opener opens a file
   */
  OpenFiles(Function<Location, ? extends InputFile> opener) {
    this.opener = opener;
  }

  /** Returns an open file. The caller must pass it to {@link #done} after reading. */
  InputFile open(Location file) {
    synchronized (open) {
      InputFile in = open.get(file);
      if (in != null || open.size() >= MAX) {
        return in == null ? opener.apply(file) : in;
      }
      in = opener.apply(file);
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

  /**
   * Stops keeping the open files that earlier reads opened; see {@link Reusable}. Returns whether
   * there are any. They may differ from the files that the store has now.
   */
  public boolean forgetReused() {
    boolean any = false;
    synchronized (open) {
      for (InputFile file : open.values()) {
        any |= file instanceof Reusable kept && kept.forgetReused();
      }
    }
    return any;
  }

  @Override
  public void close() {
    synchronized (open) {
      open.values().forEach(InputFile::close);
      open.clear();
    }
  }
}
