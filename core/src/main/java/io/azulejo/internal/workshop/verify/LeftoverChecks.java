package io.azulejo.internal.workshop.verify;

import io.azulejo.error.AzulejoException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.snapshot.object.Garbage;
import io.azulejo.internal.snapshot.object.GarbageFile;
import io.azulejo.maintenance.GcReport;
import io.azulejo.maintenance.Problem.Kind;
import io.azulejo.maintenance.Problem.Severity;
import io.azulejo.storage.Location;
import java.util.Locale;

/** Finds files that do not belong to an array: remains of killed writers and foreign files. */
final class LeftoverChecks {
  private static final String COLLECT =
      "remove it once it is old enough (azulejo gc, or azulejo repair --apply)";

  private final InspectedObject array;

  LeftoverChecks(InspectedObject array) {
    this.array = array;
  }

  /** Classifies all files that no other check has classified. */
  void run() {
    try {
      for (GarbageFile garbage :
          Garbage.find(array.storage(), array.location(), array.key(), array.resources().tasks())
              .files()) {
        add(garbage);
      }
    } catch (AzulejoException e) {
      array.problems().refuse(e);
      array
          .problems()
          .add(
              ProblemBuilder.notice(Kind.UNKNOWN, array.location())
                  .problem(
                      "it is not known which files are orphaned",
                      "orphaned files are not listed",
                      "repair the other problems first"));
      array
          .inventory()
          .unaccounted()
          .forEach(f -> array.inventory().mark(f, FileInventory.State.KNOWN));
    }
    for (Location file : array.inventory().unaccounted()) {
      array.inventory().mark(file, FileInventory.State.UNKNOWN);
      unknown(file);
    }
  }

  private void add(GarbageFile garbage) {
    Location place = garbage.location();
    if (garbage.folder()) {
      array.inventory().markBelow(place, FileInventory.State.ORPHAN);
    } else if (array.inventory().size(place) >= 0) {
      array.inventory().mark(place, FileInventory.State.ORPHAN);
    } else {
      return; // belongs to a label, whose array is verified separately
    }
    if (garbage.kind() == GcReport.Kind.COMPLETE_FRAGMENT) {
      array
          .problems()
          .add(
              ProblemBuilder.warning(Kind.ORPHAN, place)
                  .problem(
                      "the fragment is complete but not committed: %,d cells, %d bytes"
                          .formatted(garbage.cells().orElse(0), garbage.bytes()),
                      "its cells are never read; its writer is still running or was killed, or its"
                          + " commit was lost",
                      "if its commit was lost, commit it (azulejo repair --recover); otherwise remove it"
                          + " (azulejo gc --fragment)"));
      return;
    }
    if (garbage.kind() == GcReport.Kind.LOST_FRAGMENT) {
      array
          .problems()
          .add(
              ProblemBuilder.warning(Kind.ORPHAN, place)
                  .problem(
                      "the fragment is not committed, because %s is missing; its data files have %d bytes"
                          .formatted(ArrayPaths.FRAGMENT_METADATA_FILE, garbage.bytes()),
                      "its cells are never read; its writer is still running or was killed, or the"
                          + " file was lost",
                      "if the file was lost, restore it from a copy; otherwise remove the data (azulejo"
                          + " gc --fragment)"));
      return;
    }
    array
        .problems()
        .add(
            ProblemBuilder.notice(Kind.ORPHAN, place)
                .problem(
                    "nothing refers to this %s"
                        .formatted(
                            garbage.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ')),
                    "harmless, takes %d bytes".formatted(garbage.bytes()),
                    COLLECT));
  }

  private void unknown(Location file) {
    String folder = array.inventory().path(file.parent());
    boolean fatal =
        folder.equals(ArrayPaths.SCHEMA_FOLDER) || folder.equals(ArrayPaths.FRAGMENT_META_FOLDER);
    array
        .problems()
        .add(
            ProblemBuilder.of(fatal ? Severity.WARNING : Severity.NOTICE, Kind.UNKNOWN, file)
                .problem(
                    "the file does not belong to an array",
                    fatal
                        ? "other engines refuse to open the array"
                        : "harmless, takes %d bytes".formatted(array.inventory().size(file)),
                    "move it elsewhere, or delete it"));
  }
}
