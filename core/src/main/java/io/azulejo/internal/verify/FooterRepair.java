package io.azulejo.internal.verify;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.Text;
import io.azulejo.internal.maintain.FileConsolidation;
import io.azulejo.internal.maintain.MaintenanceScope;
import io.azulejo.internal.snapshot.ObjectKind;
import io.azulejo.maintenance.ConsolidationRequest;
import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.maintenance.Problem;
import io.azulejo.maintenance.Problem.Severity;
import io.azulejo.maintenance.RepairReport;
import io.azulejo.maintenance.RepairReport.Action;
import io.azulejo.maintenance.RepairRequest;
import io.azulejo.maintenance.VerifyReport;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Repairs footers, of which there may be two copies: restores those of fragments from gathered
 * ones, and rebuilds gathered footers from the fragments' own.
 */
final class FooterRepair {
  private final Function<Location, Storage> stores;
  private final Storage storage;
  private final Location location;
  private final Optional<EncryptionKey> key;
  private final RepairRequest request;
  private final MaintenanceScope scope;
  private final List<Action> actions;

  /**
   * Repairs the footers of an array, or of the arrays of a group.
   *
   * @param actions where actions are added
   */
  FooterRepair(
      Function<Location, Storage> stores,
      Location location,
      Optional<EncryptionKey> key,
      RepairRequest request,
      MaintenanceScope scope,
      List<Action> actions) {
    this.stores = stores;
    this.storage = stores.apply(location);
    this.location = location;
    this.key = key;
    this.request = request;
    this.scope = scope;
    this.actions = actions;
  }

  /**
   * Puts footers right of which gathered footers have a copy, if the rest of the file is whole. The
   * damaged file is copied first, as no store replaces a file in one act. Returns whether there
   * were any.
   */
  boolean restore(VerifyReport found) {
    if (ObjectKind.at(storage, location) != ObjectKind.ARRAY
        || found.problems().stream().noneMatch(FooterRepair::isOfMetadata)) {
      return false;
    }
    Map<Location, byte[]> restorable;
    try {
      restorable = new GatheredFooters(storage, location, key, scope).restorable();
    } catch (CorruptDataException | UnsupportedFormatException e) {
      return false; // what else is damaged is reported
    }
    Location place = Quarantine.place(location);
    if (!request.isDryRun() && !restorable.isEmpty()) {
      storage.createExclusive(
          place.resolve(Quarantine.README),
          Text.encode("Damaged files of the array %s that were put right.\n".formatted(location)));
    }
    restorable.forEach(
        (file, bytes) -> {
          Location kept = place.resolve(file.parent().name()).resolve(file.name());
          actions.add(
              new Action(
                  RepairReport.Kind.MEND,
                  file,
                  size(file),
                  !request.isDryRun(),
                  "its footer is taken from those gathered; the damaged file is kept as " + kept));
          if (!request.isDryRun()) {
            storage.createExclusive(kept, content(storage, file));
            storage.delete(file);
            storage.createExclusive(file, bytes);
          }
        });
    return !restorable.isEmpty();
  }

  private static boolean isOfMetadata(Problem problem) {
    return problem.severity() != Severity.NOTICE
        && problem.location().name().equals(ArrayPaths.FRAGMENT_METADATA_FILE);
  }

  /** Deletes damaged gathered footers, which only save reads, and rebuilds them. */
  void rebuild(VerifyReport found) {
    Set<Location> broken = new LinkedHashSet<>();
    for (Problem problem : found.problems()) {
      if (problem.location().name().endsWith(ArrayPaths.CONSOLIDATED_METADATA_SUFFIX)) {
        broken.add(problem.location());
      }
    }
    Set<Location> arrays = new LinkedHashSet<>();
    for (Location file : broken) {
      long bytes = size(file);
      Location folder = file.parent();
      Location array =
          folder.name().equals(ArrayPaths.FRAGMENT_META_FOLDER) ? folder.parent() : folder;
      List<String> needed = needed(array, file);
      if (!needed.isEmpty()) {
        actions.add(
            new Action(
                RepairReport.Kind.REBUILD,
                file,
                bytes,
                false,
                "it may hold the only right footer of " + String.join(", ", needed)));
        continue;
      }
      if (!request.isDryRun()) {
        storage.delete(file);
      }
      arrays.add(array);
      actions.add(
          new Action(
              RepairReport.Kind.REBUILD,
              file,
              bytes,
              !request.isDryRun(),
              "readers do not need it; it is rebuilt if the array has several fragments"));
    }
    if (!request.isDryRun()) {
      arrays.forEach(this::gatherFooters);
    }
  }

  /** The fragments that may need the footer in a file of gathered ones. */
  private List<String> needed(Location array, Location file) {
    try {
      return new GatheredFooters(stores.apply(array), array, key, scope).neededOf(file);
    } catch (CorruptDataException | UnsupportedFormatException e) {
      return List.of("any fragment, as the schemas cannot be read");
    }
  }

  private void gatherFooters(Location array) {
    ConsolidationRequest footers =
        ConsolidationRequest.DEFAULT.mode(MaintenanceMode.FRAGMENT_METADATA);
    try {
      FileConsolidation.consolidate(storage, array, footers, key, scope.tasks());
    } catch (CorruptDataException | UnsupportedFormatException e) {
      // If fragments are damaged, too, readers take footers from the fragments' own files.
      return;
    }
  }

  private long size(Location file) {
    return storage.find(file).map(Storage.Entry::size).orElse(0L);
  }

  /** The bytes of a small file. */
  static byte[] content(Storage storage, Location file) {
    try (InputFile in = storage.open(file)) {
      byte[] bytes = new byte[Math.toIntExact(in.size())];
      in.read(0, bytes, 0, bytes.length);
      return bytes;
    }
  }
}
