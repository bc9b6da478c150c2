package io.azulejo.internal.verify;

import io.azulejo.error.AzulejoException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.snapshot.ArrayDirectory;
import io.azulejo.internal.snapshot.Fragment;
import io.azulejo.internal.snapshot.FragmentLoader;
import io.azulejo.internal.snapshot.Garbage;
import io.azulejo.internal.snapshot.GarbageFile;
import io.azulejo.maintenance.Problem.Kind;
import io.azulejo.maintenance.Problem.Severity;
import io.azulejo.storage.Location;
import java.util.Locale;
import java.util.Optional;

/**
 * Files that are no part of the array: what killed writers left, and what is none of the format.
 */
final class LeftoverChecks {
  private static final String COLLECT =
      "azulejo gc or azulejo repair --apply removes it when it is old enough";

  private final Inspected array;

  LeftoverChecks(Inspected array) {
    this.array = array;
  }

  /**
   * Accounts for what is left.
   *
   * @param loader loads fragments; empty where there is no schema
   */
  void run(ArrayDirectory directory, Optional<FragmentLoader> loader) {
    try {
      for (GarbageFile garbage :
          Garbage.find(array.storage(), array.location(), array.key(), array.scope().tasks())) {
        add(garbage, directory, loader);
      }
    } catch (AzulejoException e) {
      array
          .findings()
          .add(
              Finding.notice(Kind.UNKNOWN, array.location())
                  .problem(
                      "which files nothing refers to cannot be told",
                      "none; orphaned files are not listed",
                      "mend the other problems first"));
      array.census().unaccounted().forEach(f -> array.census().mark(f, Census.State.KNOWN));
    }
    for (Location file : array.census().unaccounted()) {
      array.census().mark(file, Census.State.UNKNOWN);
      unknown(file);
    }
  }

  private void add(GarbageFile garbage, ArrayDirectory directory, Optional<FragmentLoader> loader) {
    Location place = garbage.location();
    if (garbage.folder()) {
      array.census().markBelow(place, Census.State.ORPHAN);
    } else if (array.census().size(place) >= 0) {
      array.census().mark(place, Census.State.ORPHAN);
    } else {
      return; // of a label, whose array is looked at by itself
    }
    if (garbage.kind() == GarbageFile.Kind.FRAGMENT && isComplete(place, directory, loader)) {
      array
          .findings()
          .add(
              Finding.warning(Kind.ORPHAN, place)
                  .problem(
                      "it is a whole fragment of %d bytes, but nothing commits it"
                          .formatted(garbage.bytes()),
                      "nobody reads its cells: its writer is not done or was killed, or its commit"
                          + " was lost",
                      "if its commit was lost, restore that from a copy; " + COLLECT));
      return;
    }
    array
        .findings()
        .add(
            Finding.notice(Kind.ORPHAN, place)
                .problem(
                    "nothing refers to this %s"
                        .formatted(
                            garbage.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ')),
                    "harmless, takes %d bytes".formatted(garbage.bytes()),
                    COLLECT));
  }

  private boolean isComplete(
      Location place, ArrayDirectory directory, Optional<FragmentLoader> loader) {
    Optional<ArrayDirectory.FragmentFolder> folder =
        directory.fragments().stream().filter(f -> f.location().equals(place)).findFirst();
    if (folder.isEmpty() || loader.isEmpty()) {
      return false;
    }
    try {
      Fragment fragment = loader.get().load(folder.get());
      return FragmentFields.of(fragment).values().stream()
          .allMatch(
              field ->
                  array.census().size(place.resolve(field.file()))
                      >= fragment.footer().fileSizes()[field.index()]);
    } catch (AzulejoException e) {
      return false;
    }
  }

  private void unknown(Location file) {
    String folder = array.census().path(file.parent());
    boolean fatal =
        folder.equals(ArrayPaths.SCHEMA_FOLDER) || folder.equals(ArrayPaths.FRAGMENT_META_FOLDER);
    array
        .findings()
        .add(
            Finding.of(fatal ? Severity.WARNING : Severity.NOTICE, Kind.UNKNOWN, file)
                .problem(
                    "it is none of the files that an array has",
                    fatal
                        ? "other engines refuse to open the array"
                        : "harmless, takes %d bytes".formatted(array.census().size(file)),
                    "move it elsewhere, or delete it"));
  }
}
