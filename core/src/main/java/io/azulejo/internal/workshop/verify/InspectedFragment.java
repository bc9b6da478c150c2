package io.azulejo.internal.workshop.verify;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.NotFoundException;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.internal.snapshot.fragment.TileGrid;
import io.azulejo.maintenance.Problem.Kind;
import io.azulejo.maintenance.Problem.Severity;
import io.azulejo.schema.ArraySchema;
import io.azulejo.storage.Location;

/**
 * A fragment whose tiles are checked, and the problems of its tiles.
 *
 * @param array the array of the fragment
 * @param opened the schema that the array is read by
 * @param visible whether the fragment is read at the latest time
 */
record InspectedFragment(
    InspectedObject array, Fragment fragment, ArraySchema opened, boolean visible) {
  Severity severity() {
    return ProblemBuilder.severity(visible);
  }

  String reads(String what) {
    return ProblemBuilder.reads(visible, what);
  }

  /** The number of cells of a tile as it is stored. */
  int storedCells(int tile) {
    return fragment.dense() ? TileGrid.of(opened).cellsPerTile() : fragment.cells(tile);
  }

  /** Reports that a tile cannot be read. */
  void failed(String field, int tile, AzulejoException e) {
    array.problems().refuse(e);
    if (e instanceof NotFoundException || e.getCause() instanceof NotFoundException) {
      return; // a missing file is reported by FragmentChecks
    }
    array
        .problems()
        .add(
            ProblemBuilder.ofCheck(
                severity(),
                e,
                file(e),
                reads("reads of %s in tile %d fail".formatted(field, tile)),
                "restore the fragment from a copy, or quarantine it (azulejo repair --quarantine)"));
  }

  /** The file that an exception names, where it is one of the fragment. */
  private Location file(AzulejoException e) {
    String place = e.location().orElse("");
    String prefix = fragment.folder() + "/";
    if (!place.startsWith(prefix)) {
      return fragment.folder();
    }
    String name = place.substring(prefix.length());
    int end = name.indexOf(' ');
    return fragment.folder().resolve(end < 0 ? name : name.substring(0, end));
  }

  /** Reports a problem in a tile. */
  void report(
      Severity severity, Kind kind, String field, int tile, String what, String consequence) {
    array
        .problems()
        .add(
            ProblemBuilder.of(severity, kind, fragment.folder())
                .in("tile")
                .field(field)
                .problem(
                    "tile %d: %s".formatted(tile, what),
                    severity == Severity.NOTICE ? consequence : reads(consequence),
                    severity == Severity.NOTICE
                        ? ProblemBuilder.NOTHING
                        : "restore the fragment from a copy, or write its cells again and delete"
                            + " it"));
  }
}
