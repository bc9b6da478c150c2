package io.azulejo.internal.workshop.verify;

import io.azulejo.error.NotFoundException;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.seal.SealEntry;
import io.azulejo.internal.seal.Seals;
import io.azulejo.query.Progress;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Computes the digests of many files in parallel. */
final class Digests {
  /** Number of bytes after which progress is reported. */
  private static final long STEP = 64L << 20;

  private Digests() {}

  /**
   * Computes the digests of files. Omits files that are deleted during the computation.
   *
   * @param files the listed file sizes (bytes) by path relative to {@code folder}
   * @return the seal entries by path
   */
  static SortedMap<String, SealEntry> of(
      Storage storage,
      Location folder,
      SortedMap<String, Long> files,
      Tasks tasks,
      Progress progress) {
    long total = files.values().stream().mapToLong(Long::longValue).sum();
    SortedMap<String, SealEntry> digests = new TreeMap<>();
    List<String> step = new ArrayList<>();
    long bytes = 0;
    long done = 0;
    for (String path : files.keySet()) {
      step.add(path);
      bytes += files.get(path);
      if (bytes >= STEP || path.equals(files.lastKey())) {
        List<Optional<SealEntry>> entries = entries(storage, folder, step, tasks);
        for (int i = 0; i < step.size(); i++) {
          String file = step.get(i);
          entries.get(i).ifPresent(entry -> digests.put(file, entry));
        }
        done += bytes;
        progress.advanced(done, total);
        step.clear();
        bytes = 0;
      }
    }
    return digests;
  }

  private static List<Optional<SealEntry>> entries(
      Storage storage, Location folder, List<String> paths, Tasks tasks) {
    return tasks.compute(List.copyOf(paths), path -> entry(storage, folder.resolve(path)));
  }

  private static Optional<SealEntry> entry(Storage storage, Location file) {
    try (InputFile in = storage.open(file)) {
      return Optional.of(Seals.digest(in));
    } catch (NotFoundException e) {
      return Optional.empty();
    }
  }
}
