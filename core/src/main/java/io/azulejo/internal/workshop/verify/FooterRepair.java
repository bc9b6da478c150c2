package io.azulejo.internal.workshop.verify;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.maintain.FileConsolidation;
import io.azulejo.maintenance.ConsolidationRequest;
import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.maintenance.Problem;
import io.azulejo.maintenance.RepairReport;
import io.azulejo.maintenance.RepairReport.Action;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Rebuilds damaged consolidated fragment metadata from the fragments' own footers. */
final class FooterRepair {
  private final RepairTarget target;
  private final List<Action> actions;

  /**
   * Creates a footer repair for an array, or for the arrays of a group.
   *
   * @param actions the list to which the repair adds its actions
   */
  FooterRepair(RepairTarget target, List<Action> actions) {
    this.target = target;
    this.actions = actions;
  }

  /**
   * Deletes and rebuilds damaged consolidated metadata files, which are only an optimization. Keeps
   * a file if it may contain the only correct footer of a fragment.
   */
  void rebuild(List<Problem> found) {
    Set<Location> broken = new LinkedHashSet<>();
    for (Problem problem : found) {
      if (problem.location().name().endsWith(ArrayPaths.CONSOLIDATED_METADATA_SUFFIX)) {
        broken.add(problem.location());
      }
    }
    Map<Location, Optional<GatheredFooters>> arrays = new LinkedHashMap<>();
    Set<Location> rebuilt = new LinkedHashSet<>();
    for (Location file : broken) {
      long bytes = size(file);
      Location folder = file.parent();
      Location array =
          folder.name().equals(ArrayPaths.FRAGMENT_META_FOLDER) ? folder.parent() : folder;
      List<String> needed =
          arrays
              .computeIfAbsent(array, this::gathered)
              .map(footers -> footers.fragmentsNeeding(file))
              .orElse(List.of("any fragment (the schemas cannot be read)"));
      if (!needed.isEmpty()) {
        actions.add(
            new VerifyResults.RepairAction(
                RepairReport.Kind.REBUILD,
                file,
                bytes,
                false,
                "it may hold the only correct footer of " + String.join(", ", needed)));
        continue;
      }
      if (!target.request().isDryRun()) {
        target.storage().delete(file);
      }
      rebuilt.add(array);
      actions.add(
          new VerifyResults.RepairAction(
              RepairReport.Kind.REBUILD,
              file,
              bytes,
              !target.request().isDryRun(),
              "readers do not need the file; it is rebuilt if the array has several fragments"));
    }
    if (!target.request().isDryRun()) {
      rebuilt.forEach(this::gatherFooters);
    }
  }

  /** Returns the consolidated footers of an array; empty if its schemas cannot be read. */
  private Optional<GatheredFooters> gathered(Location array) {
    try {
      return Optional.of(
          new GatheredFooters(
              target.stores().apply(array), array, target.key(), target.resources()));
    } catch (CorruptDataException | UnsupportedFormatException e) {
      return Optional.empty();
    }
  }

  private void gatherFooters(Location array) {
    ConsolidationRequest footers =
        ConsolidationRequest.DEFAULT.mode(MaintenanceMode.FRAGMENT_METADATA);
    try {
      FileConsolidation.consolidate(
          target.storage(), array, footers, target.key(), target.resources().tasks());
    } catch (CorruptDataException | UnsupportedFormatException e) {
      // A fragment is damaged too. Readers use the footers in the fragments' own files.
      return;
    }
  }

  private long size(Location file) {
    return target.storage().find(file).map(Storage.Entry::size).orElse(0L);
  }
}
