package io.azulejo.internal.write.sparse;

import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.internal.write.fragment.FragmentLayout;
import io.azulejo.internal.write.fragment.TileSource;
import io.azulejo.query.TimeRange;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Writes cells of a sparse array to new fragments, in the array's global order, including their
 * special fields. Nothing is checked, and cells with equal coordinates are all written. Not safe
 * for use by several threads at once.
 */
public final class SparseMergeWriter implements AutoCloseable {
  private final CellLayout layout;
  private final SparseFragmentSeries fragments;
  private final TileCutter tiles;
  private boolean complete;

  /**
   * Begins the first fragment.
   *
   * @param times timestamps of the cells
   * @param timestamps whether the fragments store a timestamp per cell
   * @param processedConditions delete conditions that the cells refer to by index; empty if the
   *     fragments do not store deletions
   * @param maxFragmentSize limit of a fragment's data files in bytes; a fragment of one tile may
   *     exceed it
   * @param older fragments of the same times; the names of the new fragments sort after them
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
    layout = new CellLayout(array.schema().schema(), specials);
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
   * Adds cells, which must sort after the previous ones.
   *
   * @param parts for each part, its columns: attributes, dimensions, special fields, each in schema
   *     order
   * @param partOf index of the part of each cell
   * @param rowOf row of each cell within its part
   * @param count number of cells
   */
  public void add(List<CellColumn[]> parts, int[] partOf, int[] rowOf, int count) {
    tiles.add(cells(parts, partOf, rowOf, count));
  }

  /** Returns whether the next cell begins a new tile. */
  public boolean isAtBoundary() {
    return tiles.isAtBoundary();
  }

  /**
   * Adds whole tiles after the previous cells. Call this method only if {@link #isAtBoundary}. Each
   * tile must have as many cells as the array's tile capacity.
   */
  public void add(TileSource some) {
    fragments.write(some);
  }

  /**
   * Returns how a field is stored. Fields are counted as attributes, then dimensions, then special
   * fields.
   */
  public FieldStorage storage(int field) {
    return fragments.storage(field);
  }

  private SortedCells cells(List<CellColumn[]> parts, int[] partOf, int[] rowOf, int count) {
    int[] rows = new int[parts.size()];
    for (int i = 0; i < count; i++) {
      rows[partOf[i]]++;
    }
    List<CellPart> all = new ArrayList<>();
    for (int p = 0; p < rows.length; p++) {
      CellPart.RowNumbers numbers = new CellPart.RowNumbers(0, rows[p], false);
      all.add(new CellPart(layout.schema(), parts.get(p), rows[p], numbers, false));
    }
    return new SortedCells(layout, all, partOf, rowOf, count);
  }

  /**
   * Completes the last fragment. All files are durable when this method returns, and closing the
   * writer then has no effect.
   *
   * @return the names of the fragments; empty if no cells were added
   */
  public List<FragmentName> complete() {
    tiles.end(SortedCells.ofParts(layout, List.of()));
    List<FragmentName> names = fragments.complete();
    complete = true;
    return names;
  }

  /** Returns the number of tiles so far. */
  public long tiles() {
    return fragments.tiles();
  }

  /** Returns the size of all data files so far in bytes. */
  public long bytes() {
    return fragments.bytes();
  }

  /** Deletes the fragments unless they were completed. */
  @Override
  public void close() {
    if (!complete) {
      complete = true;
      fragments.close();
    }
  }
}
