package io.azulejo.internal.write.scattered;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.runtime.Cleanup;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.internal.write.dense.DenseMergeWriter;
import io.azulejo.internal.write.dense.OrderedAttributes;
import io.azulejo.internal.write.sparse.SortedCellSink;
import io.azulejo.internal.write.sparse.SortedCells;
import io.azulejo.query.Progress;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.NDRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Groups cells that arrive in global order by tile and writes the tiles, box after box. The cells
 * of the last tile may be incomplete, so they are copied and wait for the next cells.
 */
final class TileCollector implements SortedCellSink, AutoCloseable {
  /** Maximum number of empty tiles that are assembled at once. */
  private static final int MOST_EMPTY = 1 << 12;

  private final WritableArray array;
  private final TimeRange times;
  private final long maxFragmentSize;
  private final Resources resources;
  private final boolean refusing;
  private final MissingValues missing;

  /**
   * Difference between a cell's size in a tile and its size while it waits: offsets are added, and
   * coordinates are dropped.
   */
  private final long besidesValues;

  /**
   * Upper limit for the estimated size of a tile. An estimate from a mean must not demand more
   * memory than the budget has.
   */
  private final long largest;

  private final List<DenseMergeWriter> writers = new ArrayList<>();
  private final List<FragmentName> names = new ArrayList<>();
  private final List<SortedCells> waiting = new ArrayList<>();
  private final List<MemoryBudget.Lease> leases = new ArrayList<>();
  private int[] waitingPlaces = new int[0];
  private int waitingCells;
  private long waitingTile = -1;
  private TileNumbers numbers;
  private List<TileBoxes.Group> boxes = List.of();
  private boolean whole;
  private Optional<OrderedAttributes> orders = Optional.empty();
  private long checked;
  private int box;
  private int tile; // of the tiles of all boxes the next one
  private long bytesBefore;

  /**
   * Creates a collector without cells. Call {@link #begin} or {@link #beginBox} before adding
   * cells.
   *
   * @param refusing whether missing cells are rejected
   * @param missing supplies values for missing cells
   */
  TileCollector(
      WritableArray array,
      TimeRange times,
      long maxFragmentSize,
      boolean refusing,
      MissingValues missing,
      Resources resources) {
    this.array = array;
    this.times = times;
    this.maxFragmentSize = maxFragmentSize;
    this.refusing = refusing;
    this.missing = missing;
    this.resources = resources;
    List<Attribute> attributes = array.schema().schema().attributes();
    this.largest = Math.max(resources.budget().capacity(), MemoryBudget.ALWAYS) / 2;
    this.besidesValues =
        Long.BYTES * attributes.stream().filter(Attribute::isVar).count()
            - array.schema().schema().dimensions().stream().mapToLong(d -> d.type().size()).sum();
  }

  /**
   * Sets the tiles to write. Every tile must receive at least one cell, and other tiles must not
   * receive any.
   */
  void begin(TileNumbers tileNumbers, List<TileBoxes.Group> tiles) {
    numbers = tileNumbers;
    boxes = tiles;
  }

  /**
   * Sets a box whose tiles are all written, including those without cells.
   *
   * @param checkedOrders checks the order of attribute values if all cells of the box are written;
   *     empty if no attribute promises an order
   */
  void beginBox(TileNumbers tileNumbers, NDRange all, Optional<OrderedAttributes> checkedOrders) {
    begin(tileNumbers, List.of(new TileBoxes.Group(all, 0, tileNumbers.tiles())));
    whole = true;
    orders = checkedOrders;
  }

  @Override
  public void add(SortedCells cells) {
    if (cells.count() == 0) {
      return;
    }
    SortedTileCells found = tiles(cells);
    if (found.tiles() == 1 && (waitingCells == 0 || waitingTile == found.lastTile())) {
      hold(found, 0);
      return;
    }
    SortedTileCells all = afterWaiting(found);
    write(all.part(0, all.tiles() - 1));
    letGo();
    hold(all, all.tiles() - 1);
  }

  @Override
  public void end(SortedCells cells) {
    SortedTileCells last = null;
    if (cells.count() > 0) {
      last = afterWaiting(tiles(cells));
    } else if (waitingCells > 0) {
      last =
          new SortedTileCells(
              SortedCells.joined(waiting),
              waitingPlaces,
              new int[] {0, waitingCells},
              new long[] {waitingTile});
    }
    if (last != null) {
      write(last);
      if (whole) {
        writeEmpty(last, boxes.get(0).to());
      }
    }
    letGo();
  }

  /** Groups the next cells by tile and checks the order of their values. */
  private SortedTileCells tiles(SortedCells cells) {
    if (orders.isPresent()) {
      orders.get().check(cells.columns(), cells.count(), checked);
      checked += cells.count();
    }
    return SortedTileCells.of(cells, numbers);
  }

