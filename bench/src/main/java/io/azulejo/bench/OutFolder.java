package io.azulejo.bench;

import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** The folder to which timed workloads write arrays. */
final class OutFolder {
  private final Path path;

  OutFolder(Path workloads) {
    this.path = workloads.resolve("out");
  }

  /**
   * Deletes the content of the folder and flushes pending disk writes, so that they do not slow
   * down the next measurement.
   */
  void clear() {
    Storage.local().deleteFolder(Location.of(path));
    try {
      new ProcessBuilder("sync").inheritIO().start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot run sync, which is needed before each write", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns the location to which an array is written. */
  Location array(GivenArray array) {
    return Location.of(path.resolve(array.folder()));
  }
}
