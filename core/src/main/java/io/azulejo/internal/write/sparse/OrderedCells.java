package io.azulejo.internal.write.sparse;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.internal.snapshot.Resources;
import java.util.ArrayList;
import java.util.List;

/**
 * Cells that the caller writes in the array's global order, which is checked. The last cell waits
 * for the next one, which may have the same coordinates. Several cells wait only if they differ
 * just in the signs of zeros.
 */
final class OrderedCells implements SparseCells {
  private final CellLayout layout;
  private final DuplicateResolution duplicates;
  private final TileCutter tiles;
  private final Resources resources;
  private final CellSorter sorter;
  private CellPart last;

  OrderedCells(
      CellLayout layout, DuplicateResolution duplicates, TileCutter tiles, Resources resources) {
    this.layout = layout;
    this.duplicates = duplicates;
    this.tiles = tiles;
    this.resources = resources;
    this.sorter = new CellSorter(layout, resources.tasks());
  }

  @Override
  public void add(CellPart part) {
    long maxBytes = resources.budget().capacity() / 2;
    int rows = layout.rowsWithin(part, maxBytes);
    if (rows >= part.selected) {
      addAll(part);
      return;
    }
    for (int from = 0; from < part.selected; from += rows) {
      addAll(SortedCells.slice(layout, part, from, Math.min(rows, part.selected - from)));
    }
  }

  private void addAll(CellPart part) {
    MemoryBudget.Lease held = resources.budget().lease(layout.memory(part));
    try (held) {
      List<CellRange> ranges = new ArrayList<>();
      if (last != null) {
        ranges.add(new CellRange(last, 0, last.selected));
      }
      ranges.add(new CellRange(part, 0, part.selected));
      SortedCells all = SortedCells.of(layout, ranges);
      CellSorter.OrderCheck check = sorter.check(ranges, all);
      if (check.outOfOrder() >= 0) {
        throw outOfOrder(all, check.outOfOrder());
      }
      if (duplicates != null) {
        boolean signsMatter = part.negativeZero || (last != null && last.negativeZero);
        all =
            signsMatter
                ? sorter.sort(ranges, duplicates)
                : duplicates.apply(all, check.equalToNext());
      }
      int kept = duplicates == null ? 1 : sorter.equalAtEnd(all);
      last = all.copy(all.count() - kept, kept);
      tiles.add(all.first(all.count() - kept));
    }
  }

  private InvalidRequestException outOfOrder(SortedCells cells, int place) {
    return new InvalidRequestException(
        ("%s of this write (counted from 0), at %s, belongs before the previous one,"
                + " at %s, in the global order of the array; sort the cells, or write them"
                + " unordered")
            .formatted(
                cells.part(place).numbers.text(cells.row(place)),
                cells.part(place).place(cells.row(place)),
                cells.part(place - 1).place(cells.row(place - 1))));
  }

  @Override
  public void end() {
    if (last != null) {
      tiles.end(SortedCells.ofParts(layout, List.of(last)));
      last = null;
    }
  }

  @Override
  public void close() {
    last = null;
  }
}