  /** Copies the cells of the last tile to the waiting cells. */
  private void hold(SortedTileCells cells, int last) {
    int from = cells.starts()[last];
    int count = cells.count(last);
    SortedCells copy = cells.cells().copied(from, count);
    leases.add(resources.budget().lease(copy.bytesOfParts()));
    waiting.add(copy);
    if (waitingPlaces.length < waitingCells + count) {
      waitingPlaces =
          Arrays.copyOf(waitingPlaces, Math.max(waitingCells + count, 2 * waitingCells));
    }
    System.arraycopy(cells.places(), from, waitingPlaces, waitingCells, count);
    waitingCells += count;
    waitingTile = cells.lastTile();
  }

  private void letGo() {
    leases.forEach(MemoryBudget.Lease::close);
    leases.clear();
    waiting.clear();
    waitingCells = 0;
  }

  /** Returns the waiting cells followed by the given ones. */
  private SortedTileCells afterWaiting(SortedTileCells next) {
    if (waitingCells == 0) {
      return next;
    }
    List<SortedCells> all = new ArrayList<>(waiting);
    all.add(next.cells());
    int count = waitingCells + next.cells().count();
    int[] places = Arrays.copyOf(waitingPlaces, count);
    System.arraycopy(next.places(), 0, places, waitingCells, next.cells().count());
    int more = waitingTile == next.numbers()[0] ? 0 : 1;
    int[] starts = new int[next.tiles() + more + 1];
    for (int i = 1; i < starts.length; i++) {
      starts[i] = waitingCells + next.starts()[i - more];
    }
    long[] tileNumbers = new long[starts.length - 1];
    System.arraycopy(next.numbers(), 0, tileNumbers, more, next.tiles());
    tileNumbers[0] = waitingTile;
    return new SortedTileCells(SortedCells.joined(all), places, starts, tileNumbers);
  }

  /** Writes the next tiles, which will not receive any more cells. */
  private void write(SortedTileCells cells) {
    int done = 0;
    while (done < cells.tiles()) {
      if (whole) {
        writeEmpty(cells, (int) cells.numbers()[done]);
      }
      int end = whole ? cells.endOfRun(done) : cells.tiles();
      int count = Math.min(end - done, boxes.get(box).to() - tile);
      writeNext(cells.part(done, done + count));
      done += count;
    }
  }

  /** Writes the empty tiles before tile {@code to}. */
  private void writeEmpty(SortedTileCells cells, int to) {
    while (tile < to) {
      writeNext(cells.none(Math.min(to - tile, MOST_EMPTY)));
    }
  }

  /** Writes the next batch of tiles, all of which are in the current box. */
  private void writeNext(SortedTileCells cells) {
    TileBoxes.Group group = boxes.get(box);
    if (tile == group.from()) {
      writers.add(
          new DenseMergeWriter(
              array, group.domain(), times, maxFragmentSize, resourcesOfNextWriter()));
    }
    DenseMergeWriter writer = writers.get(writers.size() - 1);
    write(writer, tile - group.from(), cells);
    tile += cells.tiles();
    if (tile == group.to()) {
      names.addAll(writer.complete());
      bytesBefore += writer.bytes();
      box++;
    }
  }

  private void write(DenseMergeWriter writer, int first, SortedTileCells cells) {
    if (refusing) {
      for (int i = 0; i < cells.tiles(); i++) {
        requireComplete(writer, first + i, cells, i);
      }
    }
    ScatteredTiles source =
        new ScatteredTiles(writer, bytesPerCell(cells.cells()), missing, largest, first, cells);
    try {
      writer.write(source, first, first + cells.tiles());
    } finally {
      source.release();
    }
  }

  /** Returns the estimated size of a cell's values, offsets and validity in a tile. */
  private long bytesPerCell(SortedCells cells) {
    return cells.bytesPerCell() + besidesValues;
  }

  private static void requireComplete(
      DenseMergeWriter writer, int number, SortedTileCells cells, int tile) {
    int all = writer.written(number).cells();
    int lacking = all - cells.count(tile);
    if (lacking == 0) {
      return;
    }
    TileSpans span = cells.spans(tile, writer.written(number));
    while (span.next() && span.came) {
      // Stop at the first missing cell.
    }
    throw new InvalidRequestException(
        ("%d of the %d cells of the tile %s are missing, the first at %s; write them too,"
                + " or fill or keep them (missing: filled or kept)")
            .formatted(lacking, all, writer.text(number), writer.cell(number, span.cell)));
  }

  /** Returns resources whose progress reports include the bytes of earlier writers. */
  private Resources resourcesOfNextWriter() {
    long before = bytesBefore;
    Progress progress = resources.progress();
    return before == 0
        ? resources
        : resources.withProgress((done, total) -> progress.advanced(before + done, total));
  }

  /** Returns the names of all fragments, once the last cells have arrived. */
  List<FragmentName> names() {
    return List.copyOf(names);
  }

  /** Deletes the fragments, whether they are complete or not. */
  @Override
  public void close() {
    letGo();
    List<Runnable> deletions = new ArrayList<>();
    writers.forEach(writer -> deletions.add(writer::delete));
    Cleanup.runAll(deletions);
  }
}
