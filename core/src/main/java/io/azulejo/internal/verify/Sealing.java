package io.azulejo.internal.verify;

import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.AzulejoException;
import io.azulejo.error.NotFoundException;
import io.azulejo.internal.maintain.MaintenanceScope;
import io.azulejo.internal.snapshot.Commit;
import io.azulejo.internal.snapshot.ObjectKind;
import io.azulejo.maintenance.Problem.Kind;
import io.azulejo.maintenance.Problem.Severity;
import io.azulejo.maintenance.SealReport;
import io.azulejo.maintenance.SealRequest;
import io.azulejo.query.Progress;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** Seals: which files an array or a group has, how large they are, and their digests. */
public final class Sealing {
  private final Storage storage;
  private final Location location;
  private final MaintenanceScope scope;

  Sealing(Storage storage, Location location, MaintenanceScope scope) {
    this.storage = storage;
    this.location = location;
    this.scope = scope;
  }

  /**
   * Writes the seal of an array or a group, with all that lies in its folder, beside it.
   *
   * @throws NotFoundException if there is neither
   * @throws AlreadyExistsException if there is a seal, another one, that is not to be replaced
   */
  public static SealReport seal(
      Storage storage, Location location, SealRequest request, MaintenanceScope scope) {
    if (ObjectKind.at(storage, location) == ObjectKind.NONE) {
      throw new NotFoundException(
          "there is neither an array nor a group at %s".formatted(location), location.toString());
    }
    return new Sealing(storage, location, scope).seal(request);
  }

  /** Where the seal of an array or a group is: beside it, under its name. */
  static Location place(Location location) {
    Location folder = location.parent();
    return folder.equals(location)
        ? Location.of(location + SealFile.SUFFIX)
        : folder.resolve(location.name() + SealFile.SUFFIX);
  }

  private SealReport seal(SealRequest request) {
    Location seal = place(location);
    SortedMap<String, SealFile.Entry> files =
        digests(
            request.progress(),
            (place, e) -> {
              throw e;
            });
    byte[] bytes = SealFile.encode(files);
    if (storage.find(seal).isPresent()) {
      if (!request.isReplacing()) {
        throw new AlreadyExistsException(
            "there is a seal already, %s: verify against it, or replace it".formatted(seal),
            seal.toString());
      }
      storage.delete(seal);
    }
    Commit.publish(storage, seal, bytes);
    long size = files.values().stream().mapToLong(SealFile.Entry::size).sum();
    return new SealReport(seal, files.size(), size);
  }

  private SortedMap<String, SealFile.Entry> digests(
      Progress progress, BiConsumer<Location, AzulejoException> failed) {
    Census census = Census.of(storage, location, scope.tasks(), path -> false, failed);
    SortedMap<String, Long> files = new TreeMap<>(census.files());
    files.keySet().removeIf(path -> isSeal(path, census));
    SortedMap<String, SealFile.Entry> found =
        Digests.of(storage, location, files, scope.tasks(), progress);
    SortedMap<String, SealFile.Entry> named = new TreeMap<>();
    found.forEach((path, entry) -> named.put(location.name() + "/" + path, entry));
    return named;
  }

  /** The seals of members of a group are made and replaced at any time. */
  private static boolean isSeal(String path, Census census) {
    return path.endsWith(SealFile.SUFFIX)
        && census.hasFolder(path.substring(0, path.length() - SealFile.SUFFIX.length()));
  }

  /** Compares the files with the seal, and finds what is missing, changed, or was added. */
  void compare(Findings findings, Progress progress) {
    Location seal = place(location);
    if (storage.find(seal).isEmpty()) {
      throw new NotFoundException(
          "there is no seal %s to verify against: make one (azulejo seal)".formatted(seal),
          seal.toString());
    }
    SortedMap<String, SealFile.Entry> sealed =
        findings
            .<SortedMap<String, SealFile.Entry>>attempt(
                Severity.ERROR,
                seal,
                "nothing can be compared with it",
                "restore the seal from a copy, or make a new one when all else is well",
                () -> SealFile.decode(read(seal)))
            .orElse(null);
    if (sealed == null) {
      return;
    }
    SortedMap<String, SealFile.Entry> found =
        digests(
            progress,
            (place, e) -> {
              findings.refuse(e);
              findings.add(
                  Finding.of(
                      Severity.ERROR,
                      e,
                      place,
                      "what is in it cannot be compared with the seal",
                      "see to it that it can be read, then verify again"));
            });
    sealed.forEach((path, entry) -> compare(findings, path, entry, found.get(path)));
    for (Map.Entry<String, SealFile.Entry> file : found.entrySet()) {
      if (!sealed.containsKey(file.getKey())) {
        findings.add(
            Finding.notice(Kind.ADDED, file(file.getKey()))
                .problem(
                    "it was not there when the seal was made",
                    "none, if something was written since",
                    "seal it again, if that was meant to be"));
      }
    }
  }

  private Location file(String path) {
    return location.resolve(path.substring(path.indexOf('/') + 1));
  }

  private void compare(
      Findings findings, String path, SealFile.Entry sealed, SealFile.Entry found) {
    if (found == null) {
      findings.add(
          Finding.error(Kind.MISSING, file(path))
              .in("seal")
              .problem(
                  "it was there when the seal was made, with %d bytes".formatted(sealed.size()),
                  "what was in it is gone, unless it was vacuumed or deleted on purpose",
                  "restore it from a copy; or seal anew, if that was meant to be"));
    } else if (!found.equals(sealed)) {
      findings.add(
          Finding.error(Kind.CHANGED, file(path))
              .in("seal")
              .problem(
                  found.size() == sealed.size()
                      ? "its %d bytes are not those that were sealed".formatted(found.size())
                      : "it has %d bytes; %d were sealed".formatted(found.size(), sealed.size()),
                  "what is read of it may be wrong: files of arrays never change",
                  Finding.RESTORE));
    }
  }

  private byte[] read(Location seal) {
    try (InputFile in = storage.open(seal)) {
      byte[] bytes = new byte[Math.toIntExact(in.size())];
      in.read(0, bytes, 0, bytes.length);
      return bytes;
    }
  }
}
