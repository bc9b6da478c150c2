package io.tiledb.java.api;

import io.azulejo.Array;
import io.azulejo.ArrayHandle;
import io.azulejo.FragmentInfo;
import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.maintenance.VacuumReport;
import io.azulejo.maintenance.VacuumRequest;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.NDRange;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The fragments of an array as they are stored: places, sizes, boxes and remains. */
final class StoredFragments {
  private static final String FOLDER = "__fragments";
  private static final String FOOTERS = "__fragment_meta";
  private static final String FOOTER = "__fragment_metadata.tdb";

  /** The first format version whose fragments are in a folder of their own. */
  private static final int FIRST_VERSION_WITH_FOLDER = 12;

  private final ArrayHandle handle;
  private final Storage storage;
  private final Array array;
  private final List<FragmentInfo> fragments;
  private final Map<String, List<NDRange>> boxes = new HashMap<>();
  private @Nullable Optional<Location> footers;
  private @Nullable List<String> toVacuum;

  /** Opens an array. */
  StoredFragments(ArrayHandle handle, Storage storage) {
    this.handle = handle;
    this.storage = storage;
    this.array = handle.open();
    this.fragments = array.fragments();
  }

  Array array() {
    return array;
  }

  List<FragmentInfo> list() {
    return fragments;
  }

  /** Returns the folder of a fragment. */
  Location location(FragmentInfo fragment) {
    Location root = array.location();
    return fragment.formatVersion() < FIRST_VERSION_WITH_FOLDER
        ? root.resolve(fragment.name())
        : root.resolve(FOLDER).resolve(fragment.name());
  }

  /** Returns the size of all files of a fragment, in bytes. */
  long size(FragmentInfo fragment) {
    return storage.list(location(fragment)).stream().mapToLong(Storage.Entry::size).sum();
  }

  /** Returns the bounding boxes of the tiles of a sparse fragment; empty for a dense one. */
  List<NDRange> boxes(FragmentInfo fragment) {
    return fragment.dense()
        ? List.of()
        : boxes.computeIfAbsent(fragment.name(), name -> array.tileBoxes(name).toList());
  }

  /**
   * Returns whether the footer of a fragment is in the newest file of consolidated footers. That is
   * so if the file covers the times of the fragment, and was written after the fragment.
   */
  boolean isConsolidated(FragmentInfo fragment) {
    if (footers == null) {
      footers = newestFooters();
    }
    if (footers.isEmpty()) {
      return false;
    }
    Location file = footers.get();
    String[] parts = file.name().split("_");
    TimeRange covered = new TimeRange(Long.parseLong(parts[2]), Long.parseLong(parts[3]));
    OptionalLong written = storage.modified(file);
    OptionalLong existing = storage.modified(location(fragment).resolve(FOOTER));
    return covered.containsAll(fragment.times().start(), fragment.times().end())
        && (written.isEmpty() || existing.isEmpty() || written.getAsLong() >= existing.getAsLong());
  }

  private Optional<Location> newestFooters() {
    Location folder = array.location().resolve(FOOTERS);
    return storage.names(folder).stream()
        .filter(name -> name.endsWith(".meta"))
        .max(Comparator.comparingLong(StoredFragments::time).thenComparing(name -> name))
        .map(folder::resolve);
  }

  private static long time(String file) {
    String[] parts = file.split("_");
    return parts.length < 4 ? -1 : Long.parseLong(parts[3]);
  }

  /** Returns the URIs of the fragments that a vacuum would delete. */
  List<String> toVacuum() {
    if (toVacuum == null) {
      VacuumRequest dry = VacuumRequest.DEFAULT.mode(MaintenanceMode.FRAGMENTS).dryRun();
      toVacuum =
          handle.vacuum(dry).deletions().stream()
              .map(VacuumReport.Deletion::location)
              .filter(place -> place.parent().name().equals(FOLDER))
              .map(Stored::uri)
              .toList();
    }
    return toVacuum;
  }
}
