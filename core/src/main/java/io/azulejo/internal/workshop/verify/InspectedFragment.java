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
 * A fragment whose tiles are being checked. Its methods report problems with these tiles.
 *
 * @param array the array of the fragment
 * @param opened the schema with which the array was opened
 * @param visible whether reads at the latest time use the fragment
 */
record InspectedFragment(
    InspectedObject array, Fragment fragment, ArraySchema opened, boolean visible) {
  Severity severity() {
    return ProblemBuilder.severity(visible);
  }

  String reads(String what) {
    return ProblemBuilder.reads(visible, what);
  }

  /** Returns the number of stored cells of a tile, including padding. */
  int storedCells(int tile) {
    return fragment.dense() ? TileGrid.of(opened).cellsPerTile() : fragment.cells(tile);
  }

  /** Reports that a tile cannot be read. */
  void failed(String field, int tile, AzulejoException e) {
    array.problems().refuse(e);
    if (e instanceof NotFoundException || e.getCause() instanceof NotFoundException) {
      return; // FragmentChecks reports a missing file
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

  /** Returns the file that an exception names, or the fragment's folder if it is another file. */
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
                            + " the fragment"));
  }
}
