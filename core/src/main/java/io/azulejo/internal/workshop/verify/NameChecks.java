package io.azulejo.internal.workshop.verify;

import io.azulejo.error.AzulejoException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.NameRules;
import io.azulejo.maintenance.Problem.Severity;
import io.azulejo.storage.Location;
import java.util.List;
import java.util.Optional;

/** Finds file and folder names with impossible timestamps or format versions. */
final class NameChecks {
  private static final String CANNOT_OPEN = "the array cannot be opened";

  private static final List<String> IN_GROUPS =
      List.of(ArrayPaths.GROUP_FOLDER, ArrayPaths.METADATA_FOLDER);

  private static final List<String> IN_ARRAYS =
      List.of(
          "",
          ArrayPaths.COMMITS_FOLDER,
          ArrayPaths.FRAGMENTS_FOLDER,
          ArrayPaths.FRAGMENT_META_FOLDER,
          ArrayPaths.SCHEMA_FOLDER,
          ArrayPaths.METADATA_FOLDER);

  private NameChecks() {}

  /** Checks all names in an array and hides files with invalid names. */
  static void inArray(InspectedObject array) {
    run(array, IN_ARRAYS, CANNOT_OPEN);
    for (String folder : array.inventory().names("", true)) {
      Optional<FragmentName> name =
          array.intact().isHidden(array.location().resolve(folder))
              ? Optional.empty()
              : FragmentName.parse(folder);
      if (name.filter(n -> n.text().equals(folder) && !n.version().hasCommitFiles()).isPresent()
          && !array.inventory().names(folder, false).contains(ArrayPaths.FRAGMENT_METADATA_FILE)) {
        inUncommitted(array, folder);
      }
    }
  }

  private static void inUncommitted(InspectedObject array, String folder) {
    for (String name : array.inventory().names(folder, false)) {
      try {
        NameRules.checkForMisnamedMetadata(name, () -> array.files().oldFields(array.location()));
      } catch (AzulejoException e) {
        refuse(array, array.location().resolve(folder).resolve(name), e, CANNOT_OPEN);
      }
    }
  }

  /** Checks all names with timestamps in a group and hides files with invalid names. */
  static void inGroup(InspectedObject group) {
    run(group, IN_GROUPS, "the group cannot be opened");
  }

  private static void run(InspectedObject object, List<String> folders, String consequence) {
    for (String folder : folders) {
      for (String name : object.inventory().names(folder, true)) {
        Location place = object.location().resolve(folder).resolve(name);
        try {
          FragmentName.parse(name).ifPresent(FragmentName::version);
          NameRules.check(folder, name);
        } catch (AzulejoException e) {
          refuse(object, place, e, consequence);
        }
      }
    }
  }

  private static void refuse(
      InspectedObject object, Location place, AzulejoException e, String consequence) {
    object.intact().hide(place);
    object.inventory().mark(place, FileInventory.State.UNKNOWN);
    object.inventory().markBelow(place, FileInventory.State.UNKNOWN);
    object
        .problems()
        .add(
            ProblemBuilder.of(
                Severity.ERROR,
                e,
                place,
                consequence,
                "restore its original name, or move it elsewhere"));
  }
}
