package io.azulejo.internal.workshop.verify;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.NotFoundException;
import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.maintain.WrittenCells;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.internal.snapshot.fragment.FragmentFields;
import io.azulejo.internal.snapshot.fragment.TileGrid;
import io.azulejo.internal.write.fragment.CellRuns;
import io.azulejo.maintenance.Problem.Kind;
import io.azulejo.maintenance.Problem.Severity;
import io.azulejo.schema.ArraySchema;
import io.azulejo.storage.Location;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Decodes all tiles of all fields of a fragment, and compares them with the fragment's metadata.
 */
final class DeepChecks {
  private final InspectedObject array;
  private final Fragment fragment;
  private final ArraySchema opened;
  private final boolean visible;
  private final VerificationProgress progress;

  DeepChecks(
      InspectedObject array,
      Fragment fragment,
      ArraySchema opened,
      boolean visible,
      VerificationProgress progress) {
    this.array = array;
    this.fragment = fragment;
    this.opened = opened;
    this.visible = visible;
    this.progress = progress;
  }

  /** Runs all checks. */
  void run() {
    try {
      fragment.load(FragmentFields.of(fragment).values(), !fragment.dense());
    } catch (AzulejoException e) {
      // Reported by TableChecks; what can be read without the tables is checked.
      array.problems().refuse(e);
    }
    ReadScope reading = array.scope().reading(array.storage());
    IntFunction<CellRuns> written;
    if (fragment.dense()) {
      if (fragment.tiles() == 0) {
        return;
      }
      WrittenCells cells = new WrittenCells(TileGrid.of(opened), fragment.box());
      written = cells::of;
      progress.cells(fragment.writtenCells());
    } else {
      written = tile -> CellRuns.all(fragment.cells(tile));
      attempt("coordinates", () -> coordinates(reading));
      progress.cells(fragment.writtenCells());
    }
    for (Map.Entry<String, FieldStorage> field : FragmentFields.of(fragment).entrySet()) {
      if (field.getValue().kind() == FieldStorage.Kind.ATTRIBUTE) {
        attempt(
            field.getKey(),
            () ->
                new AttributeChecks(this, field.getKey(), field.getValue(), written)
                    .run(reading, progress));
      }
    }
    if (fragment.footer().deleteMetadata()) {
      attempt("deletions", () -> new DeleteTimeChecks(this).run(reading, progress));
    }
  }

  private void coordinates(ReadScope reading) {
    new CoordinateChecks(this, opened).run(reading, progress);
  }

  private void attempt(String field, ProblemCollector.Check check) {
    array
        .problems()
        .attempt(
            severity(),
            fragment.folder(),
            reads("reads of %s fail in this fragment".formatted(field)),
            ProblemBuilder.RESTORE,
            check);
  }

  InspectedObject array() {
    return array;
  }

  Fragment fragment() {
    return fragment;
  }

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
                        : "restore the fragment from a copy; or write its cells anew and delete"
                            + " it"));
  }
}
