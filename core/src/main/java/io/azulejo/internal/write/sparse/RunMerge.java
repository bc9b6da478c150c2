package io.azulejo.internal.write.sparse;

import io.azulejo.internal.snapshot.Resources;
import java.util.ArrayList;
import java.util.List;

/**
 * Merges sorted runs in groups of cells instead of cell by cell. Each step takes all loaded cells
 * that no unloaded cell can precede, and sorts them together on all threads.
 */
final class RunMerge {
  private final RunFiles files;
  private final CellSorter sorter;
  private final DuplicateResolution duplicates;
  private final Resources resources;
  private final List<RunReader> readers = new ArrayList<>();

  /**
   * Creates a merge.
   *
   * @param runs the runs, ordered by when their cells were appended
   * @param duplicates how to treat cells with equal coordinates; null if they are allowed
   */
  RunMerge(
      RunFiles files,
      List<SpilledRun> runs,
      CellSorter sorter,
      DuplicateResolution duplicates,
      Resources resources) {
    this.files = files;
    this.sorter = sorter;
    this.duplicates = duplicates;
    this.resources = resources;
    runs.forEach(run -> readers.add(new RunReader(run)));
  }

  /** Returns the next cells in order, or null at the end. */
  SortedCells next() {
    load();
    List<List<CellRange>> left = readers.stream().map(RunReader::left).toList();
    sorter.decodeKeys(left.stream().flatMap(List::stream).toList());
    int bound = boundingReader();
    CellPart last = bound < 0 ? null : readers.get(bound).last();
    List<CellRange> ranges = new ArrayList<>();
    for (int r = 0; r < readers.size(); r++) {
      List<CellRange> taken =
          bound < 0 || r == bound
              ? left.get(r)
              : before(left.get(r), last, r < bound || duplicates != null);
      ranges.addAll(taken);
      readers.get(r).take(taken);
    }
    return ranges.isEmpty() ? null : sorter.sort(ranges, duplicates);
  }

  private void load() {
    while (true) {
      List<RunReader> starving = readers.stream().filter(RunReader::needsInput).toList();
      if (starving.isEmpty()) {
        return;
      }
      List<byte[]> stored = resources.tasks().io(starving, RunReader::read);
      List<Integer> numbers = new ArrayList<>();
      for (int i = 0; i < stored.size(); i++) {
        numbers.add(i);
      }
      List<CellPart> parts =
          resources
              .tasks()
              .compute(
                  numbers,
                  i -> {
                    RunReader reader = starving.get(i);
                    return files.decode(reader.run(), reader.nextBlock(), stored.get(i));
                  });
      for (int i = 0; i < parts.size(); i++) {
        starving.get(i).loaded(parts.get(i));
      }
    }
  }

  /**
   * Returns the reader, among those with unloaded blocks, whose last loaded cell sorts first. If
   * cells are equal, the first reader wins.
   *
   * @return position of the reader, or -1 if everything is loaded
   */
  private int boundingReader() {
    int bound = -1;
    for (int r = 0; r < readers.size(); r++) {
      if (readers.get(r).hasMore()) {
        CellPart last = readers.get(r).last();
        CellPart bounding = bound < 0 ? null : readers.get(bound).last();
        if (bound < 0
            || sorter.compare(last, last.selected - 1, bounding, bounding.selected - 1) < 0) {
          bound = r;
        }
      }
    }
    return bound;
  }

  /**
   * Returns the cells that sort before the last cell of a part, and cells equal to it if {@code
   * orEqual}.
   */
  private List<CellRange> before(List<CellRange> left, CellPart bound, boolean orEqual) {
    List<CellRange> found = new ArrayList<>();
    for (CellRange range : left) {
      int low = 0;
      int high = range.count();
      while (low < high) {
        int middle = (low + high) >>> 1;
        int order = sorter.compare(range.part(), range.from() + middle, bound, bound.selected - 1);
        if (order < 0 || (order == 0 && orEqual)) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      if (low > 0) {
        found.add(new CellRange(range.part(), range.from(), low));
      }
      if (low < range.count()) {
        return found;
      }
    }
    return found;
  }
}
