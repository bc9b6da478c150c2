package io.azulejo.tests;

import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Copies of folders in memory, to be changed by tests. */
final class MemoryCopy {
  private MemoryCopy() {}

  /** Copies all files of a folder. */
  static void of(Path folder, Storage storage, Location to) {
    try (Stream<Path> files = Files.walk(folder).filter(Files::isRegularFile)) {
      for (Path file : files.toList()) {
        String name = folder.relativize(file).toString().replace('\\', '/');
        storage.createExclusive(to.resolve(name), Files.readAllBytes(file));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
