package io.azulejo.internal.snapshot;

import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.List;

/**
 * What lies in a folder that is neither an array nor a group, and would be part of one created
 * there: fragments, commits, footers, metadata, members, or arrays of labels that have such. A
 * deletion that was interrupted leaves it. Schemas of labels, enumerations and lock files do not
 * count: those who create the same array at once leave them to each other.
 */
final class DataRemains {
  private DataRemains() {}

  /** Whether there is anything of that kind at a location. */
  static boolean isAt(Storage storage, Location location) {
    return storage.names(location).stream().anyMatch(name -> isData(storage, location, name));
  }

  private static boolean isData(Storage storage, Location location, String name) {
    Location place = location.resolve(name);
    return switch (name) {
      case ArrayPaths.FRAGMENTS_FOLDER,
          ArrayPaths.COMMITS_FOLDER,
          ArrayPaths.FRAGMENT_META_FOLDER,
          ArrayPaths.METADATA_FOLDER,
          ArrayPaths.GROUP_FOLDER ->
          !storage.names(place).isEmpty();
      case ArrayPaths.LABELS_FOLDER -> {
        List<String> labels = storage.names(place);
        yield labels.stream().anyMatch(label -> isAt(storage, place.resolve(label)));
      }
      default -> name.startsWith("__") && FragmentName.parse(name).isPresent();
    };
  }
}
