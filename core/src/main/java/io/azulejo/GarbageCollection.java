package io.azulejo;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.StorageException;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.object.Garbage;
import io.azulejo.internal.snapshot.object.GarbageFile;
import io.azulejo.maintenance.GcReport;
import io.azulejo.maintenance.GcRequest;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.storage.IncompleteUpload;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Finds garbage, and removes the garbage that a request selects. */
final class GarbageCollection {
  private GarbageCollection() {}

  static GcReport collect(
      Storage storage,
      Location location,
      GcRequest request,
      Optional<EncryptionKey> key,
      Tasks tasks) {
    List<GcReport.Entry> entries = new ArrayList<>();
    Garbage.Found found = Garbage.find(storage, location, key, tasks);
    requireUncommitted(request, found.files(), location);
    long now = storage.now();
    List<GarbageFile> selected =
        found.files().stream()
            .filter(file -> isOld(request, age(now, file.modified())) && removes(request, file))
            .toList();
    Set<GarbageFile> removed =
        request.isDryRun() ? Set.of() : Garbage.delete(storage, selected, key, tasks);
    for (GarbageFile file : found.files()) {
      entries.add(
          new FoundGarbage(
              file.location(),
              file.kind(),
              file.bytes(),
              file.cells(),
              age(now, file.modified()),
              removed.contains(file)));
    }
    Optional<AzulejoException> uploadsUnknown = Optional.empty();
    try {
      collectUploads(storage, location, request, now, entries);
    } catch (StorageException e) {
      uploadsUnknown = Optional.of(e);
    }
    return new Collected(entries, found.refused(), uploadsUnknown);
  }

  private static void collectUploads(
      Storage storage,
      Location location,
      GcRequest request,
      long now,
      List<GcReport.Entry> entries) {
    for (IncompleteUpload upload : storage.incompleteUploads(location)) {
      Optional<Duration> age = age(now, upload.startTime());
      boolean removed = isOld(request, age) && !request.isDryRun();
      if (removed) {
        storage.abortUpload(upload);
      }
      entries.add(
          new FoundGarbage(
              upload.location(),
              GcReport.Kind.UNFINISHED_UPLOAD,
              0,
              OptionalLong.empty(),
              age,
              removed));
    }
  }

  private static Optional<Duration> age(long now, OptionalLong time) {
    return time.isPresent()
        ? Optional.of(Duration.ofMillis(now - time.getAsLong()))
        : Optional.empty();
  }

  private static boolean isOld(GcRequest request, Optional<Duration> age) {
    return request.olderThan().isZero()
        || age.filter(a -> a.compareTo(request.olderThan()) > 0).isPresent();
  }

  private static boolean removes(GcRequest request, GarbageFile file) {
    return !file.kind().mayBeOnlyCopy()
        || request.isAllCompleteFragments()
        || request.completeFragments().contains(file.location().name());
  }

  /** Rejects names of fragments that are not garbage. */
  private static void requireUncommitted(
      GcRequest request, List<GarbageFile> found, Location location) {
    Set<String> unknown = new HashSet<>(request.completeFragments());
    found.forEach(file -> unknown.remove(file.location().name()));
    if (!unknown.isEmpty()) {
      throw new InvalidRequestException(
          "\"%s\" is not an uncommitted fragment; list the uncommitted fragments with a dry run"
              .formatted(unknown.iterator().next()),
          location.toString());
    }
  }

  private record Collected(
      List<Entry> entries,
      List<AzulejoException> refused,
      Optional<AzulejoException> uploadsUnknown)
      implements GcReport {
    Collected {
      entries = List.copyOf(entries);
      refused = List.copyOf(refused);
    }
  }

  private record FoundGarbage(
      Location location,
      GcReport.Kind kind,
      long bytes,
      OptionalLong cells,
      Optional<Duration> age,
      boolean removed)
      implements GcReport.Entry {}
}
