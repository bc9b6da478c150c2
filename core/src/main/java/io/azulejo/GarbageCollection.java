package io.azulejo;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.object.Garbage;
import io.azulejo.internal.snapshot.object.GarbageFile;
import io.azulejo.maintenance.GcReport;
import io.azulejo.maintenance.GcRequest;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds garbage, and removes what a request wants removed. */
final class GarbageCollection {
  private GarbageCollection() {}

  static GcReport collect(
      Storage storage,
      Location location,
      GcRequest request,
      Optional<EncryptionKey> key,
      Tasks tasks) {
    long now = System.currentTimeMillis();
    List<GcReport.Entry> entries = new ArrayList<>();
    Garbage.Found found = Garbage.find(storage, location, key, tasks);
    requireThere(request, found.files(), location);
    for (GarbageFile file : found.files()) {
      Optional<Duration> age =
          file.modified().stream().boxed().findFirst().map(t -> Duration.ofMillis(now - t));
      boolean old =
          request.olderThan().isZero()
              || age.filter(a -> a.compareTo(request.olderThan()) > 0).isPresent();
      boolean removed =
          old
              && removes(request, file)
              && !request.isDryRun()
              && Garbage.delete(storage, file, key, tasks);
      entries.add(
          new GcReport.Entry(
              file.location(), file.kind(), file.bytes(), file.cells(), age, removed));
    }
    return new GcReport(entries, found.refused());
  }

  private static boolean removes(GcRequest request, GarbageFile file) {
    boolean data =
        file.kind() == GcReport.Kind.COMPLETE_FRAGMENT || file.kind() == GcReport.Kind.LOST_ARRAY;
    return !data
        || request.isAllCompleteFragments()
        || request.completeFragments().contains(file.location().name());
  }

  /** Refuses names of fragments that are not garbage. */
  private static void requireThere(GcRequest request, List<GarbageFile> found, Location location) {
    Set<String> unknown = new HashSet<>(request.completeFragments());
    found.forEach(file -> unknown.remove(file.location().name()));
    if (!unknown.isEmpty()) {
      throw new InvalidRequestException(
          "there is no fragment %s that nothing commits: a dry run lists those that there are"
              .formatted(unknown.iterator().next()),
          location.toString());
    }
  }
}
