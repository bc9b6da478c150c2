package io.azulejo.internal.verify;

import io.azulejo.error.AzulejoException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.maintenance.Problem.Severity;
import io.azulejo.storage.Location;
import java.util.List;
import java.util.Optional;

/** Names of files and folders that tell times and versions, but none that can be. */
final class NameChecks {
  private static final List<String> FOLDERS =
      List.of(
          "",
          ArrayPaths.COMMITS_FOLDER,
          ArrayPaths.FRAGMENTS_FOLDER,
          ArrayPaths.FRAGMENT_META_FOLDER,
          ArrayPaths.SCHEMA_FOLDER,
          ArrayPaths.METADATA_FOLDER);

  private NameChecks() {}

  /** Looks at all names in an array, and hides the wrong ones. */
  static void run(Inspected array) {
    for (String folder : FOLDERS) {
      for (String name : array.census().names(folder, true)) {
        Location place = array.location().resolve(folder).resolve(name);
        try {
          Optional<FragmentName> parsed = FragmentName.parse(name);
          parsed.ifPresent(FragmentName::version);
        } catch (AzulejoException e) {
          array.sound().hide(place);
          array.census().mark(place, Census.State.UNKNOWN);
          array.census().markBelow(place, Census.State.UNKNOWN);
          array
              .findings()
              .add(
                  Finding.of(
                      Severity.ERROR,
                      e,
                      place,
                      "the array cannot be opened",
                      "give it its right name, or move it out of the array"));
        }
      }
    }
  }
}
