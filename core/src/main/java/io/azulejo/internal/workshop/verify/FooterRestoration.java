package io.azulejo.internal.workshop.verify;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.StorageException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.snapshot.ObjectKind;
import io.azulejo.maintenance.Problem;
import io.azulejo.maintenance.Problem.Severity;
import io.azulejo.maintenance.RepairReport;
import io.azulejo.maintenance.RepairReport.Action;
import io.azulejo.maintenance.VerifyReport;
import io.azulejo.schema.LosslessUtf8;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.List;

/**
 * Restores damaged fragment footers from consolidated metadata. This requires that the tables
 * before a footer are intact.
 *
 * <p>Stores cannot replace a file atomically. The restoration therefore first copies the damaged
 * file and the restored file to the quarantine folder, then deletes the damaged file. If the
 * process is interrupted after that, the next repair finishes with the restored copy.
 */
final class FooterRestoration {
  /** File name of a restored copy. Its folder in the quarantine has the name of the fragment. */
  private static final String RESTORED_COPY = ArrayPaths.FRAGMENT_METADATA_FILE + ".restored";

  private final RepairTarget target;
  private final Storage storage;
  private final List<Action> actions;

  /** Quarantine folder for the copies. */
  private final Location place;

  private boolean explained;

  /**
   * Creates a footer restoration for an array.
   *
   * @param actions the list to which the restoration adds its actions
   */
  FooterRestoration(RepairTarget target, List<Action> actions) {
    this.target = target;
    this.storage = target.storage();
    this.actions = actions;
    this.place = Quarantine.place(target.location());
  }

  /** Restores footers if a report has damaged metadata. Returns whether it added any action. */
  boolean run(VerifyReport found) {
    if (ObjectKind.at(storage, target.location()) != ObjectKind.ARRAY
        || found.problems().stream().noneMatch(FooterRestoration::isOfMetadata)) {
      return false;
    }
    int before = actions.size();
    GatheredFooters footers;
    try {
      footers = new GatheredFooters(storage, target.location(), target.key(), target.resources());
    } catch (CorruptDataException | UnsupportedFormatException e) {
      return false; // the verification reports this damage
    }
    finishInterrupted(footers);
    footers.forEachRestorable(this::restore);
    return actions.size() > before;
  }

  private static boolean isOfMetadata(Problem problem) {
    return problem.severity() != Severity.NOTICE
        && problem.location().name().equals(ArrayPaths.FRAGMENT_METADATA_FILE);
  }

  /** Finishes restorations that were interrupted after deleting the damaged file. */
  private void finishInterrupted(GatheredFooters footers) {
    Location all = place.parent();
    for (String stamp : storage.names(all)) {
      for (String fragment : storage.names(all.resolve(stamp))) {
        Location copy = all.resolve(stamp).resolve(fragment).resolve(RESTORED_COPY);
        if (storage.find(copy).isPresent()) {
          byte[] bytes = WholeFile.read(storage, copy);
          footers.missingFile(fragment, bytes).ifPresent(file -> finish(file, copy, bytes));
        }
      }
    }
  }

  private void finish(Location file, Location copy, byte[] bytes) {
    boolean done = !target.request().isDryRun() && storage.find(file).isEmpty();
    if (done) {
      storage.createExclusive(file, bytes);
      storage.delete(copy);
    }
    actions.add(
        new VerifyResults.RepairAction(
            RepairReport.Kind.CORRECT,
            file,
            bytes.length,
            done,
            "an interrupted repair left the restored file at " + copy));
  }

  private void restore(Location file, byte[] bytes) {
    Location folder = place.resolve(file.parent().name());
    Location damaged = folder.resolve(file.name());
    actions.add(
        new VerifyResults.RepairAction(
            RepairReport.Kind.CORRECT,
            file,
            storage.find(file).map(Storage.Entry::size).orElse(0L),
            !target.request().isDryRun(),
            "its footer is restored from the consolidated footers; the damaged file is kept as "
                + damaged));
    if (target.request().isDryRun()) {
      return;
    }
    explain();
    Location restored = folder.resolve(RESTORED_COPY);
    storage.createExclusive(damaged, WholeFile.read(storage, file));
    storage.createExclusive(restored, bytes);
    storage.delete(file);
    try {
      storage.createExclusive(file, bytes);
    } catch (StorageException e) {
      throw new StorageException(
          "cannot write %s (%s): the damaged file is kept as %s, the restored file as %s; repair again to finish"
              .formatted(file, e.getMessage(), damaged, restored),
          file.toString(),
          e,
          e.retryable());
    }
    storage.delete(restored);
  }

  private void explain() {
    if (!explained) {
      explained = true;
      storage.createExclusive(
          place.resolve(Quarantine.README),
          LosslessUtf8.encode(
              "Damaged files of the array %s that were repaired.\n".formatted(target.location())));
    }
  }
}
