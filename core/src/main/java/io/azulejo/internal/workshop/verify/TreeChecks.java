package io.azulejo.internal.workshop.verify;

import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.Boxes;
import io.azulejo.internal.format.RTree;
import io.azulejo.internal.format.RTreeFormat;
import io.azulejo.internal.snapshot.fragment.BoxOrder;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.maintenance.Problem.Kind;
import io.azulejo.maintenance.Problem.Severity;
import io.azulejo.schema.Dimension;
import io.azulejo.storage.Location;
import java.util.List;
import java.util.Optional;

/**
 * Checks the R-tree of a sparse fragment. The tree must be consistent in itself and with the
 * footer, as reads require, and its boxes must be as small as possible.
 */
final class TreeChecks {
  private final InspectedObject array;
  private final Fragment fragment;
  private final boolean visible;
  private final List<Dimension> dimensions;
  private final BoxOrder order;
  private final Location file;

  TreeChecks(InspectedObject array, Fragment fragment, boolean visible) {
    this.array = array;
    this.fragment = fragment;
    this.visible = visible;
    this.dimensions = fragment.schema().schema().dimensions();
    this.order = new BoxOrder(dimensions, fragment.version().hasExactStringBounds());
    this.file = fragment.folder().resolve(ArrayPaths.FRAGMENT_METADATA_FILE);
  }

  void run() {
    Optional<RTree> tree =
        array
            .problems()
            .attempt(
                ProblemBuilder.severity(visible),
                file,
                ProblemBuilder.reads(visible, "reads of ranges fail in this fragment"),
                ProblemBuilder.RESTORE,
                fragment::rtree);
    if (tree.isEmpty() || fragment.tiles() == 0) {
      return;
    }
    List<Boxes> levels = tree.get().levels();
    for (int level = 0; level + 1 < levels.size(); level++) {
      Boxes below = levels.get(level + 1);
      for (int i = 0; i < levels.get(level).count(); i++) {
        int first = i * tree.get().fanout();
        int end = Math.min(below.count(), first + tree.get().fanout());
        checkBoxSizes(level, i, levels.get(level), below, first, end);
      }
    }
    if (levels.get(0).count() > 1 && fragment.version().hasFooter()) {
      add(
          Severity.WARNING,
          "levels",
          "the first level has %d boxes (expected one)".formatted(levels.get(0).count()),
          "reads of ranges in other engines miss cells");
    }
  }

  private void checkBoxSizes(int level, int i, Boxes outer, Boxes inner, int first, int end) {
    int d = order.oversized(outer, i, inner, first, end);
    if (d >= 0) {
      add(
          Severity.WARNING,
          "levels[%d].box[%d]".formatted(level, i),
          "dimension \"%s\": %s is larger than the boxes within"
              .formatted(dimensions.get(d).name(), order.text(outer, i, d)),
          "reads of ranges decode tiles that they do not need");
    }
  }

  private void add(Severity severity, String field, String what, String consequence) {
    array
        .problems()
        .add(
            ProblemBuilder.of(severity, Kind.CONTRADICTION, file)
                .in(RTreeFormat.STRUCTURE)
                .field(field)
                .problem(what, consequence, ProblemBuilder.RESTORE));
  }
}
