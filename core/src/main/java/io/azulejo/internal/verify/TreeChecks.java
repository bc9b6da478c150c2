package io.azulejo.internal.verify;

import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.Boxes;
import io.azulejo.internal.format.RTree;
import io.azulejo.internal.format.RTreeFormat;
import io.azulejo.internal.snapshot.Fragment;
import io.azulejo.maintenance.Problem.Kind;
import io.azulejo.maintenance.Problem.Severity;
import io.azulejo.schema.Dimension;
import io.azulejo.storage.Location;
import java.util.List;
import java.util.Optional;

/** The R-tree of a sparse fragment: each box is around those below it, and no larger. */
final class TreeChecks {
  private final Inspected array;
  private final Fragment fragment;
  private final boolean visible;
  private final List<Dimension> dimensions;
  private final Boxed boxed;
  private final Location file;

  TreeChecks(Inspected array, Fragment fragment, boolean visible) {
    this.array = array;
    this.fragment = fragment;
    this.visible = visible;
    this.dimensions = fragment.schema().schema().dimensions();
    this.boxed = new Boxed(dimensions, fragment.version().boundsStringsRight());
    this.file = fragment.folder().resolve(ArrayPaths.FRAGMENT_METADATA_FILE);
  }

  void run() {
    Optional<RTree> tree =
        array
            .findings()
            .attempt(
                FragmentChecks.severity(visible),
                file,
                FragmentChecks.reads(visible, "reads of ranges fail in this fragment"),
                Finding.RESTORE,
                fragment::rtree);
    if (tree.isEmpty() || fragment.tiles() == 0) {
      return;
    }
    List<Boxes> levels = tree.get().levels();
    for (int level = 0; level < levels.size(); level++) {
      Boxes boxes = levels.get(level);
      for (int i = 0; i < boxes.count(); i++) {
        checkOrder(boxes, level, i);
        if (level + 1 < levels.size()) {
          int first = i * tree.get().fanout();
          int end = Math.min(levels.get(level + 1).count(), first + tree.get().fanout());
          checkCovers(level, i, boxes, levels.get(level + 1), first, end);
        }
      }
    }
    if (levels.get(0).count() > 1 && fragment.version().hasFooter()) {
      add(
          Severity.WARNING,
          "levels",
          "the first level has %d boxes in place of one".formatted(levels.get(0).count()),
          "other engines leave out cells when they read ranges");
    }
    checkDomain(levels.get(0));
  }

  private void checkOrder(Boxes boxes, int level, int i) {
    int d = boxed.reversed(boxes, i);
    if (d >= 0) {
      add(
          FragmentChecks.severity(visible),
          "levels[%d].box[%d]".formatted(level, i),
          "in dimension \"%s\" it goes from %s"
              .formatted(dimensions.get(d).name(), boxed.text(boxes, i, d)),
          FragmentChecks.reads(visible, "reads of ranges leave out cells"));
    }
  }

  private void checkCovers(int level, int i, Boxes outer, Boxes inner, int first, int end) {
    for (int child = first; child < end; child++) {
      int d = boxed.outside(outer, i, inner, child);
      if (d >= 0) {
        add(
            FragmentChecks.severity(visible),
            "levels[%d].box[%d]".formatted(level, i),
            "in dimension \"%s\" it goes from %s, but box %d of the next level, which it is around, from %s"
                .formatted(
                    dimensions.get(d).name(),
                    boxed.text(outer, i, d),
                    child,
                    boxed.text(inner, child, d)),
            FragmentChecks.reads(visible, "reads of ranges leave out cells"));
        return;
      }
    }
    int d = boxed.loose(outer, i, inner, first, end);
    if (d >= 0) {
      add(
          Severity.WARNING,
          "levels[%d].box[%d]".formatted(level, i),
          "in dimension \"%s\" it goes from %s, more than the boxes that it is around"
              .formatted(dimensions.get(d).name(), boxed.text(outer, i, d)),
          "reads of ranges look at tiles that they do not need");
    }
  }

  /** The non-empty domain is the box around all tiles. */
  private void checkDomain(Boxes root) {
    if (fragment.nonEmptyDomain().isEmpty()) {
      addToFooter("there is none, but there are tiles");
      return;
    }
    Boxes domain = boxed.of(fragment.nonEmptyDomain().get());
    int d = -1;
    for (int i = 0; i < root.count() && d < 0; i++) {
      d = boxed.outside(domain, 0, root, i);
    }
    d = d < 0 ? boxed.loose(domain, 0, root, 0, root.count()) : d;
    if (d >= 0) {
      addToFooter(
          "in dimension \"%s\" it goes from %s, but the tiles from %s"
              .formatted(
                  dimensions.get(d).name(), boxed.text(domain, 0, d), boxed.text(root, 0, d)));
    }
  }

  private void addToFooter(String what) {
    array
        .findings()
        .add(
            Finding.of(FragmentChecks.severity(visible), Kind.CONTRADICTION, file)
                .in("fragment footer")
                .field("non_empty_domain")
                .problem(
                    what,
                    "the non-empty domain of the array is wrong; other engines may leave out cells",
                    Finding.RESTORE));
  }

  private void add(Severity severity, String field, String what, String consequence) {
    array
        .findings()
        .add(
            Finding.of(severity, Kind.CONTRADICTION, file)
                .in(RTreeFormat.STRUCTURE)
                .field(field)
                .problem(what, consequence, Finding.RESTORE));
  }
}
