package io.tiledb.java.api;

import io.azulejo.Array;
import io.azulejo.ArrayHandle;
import io.azulejo.FragmentInfo;
import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.maintenance.VacuumReport;
import io.azulejo.maintenance.VacuumRequest;
import io.azulejo.schema.NDRange;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The fragments of an array as they are stored: places, sizes, boxes and remains. */
final class StoredFragments {
  private static final String FOLDER = "__fragments";
  private static final String FOOTERS = "__fragment_meta";

  /** The first format version whose fragments are in a folder of their own. */
  private static final int FIRST_VERSION_WITH_FOLDER = 12;

  private final ArrayHandle handle;
  private final Storage storage;
  private final Array array;
  private final List<FragmentInfo> fragments;
  private final Map<String, List<NDRange>> boxes = new HashMap<>();
  private @Nullable Set<String> consolidated;
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

  /** Returns whether the footer of a fragment is in the newest file of consolidated footers. */
  boolean isConsolidated(FragmentInfo fragment) {
    if (consolidated == null) {
      consolidated = readConsolidated();
    }
    return consolidated.contains(fragment.name());
  }

  private Set<String> readConsolidated() {
    Location folder = array.location().resolve(FOOTERS);
    String newest = "";
    for (String name : storage.names(folder)) {
      if (name.endsWith(".meta") && time(name) >= time(newest)) {
        newest = name;
      }
    }
    return newest.isEmpty() ? Set.of() : namesIn(folder.resolve(newest));
  }

  private static long time(String file) {
    String[] parts = file.split("_");
    return parts.length < 4 ? -1 : Long.parseLong(parts[3]);
  }

  /** Returns the names of the fragments that a file of consolidated footers mentions. */
  private Set<String> namesIn(Location file) {
    String content;
    try (InputFile in = storage.open(file)) {
      byte[] bytes = new byte[Math.toIntExact(in.size())];
      in.read(0, bytes, 0, bytes.length);
      content = new String(bytes, StandardCharsets.ISO_8859_1);
    }
    Set<String> names = new HashSet<>();
    for (FragmentInfo fragment : fragments) {
      if (content.contains(fragment.name())) {
        names.add(fragment.name());
      }
    }
    return names;
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
