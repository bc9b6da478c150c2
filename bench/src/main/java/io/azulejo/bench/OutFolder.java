package io.azulejo.bench;

import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** The output folder of timed workloads. */
final class OutFolder {
  private final Path path;

  OutFolder(Path workloads) {
    this.path = workloads.resolve("out");
  }

  /** Deletes its content and flushes pending disk writes. */
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

  /** Returns the output location of an array. */
  Location array(GivenArray array) {
    return Location.of(path.resolve(array.folder()));
  }
}
