package io.azulejo.bench;

import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** The folder that timed workloads write to. */
final class OutFolder {
  private final Path path;

  OutFolder(Path workloads) {
    this.path = workloads.resolve("out");
  }

  /** Deletes what is there, and has the disk write what it was given before. */
  void clear() {
    Storage.local().deleteFolder(Location.of(path));
    try {
      new ProcessBuilder("sync").inheritIO().start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException("the program sync is needed before each write", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Where an array is written to. */
  Location array(GivenArray array) {
    return Location.of(path.resolve(array.folder()));
  }
}
