package io.azulejo.internal.workshop.verify;

import io.azulejo.error.AzulejoException;
import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.maintain.WrittenCells;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.internal.snapshot.fragment.FragmentFields;
import io.azulejo.internal.snapshot.fragment.TileGrid;
import io.azulejo.internal.write.fragment.CellRuns;
import java.util.Map;
import java.util.function.IntFunction;

/** Decodes all tiles of a fragment and compares them with the fragment's metadata. */
final class DeepChecks {
  private final InspectedFragment inspected;
  private final InspectedObject array;
  private final Fragment fragment;
  private final VerificationProgress progress;

  DeepChecks(InspectedFragment inspected, VerificationProgress progress) {
    this.inspected = inspected;
    this.array = inspected.array();
    this.fragment = inspected.fragment();
    this.progress = progress;
  }

  /** Decodes and checks all tiles. */
  void run() {
    try {
      fragment.load(FragmentFields.of(fragment).values(), !fragment.dense());
    } catch (AzulejoException e) {
      // TableChecks reports the failure. Continue with the fields that do not need these tables.
      array.problems().refuse(e);
    }
    ReadScope reading = new ReadScope(array.storage(), array.resources());
    IntFunction<CellRuns> written;
    if (fragment.dense()) {
      if (fragment.tiles() == 0) {
        return;
      }
      WrittenCells cells = new WrittenCells(TileGrid.of(inspected.opened()), fragment.box());
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
                new AttributeChecks(inspected, field.getKey(), field.getValue(), written)
                    .run(reading, progress));
      }
    }
    if (fragment.footer().deleteMetadata()) {
      attempt("deletions", () -> new DeleteTimeChecks(inspected).run(reading, progress));
    }
  }

  private void coordinates(ReadScope reading) {
    new CoordinateChecks(inspected).run(reading, progress);
  }

  private void attempt(String field, ProblemCollector.Check check) {
    array
        .problems()
        .attempt(
            inspected.severity(),
            fragment.folder(),
            inspected.reads("reads of %s fail in this fragment".formatted(field)),
            ProblemBuilder.RESTORE,
            check);
  }
}
