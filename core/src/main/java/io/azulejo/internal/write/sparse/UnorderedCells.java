package io.azulejo.internal.write.sparse;

import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.WritableArray;
import java.util.ArrayList;
import java.util.List;

/**
 * Cells that arrive in any order. They wait in memory up to a share of the memory budget. Beyond
 * that, they are sorted and spilled to files in runs, which are merged at the end.
 */
final class UnorderedCells implements SparseCells {
  private static final long MIN_WAITING = 1 << 12;

  /** Maximum number of cells that are sorted at once, because their places are ints. */
  private static final int MAX_ROWS = 1 << 30;

  /**
   * Number of runs that are merged at once, provided that the block size of each exceeds the
   * minimum.
   */
  private static final int WAYS = 128;

  /** Maximum number of runs. Each run is an open file. If there are more, some are merged. */
  private static final int MAX_RUNS = 512;

  private static final long MIN_BLOCK = 1 << 12;
  private static final long LARGEST_BLOCK = 1 << 20;

  /**
   * Parts with fewer rows are small. Small parts are joined when they reach twice this many rows,
   * or when there are SMALL_PARTS of them.
   */
  private static final int SMALL_ROWS = 1 << 12;

  private static final int SMALL_PARTS = 1 << 8;

  private final CellLayout layout;
  private final DuplicateResolution duplicates;
  private final SortedCellSink tiles;
  private final Resources resources;
  private final CellSorter sorter;
  private final RunFiles files;
  private final long maxWaiting;
  private final int ways;
  private final List<CellPart> waiting = new ArrayList<>();
  private final List<MemoryBudget.Lease> leases = new ArrayList<>();
  private final List<SpilledRun> runs = new ArrayList<>();
  private long waitingBytes;
  private long waitingRows;
  private int firstSmall;
  private long smallRows;

  UnorderedCells(
      WritableArray array,
      CellLayout layout,
      DuplicateResolution duplicates,
      SortedCellSink tiles,
      Resources resources) {
    this.layout = layout;
    this.duplicates = duplicates;
    this.tiles = tiles;
    this.resources = resources;
    this.sorter = new CellSorter(layout, resources.tasks());
    this.maxWaiting = Math.max(MIN_WAITING, resources.budget().capacity() / 2);
    long columns = layout.memoryBesides(0); // of a block, however many cells it has
    long memory = maxWaiting / (2 * WAYS);
    long block = Math.max(MIN_BLOCK + columns, Math.min(LARGEST_BLOCK, memory));
    this.ways = (int) Math.max(2, maxWaiting / (2 * block));
    long besides = layout.memoryBesides(1) - columns; // of a cell
    double share = (double) layout.fixedBytes() / (layout.fixedBytes() + besides);
    this.files =
        new RunFiles(array, layout, resources, Math.max(1, (long) ((block - columns) * share)));
  }

  @Override
  public void add(CellPart part) {
    long memory = layout.memory(part);
    if (waitingBytes + memory > maxWaiting || waitingRows + part.selected > MAX_ROWS) {
      spill();
    }
    if (memory > maxWaiting) {
      addSlices(part);
      return;
    }
    hold(part, memory);
    joinSmall(part);
  }

  /** Sorts and spills a part that is too large to be sorted at once, slice by slice. */
  private void addSlices(CellPart part) {
    int rows = layout.rowsWithin(part, maxWaiting);
    for (int from = 0; from < part.selected; from += rows) {
      hold(SortedCells.slice(layout, part, from, Math.min(rows, part.selected - from)), maxWaiting);
      spill();
    }
  }

  private void hold(CellPart part, long memory) {
    leases.add(resources.budget().lease(memory));
    waitingBytes += memory;
    waitingRows += part.selected;
    waiting.add(part);
  }

  /** Joins many small parts into one, because each part costs extra time and memory. */
  private void joinSmall(CellPart part) {
    if (part.selected >= SMALL_ROWS) {
      firstSmall = waiting.size();
      smallRows = 0;
      return;
    }
    smallRows += part.selected;
    List<CellPart> small = waiting.subList(firstSmall, waiting.size());
    if (small.size() < SMALL_PARTS && (smallRows < 2 * SMALL_ROWS || small.size() < 2)) {
      return;
    }
    CellPart joined = SortedCells.ofParts(layout, List.copyOf(small)).copy(0, (int) smallRows);
    small.clear();
    waiting.add(joined);
    if (joined.selected >= SMALL_ROWS) {
      firstSmall = waiting.size();
      smallRows = 0;
    }
  }

  private SortedCells sorted() {
    return sorter.sort(
        waiting.stream().map(part -> new CellRange(part, 0, part.selected)).toList(), duplicates);
  }

  /** Sorts the waiting cells and writes them to a file. */
  private void spill() {
    if (waiting.isEmpty()) {
      return;
    }
    RunFiles.RunWriter run = files.begin();
    run.add(sorted());
    runs.add(run.finish());
    releaseWaiting();
    if (runs.size() > MAX_RUNS) {
      leases.add(resources.budget().lease(maxWaiting));
      mergeSome();
      releaseWaiting();
    }
  }

  private void releaseWaiting() {
    waiting.clear();
    leases.forEach(MemoryBudget.Lease::close);
    leases.clear();
    waitingBytes = 0;
    waitingRows = 0;
    firstSmall = 0;
    smallRows = 0;
  }

  @Override
  public void end() {
    if (runs.isEmpty()) {
      if (!waiting.isEmpty()) {
        tiles.end(sorted());
        releaseWaiting();
      }
      return;
    }
    spill();
    leases.add(resources.budget().lease(maxWaiting));
    while (runs.size() > ways) {
      mergeSome();
    }
    RunMerge merge = new RunMerge(files, runs, sorter, duplicates, resources);
    for (SortedCells cells = merge.next(); cells != null; cells = merge.next()) {
      tiles.add(cells);
    }
    tiles.end(SortedCells.ofParts(layout, List.of()));
    files.delete(runs);
    runs.clear();
  }

  /**
   * Merges adjacent runs into one so that the others can be merged with it in one step, or as many
   * runs as possible. Chooses the runs with the fewest cells.
   */
  private void mergeSome() {
    int number = Math.min(ways, runs.size() - ways + 1);
    int first = 0;
    long min = Long.MAX_VALUE;
    for (int from = 0; from + number <= runs.size(); from++) {
      long cells = 0;
      for (SpilledRun run : runs.subList(from, from + number)) {
        cells += run.cells();
      }
      if (cells < min) {
        min = cells;
        first = from;
      }
    }
    List<SpilledRun> merged = List.copyOf(runs.subList(first, first + number));
    RunMerge merge = new RunMerge(files, merged, sorter, duplicates, resources);
    RunFiles.RunWriter writer = files.begin();
    for (SortedCells cells = merge.next(); cells != null; cells = merge.next()) {
      writer.add(cells);
    }
    files.delete(merged);
    runs.subList(first, first + number).clear();
    runs.add(first, writer.finish());
  }

  @Override
  public void close() {
    releaseWaiting();
    files.close();
  }
}
