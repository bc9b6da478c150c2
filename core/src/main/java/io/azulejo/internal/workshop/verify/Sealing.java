package io.azulejo.internal.workshop.verify;

import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.AzulejoException;
import io.azulejo.error.CorruptDataException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.internal.seal.Seal;
import io.azulejo.internal.seal.SealEntry;
import io.azulejo.internal.seal.Seals;
import io.azulejo.internal.snapshot.Commit;
import io.azulejo.internal.snapshot.ObjectKind;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.maintenance.Problem.Kind;
import io.azulejo.maintenance.Problem.Severity;
import io.azulejo.maintenance.SealReport;
import io.azulejo.maintenance.SealRequest;
import io.azulejo.query.Progress;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/** Seals arrays and groups, and compares them with their seals. A seal has digests of all files. */
public final class Sealing {
  private static final String SEAL = "seal";

  private final Storage storage;
  private final Location location;
  private final Resources resources;

  Sealing(Storage storage, Location location, Resources resources) {
    this.storage = storage;
    this.location = location;
    this.resources = resources;
  }

  /**
   * Seals an array or a group, with all files in its folder.
   *
   * @throws NotFoundException if the object does not exist, or a seal to be gathered does not
   * @throws AlreadyExistsException if a seal exists and the request does not replace it
   * @throws InvalidRequestException if the request is to keep or gather the seal of a group
   */
  public static SealReport seal(
      Storage storage, Location location, SealRequest request, Resources resources) {
    ObjectKind kind = ObjectKind.at(storage, location);
    if (kind == ObjectKind.NONE) {
      throw NotFoundException.ofObject(
          "no array or group found at %s".formatted(location), location.toString());
    }
    if (kind == ObjectKind.GROUP && (request.isKept() || request.isGathered())) {
      throw new InvalidRequestException(
          "%s is a group, but only arrays can have seals that changes keep up to date; seal each of its arrays (azulejo seal ARRAY --keep)"
              .formatted(location),
          location.toString());
    }
    return new Sealing(storage, location, resources).seal(request);
  }

  private SealReport seal(SealRequest request) {
    Location single = Seals.single(location);
    Location folder = Seals.kept(location);
    boolean kept = isFolder(folder);
    if (request.isGathered()) {
      if (!kept) {
        throw new NotFoundException(
            "seal %s not found; only seals that changes keep up to date can be gathered (azulejo seal --keep)"
                .formatted(folder),
            folder.toString());
      }
      return gather(folder);
    }
    boolean old = storage.find(single).isPresent();
    if ((kept || old) && !request.isReplaced()) {
      Location there = kept ? folder : single;
      throw new AlreadyExistsException(
          "a seal already exists, %s; verify against it, or replace it".formatted(there),
          there.toString());
    }
    if (kept || request.isKept()) {
      SortedMap<String, SealEntry> files =
          Seals.keep(storage, location, () -> digests(request.progress()));
      storage.delete(single);
      return report(folder, files);
    }
    SortedMap<String, SealEntry> files = digests(request.progress());
    byte[] bytes = Seals.single(location.name(), files);
    if (old) {
      storage.delete(single);
    }
    Commit.publish(storage, single, bytes);
    return report(single, files);
  }

  private boolean isFolder(Location place) {
    return storage.find(place).filter(Storage.Entry::folder).isPresent();
  }

  private static SealReport report(Location seal, SortedMap<String, SealEntry> files) {
    long size = files.values().stream().mapToLong(SealEntry::size).sum();
    return new VerifyResults.Sealed(seal, files.size(), size);
  }

  private SealReport gather(Location folder) {
    Seal seal = Seals.gather(storage, location, () -> new TreeSet<>(files().keySet()));
    SortedMap<String, SealEntry> files = new TreeMap<>();
    seal.paths().stream().filter(seal::requires).forEach(path -> files.put(path, seal.first(path)));
    return report(folder, files);
  }

  private SortedMap<String, Long> files() {
    return files(
        (place, e) -> {
          throw e;
        });
  }

  /** Returns the size of each file (bytes) by path. Omits the seals of members. */
  private SortedMap<String, Long> files(BiConsumer<Location, AzulejoException> failed) {
    FileInventory inventory =
        FileInventory.of(storage, location, resources.tasks(), path -> false, failed);
    SortedMap<String, Long> files = new TreeMap<>(inventory.files());
    // The seals of members can change at any time.
    files.keySet().removeIf(path -> Seals.belongsToSeal(path, inventory::hasFolder));
    return files;
  }

