package io.tiledb.java.api;

import io.azulejo.Array;
import io.azulejo.ArrayHandle;
import io.azulejo.FragmentInfo;
import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.maintenance.VacuumReport;
import io.azulejo.maintenance.VacuumRequest;
import io.azulejo.schema.NDRange;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fragments of an array, the boxes of their tiles, and what a vacuum would delete. */
final class StoredFragments {
  private static final String FOLDER = "__fragments";

  private final ArrayHandle handle;
  private final Array array;
  private final List<FragmentInfo> fragments;
  private final Map<String, List<NDRange>> boxes = new HashMap<>();
  private @Nullable List<String> toVacuum;

  /** Opens an array. */
  StoredFragments(ArrayHandle handle) {
    this.handle = handle;
    this.array = handle.open();
    this.fragments = array.fragments();
  }

  Array array() {
    return array;
  }

  List<FragmentInfo> list() {
    return fragments;
  }

  /** Returns the size of all files of a fragment, in bytes. */
  static long size(FragmentInfo fragment) {
    return fragment.bytesOnDisk() + fragment.metadataBytes();
  }

  /** Returns the bounding boxes of the tiles of a sparse fragment; empty for a dense one. */
  List<NDRange> boxes(FragmentInfo fragment) {
    return fragment.dense()
        ? List.of()
        : boxes.computeIfAbsent(fragment.name(), name -> array.tileBoxes(name).toList());
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
