package io.azulejo.internal.write.sparse;

import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.internal.write.fragment.FragmentLayout;
import io.azulejo.internal.write.fragment.TileSource;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.ArraySchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Writes cells of a sparse array that come in its own order, with all that is known of them, to new
 * fragments. Nothing is checked: cells of the same coordinates are written as they come. For one
 * thread at a time.
 */
public final class SparseMergeWriter implements AutoCloseable {
  private final CellLayout layout;
  private final SparseFragmentSeries fragments;
  private final TileCutter tiles;
  private boolean complete;

  /**
   * Begins the first fragment.
   *
   * @param times what the cells are of
   * @param timestamps whether the fragments hold the time of each cell
   * @param processedConditions where the fragments hold the time of each cell's deletion and its
   *     condition: the conditions, as these count them
   * @param maxFragmentSize the bytes of data files after which a new fragment begins
   * @param older fragments of the same times that the new ones have to come after
   */
  public SparseMergeWriter(
      WritableArray array,
      TimeRange times,
      boolean timestamps,
      Optional<List<String>> processedConditions,
      long maxFragmentSize,
      Collection<FragmentName> older,
      Resources resources) {
    int specials = (timestamps ? 1 : 0) + (processedConditions.isPresent() ? 2 : 0);
    layout = new CellLayout(array.schema().schema(), specials, Optional.empty());
    fragments =
        new SparseFragmentSeries(
            array,
            FragmentLayout.of(array, timestamps, processedConditions),
            times,
            maxFragmentSize,
            older,
            resources);
    tiles = new TileCutter(fragments, layout);
  }

  /**
   * Adds cells, after those before.
   *
   * @param parts for each part a column for each attribute, dimension and special field, each kind
   *     in its order
   * @param partOf for each cell its part
   * @param rowOf for each cell its row there
   * @param count the number of cells
   */
  public void add(List<CellColumn[]> parts, int[] partOf, int[] rowOf, int count) {
    tiles.add(cells(parts, partOf, rowOf, count));
  }

  /** Whether the next cell begins a tile. */
  public boolean isAtBoundary() {
    return tiles.isAtBoundary();
  }

  /**
   * Adds tiles, after the cells before; only where the next cell begins a tile. All have as many
   * cells as the array's tiles.
   */
  public void add(TileSource some) {
    fragments.write(some);
  }

  /** How a field is kept: an attribute, a dimension or a special field, in this order. */
  public FieldStorage storage(int field) {
    return fragments.storage(field);
  }

  private SortedCells cells(List<CellColumn[]> parts, int[] partOf, int[] rowOf, int count) {
    ArraySchema schema = layout.schema();
    int first = schema.attributes().size();
    int end = first + schema.dimensions().size();
    int[] rows = new int[parts.size()];
    for (int i = 0; i < count; i++) {
      rows[partOf[i]]++;
    }
    List<CellPart> all = new ArrayList<>();
    for (int p = 0; p < rows.length; p++) {
      all.add(
          new CellPart(
              parts.get(p),
              Arrays.copyOfRange(parts.get(p), first, end),
              rows[p],
              CoordinateBounds.UNKNOWN,
              new RowNumbers(0, rows[p], false)));
    }
    return new SortedCells(layout, all, partOf, rowOf, count);
  }

  /**
   * Completes the last fragment: when this returns, all files are durable, and closing this does
   * nothing any more.
   *
   * @return the names of the fragments; none where there were no cells
   */
  public List<FragmentName> complete() {
    tiles.end(SortedCells.asTheyLie(layout, List.of()));
    List<FragmentName> names = fragments.complete();
    complete = true;
    return names;
  }

  /** The number of tiles so far. */
  public long tiles() {
    return fragments.tiles();
  }

  /** The bytes of all data files so far. */
  public long bytes() {
    return fragments.bytes();
  }

  /** Deletes what was written, unless it was completed. */
  @Override
  public void close() {
    if (!complete) {
      complete = true;
      fragments.close();
    }
  }
}