  private SortedMap<String, SealEntry> digests(Progress progress) {
    return Digests.of(storage, location, files(), resources.tasks(), progress);
  }

  /** Compares the files with the seal, and reports missing, changed and added files. */
  void compare(ProblemCollector problems, Progress progress) {
    Optional<Seal> before = read(problems);
    if (before.isEmpty()) {
      return;
    }
    SortedMap<String, Long> files =
        files(
            (place, e) -> {
              problems.refuse(e);
              problems.add(
                  ProblemBuilder.of(
                      Severity.ERROR,
                      e,
                      place,
                      "its files cannot be compared with the seal",
                      "make it readable, then verify again"));
            });
    SortedMap<String, SealEntry> found =
        Digests.of(storage, location, files, resources.tasks(), progress);
    // Read a kept seal again: it also records files that changed during the digest computation.
    Optional<Seal> after = before.get().isKept() ? read(problems) : before;
    if (after.isPresent()) {
      for (String path : before.get().paths()) {
        if (!found.containsKey(path)) {
          missing(problems, path, before.get(), after.get());
        }
      }
      found.forEach((path, entry) -> compare(problems, path, entry, before.get(), after.get()));
    }
  }

  private Optional<Seal> read(ProblemCollector problems) {
    Location place = isFolder(Seals.kept(location)) ? Seals.kept(location) : Seals.single(location);
    try {
      Optional<Seal> seal = Seals.find(storage, location);
      seal.ifPresent(found -> found.requireComplete(place));
      if (seal.isPresent()) {
        return seal;
      }
    } catch (CorruptDataException e) {
      problems.add(
          ProblemBuilder.of(
              Severity.ERROR,
              e,
              e.location().map(Location::of).orElse(place),
              "no file can be compared with the seal",
              "restore the seal from a copy, or create a new one once everything else is intact"));
      return Optional.empty();
    }
    throw new NotFoundException(
        "seal %s not found; create one (azulejo seal)".formatted(place), place.toString());
  }

  private void missing(ProblemCollector problems, String path, Seal before, Seal after) {
    Location file = location.resolve(path);
    if (after.isGone(path)) {
      return;
    }
    if (before.requires(path)) {
      problems.add(
          ProblemBuilder.error(Kind.MISSING, file)
              .in(SEAL)
              .problem(
                  "the file is missing; it had %d bytes when it was sealed"
                      .formatted(before.first(path).size()),
                  "its content is lost, unless it was vacuumed or deleted on purpose",
                  "restore it from a copy, or seal again if the deletion was intended"));
    } else if (!after.requires(path)) {
      problems.add(
          ProblemBuilder.notice(Kind.INTERRUPTED, file)
              .in(SEAL)
              .problem(
                  "the seal announces the file, but it was not created",
                  "none: a change was interrupted, or is in progress",
                  ProblemBuilder.NOTHING));
    }
  }

  private void compare(
      ProblemCollector problems, String path, SealEntry found, Seal before, Seal after) {
    Location file = location.resolve(path);
    if (!before.knows(path) && !after.knows(path)) {
      problems.add(
          ProblemBuilder.notice(Kind.ADDED, file)
              .problem(
                  "the file did not exist when the seal was made",
                  "none if something was written since",
                  "seal again if the file belongs there"));
    } else if (!before.accepts(path, found) && !after.accepts(path, found)) {
      long sealed = (after.knows(path) ? after : before).first(path).size();
      problems.add(
          ProblemBuilder.error(Kind.CHANGED, file)
              .in(SEAL)
              .problem(
                  found.size() == sealed
                      ? "the %d bytes of the file differ from the sealed bytes"
                          .formatted(found.size())
                      : "the file has %d bytes, but %d were sealed".formatted(found.size(), sealed),
                  "reads of the file may be wrong, because files of arrays never change",
                  ProblemBuilder.RESTORE));
    } else if (after.isGone(path)) {
      problems.add(
          ProblemBuilder.notice(Kind.INTERRUPTED, file)
              .in(SEAL)
              .problem(
                  "the seal announces the deletion of the file, but it still exists",
                  "if the file is lost from now on, the seal does not show it",
                  "seal again (azulejo seal --replace), unless the deletion is in progress"));
    }
  }
}
