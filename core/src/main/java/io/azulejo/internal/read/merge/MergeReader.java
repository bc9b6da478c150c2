package io.azulejo.internal.read.merge;

import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.order.CellKeys;
import io.azulejo.internal.read.condition.PendingDeletion;
import io.azulejo.internal.read.request.DimensionRanges;
import io.azulejo.internal.read.sparse.CellOrder;
import io.azulejo.internal.read.sparse.FieldLoad;
import io.azulejo.internal.read.sparse.LoadedTile;
import io.azulejo.internal.read.sparse.RangeSelection;
import io.azulejo.internal.read.sparse.SelectedSlabs;
import io.azulejo.internal.read.sparse.SlabReader;
import io.azulejo.internal.read.sparse.SparseConditions;
import io.azulejo.internal.read.sparse.SparseFragment;
import io.azulejo.internal.read.sparse.SparseQuery;
import io.azulejo.internal.read.sparse.SparseTile;
import io.azulejo.internal.read.tile.Coverage;
import io.azulejo.internal.read.tile.FieldReader;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.internal.snapshot.fragment.TileEdges;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Layout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Reads all cells of some sparse fragments in the array's global order, slab by slab, with the
 * times of the cells and of their deletions. Older versions of cells are included unless the {@link
 * Rules} exclude them. A reader may be used by one thread at a time.
 */
public final class MergeReader implements AutoCloseable {
  private final SparseQuery query;
  private final Rules rules;
  private final DeletionMarks marks;
  private final boolean deletions;
  private final boolean marked;
  private final CellColumn[] fills;
  private final List<SparseTile> tiles;
  private final Deque<MergeSegments.Segment> segments = new ArrayDeque<>();
  private final Map<SparseFragment, Optional<TileEdges>> edges = new IdentityHashMap<>();
  private final ReadScope scope;
  private final long slabBytes;
  private final long cells;
  private long cellsRead;
  private SelectedSlabs slabs;

  /**
   * Determines which cells and special columns the result contains.
   *
   * @param timestamps whether the result has a column of cell times
   * @param marks whether the result has columns for the time and the condition of deletions, if any
   *     cell may have been deleted. Otherwise deleted cells are dropped. If the array does not
   *     allow duplicates, all older cells with the same coordinates are dropped too.
   * @param unique whether only the newest of several cells with the same coordinates is kept
   * @param duplicates whether the array allows several cells with the same coordinates
   */
  public record Rules(boolean timestamps, boolean marks, boolean unique, boolean duplicates) {}

  /**
   * Creates a reader and loads the fragment metadata that it needs.
   *
   * @param snapshot snapshot of the array at all times
   * @param inputs fragments of the snapshot, oldest first
   * @param pending a deletion to apply in addition to the array's deletions
   */
  public MergeReader(
      Snapshot snapshot,
      List<Fragment> inputs,
      Rules rules,
      Optional<PendingDeletion> pending,
      ReadScope scope) {
    this.rules = rules;
    this.scope = scope;
    ArraySchema schema = snapshot.schema().schema();
    List<OutputField> fields = new ArrayList<>();
    for (Attribute attribute : schema.attributes()) {
      fields.add(OutputField.of(attribute));
    }
    DimensionRanges[] everything = new DimensionRanges[schema.dimensions().size()];
    for (int d = 0; d < everything.length; d++) {
      Dimension dimension = schema.dimensions().get(d);
      fields.add(OutputField.of(dimension, d));
      everything[d] = DimensionRanges.everything(dimension);
    }
    SparseConditions conditions = SparseConditions.of(snapshot, Optional.empty(), pending, fields);
    query =
        new SparseQuery(
            schema.dimensions(),
            conditions.columns(),
            fields.size(),
            new RangeSelection(schema, everything, false),
            TimeRange.ALL,
            new CellKeys(schema, Layout.GLOBAL_ORDER),
            false,
            true);
    List<SparseFragment> fragments =
        scope.io(
            inputs.size(),
            age -> {
              Fragment input = inputs.get(age);
              SparseFragment.Needs needs = query.needs(input, conditions.of(input));
              return new SparseFragment(input, age, needs, snapshot.key());
            });
    deletions =
        fragments.stream().anyMatch(f -> f.deletions() != null || !f.conditions().isEmpty());
    marked = deletions && rules.marks();
    marks = new DeletionMarks(snapshot, pending, inputs);
    tiles = new ArrayList<>();
    for (int age = fragments.size() - 1; age >= 0; age--) {
      for (int tile = 0; tile < inputs.get(age).tiles(); tile++) {
        tiles.add(new SparseTile(fragments.get(age), tile, true));
      }
    }
    cells = tiles.stream().mapToLong(tile -> tile.cells()).sum();
    fills = fills(tiles);
    slabBytes = SlabReader.sortedBytes(tiles, scope);
    segments.add(new MergeSegments.Segment(tiles, false));
  }

  /**
   * Lets the reader pass on whole tiles that do not overlap with any other fragment. Must be called
   * before the first {@link #next}.
   *
   * @param capacity cells per tile of the result
   * @param alike whether any part of a fragment's tiles can be copied without encoding it again
   */
  public void copyTiles(long capacity, Predicate<Fragment> alike) {
    Set<SparseFragment> full = Collections.newSetFromMap(new IdentityHashMap<>());
    for (SparseTile tile : tiles) {
      if (tile.cells() == capacity && isUnchanged(tile.owner())) {
        full.add(tile.owner());
      }
    }
    full.removeIf(owner -> !alike.test(owner.fragment()));
    if (full.isEmpty()) {
      return;
    }
    Set<SparseFragment> known = Collections.newSetFromMap(new IdentityHashMap<>());
    known.addAll(full);
    if (query.order().isHilbert()) {
      tiles.forEach(tile -> known.add(tile.owner()));
    }
    scope.io(
        List.copyOf(known),
        owner -> {
          Optional<TileEdges> found = owner.fragment().edges();
          synchronized (edges) {
            edges.put(owner, found);
          }
          return null;
        });
    segments.clear();
    segments.addAll(
        MergeSegments.of(
            tiles,
            query.order(),
            capacity,
            tile -> full.contains(tile.owner()) && isWholeAfterDeletions(tile),
            this::edges));
  }

  private Optional<TileEdges> edges(SparseFragment owner) {
    return edges.getOrDefault(owner, Optional.empty());
  }

  /** Returns whether a fragment's cells are in global order and none of them must be removed. */
  private boolean isUnchanged(SparseFragment owner) {
    return owner.fragment().version().keepsGlobalOrder()
        && !rules.unique()
        && (marked || owner.deletions() == null);
  }

  /**
   * Returns whether none of the deletions that the fragment has not yet applied affects a cell of a
   * tile.
   */
  private static boolean isWholeAfterDeletions(SparseTile tile) {
    return tile.owner().conditions().stream()
        .allMatch(
            condition -> condition.outcome(tile.owner().fragment(), tile.number()) == Coverage.ALL);
  }

  /**
   * Returns a column of fill values for each attribute that some fragment lacks; null for other
   * fields.
   */
  private CellColumn[] fills(List<SparseTile> tiles) {
    CellColumn[] columns = new CellColumn[query.outputs()];
    for (int f = 0; f < columns.length; f++) {
      OutputField field = query.columns().get(f);
      int maxCells = 0;
      for (SparseTile tile : tiles) {
        maxCells = tile.owner().column(f) == null ? Math.max(maxCells, tile.cells()) : maxCells;
      }
      columns[f] = field.isDimension() || maxCells == 0 ? null : FieldReader.fill(field, maxCells);
    }
    return columns;
  }

  /**
   * Returns the markers of the deletion conditions, in the order of their numbers in the column of
   * conditions. The result is empty if the reader has no deletion columns.
   */
  public Optional<List<String>> conditions() {
    return marked ? Optional.of(marks.markers()) : Optional.empty();
  }

  /** Returns the number of cells in all inputs. */
  public long cells() {
    return cells;
  }

  /** Returns the number of cells that were read so far, including cells that were dropped. */
  public long cellsRead() {
    return cellsRead;
  }

  /**
   * Returns the next step of the merge. The caller must close it.
   *
   * @param atBoundary whether the next cell begins a tile of the result
   * @return null after the last cells
   */
  public MergeStep next(boolean atBoundary) {
    while (true) {
      while (slabs != null && slabs.hasNext()) {
        MergedCells some = nextSlab();
        if (some != null) {
          return some;
        }
      }
      MergeSegments.Segment segment = segments.poll();
      if (segment == null) {
        return null;
      }
      slabs = null;
      if (segment.alone() && atBoundary) {
        cellsRead += segment.tiles().stream().mapToLong(tile -> tile.cells()).sum();
        return new StoredTiles(
            segment.tiles(), query, rules.timestamps(), marked, marks, this::edges, fills, scope);
      }
      slabs = new SlabReader(query, segment.tiles(), slabBytes, slabBytes, scope);
    }
  }

  /** Returns the remaining cells of the next slab, or null if it has none. */
  private MergedCells nextSlab() {
    SelectedSlabs.Selected slab = slabs.next(slabBytes);
    try {
      MergedCells cells = merged(slab);
      if (cells == null) {
        slab.lease().close();
      }
      return cells;
    } catch (RuntimeException | Error e) {
      slab.lease().close();
      throw e;
    }
  }

  /** Sorts the cells of a slab, loads their columns and removes the cells that are dropped. */
  private MergedCells merged(SelectedSlabs.Selected slab) {
    BitSet repeats = new BitSet();
    CellOrder order = CellOrder.versions(slab.tiles(), query.order(), repeats, scope::merge);
    cellsRead += order.count();
    List<LoadedTile> tiles =
        FieldLoad.all(query, LoadedTile.of(slab.tiles()), fills, slab.stepBytes(), scope);
    List<DeletionMarks.OfTile> deleted =
        deletions
            ? scope.merge(tiles, marks::of)
            : Collections.nCopies(tiles.size(), DeletionMarks.OfTile.NONE);
    tiles.replaceAll(tile -> tile.tested(query.outputs()));
    if (rules.duplicates()) {
      repeats.clear();
    }
    if (!repeats.isEmpty() || (deletions && !marked)) {
      scope.counters().merging(() -> removeHidden(tiles, deleted, order, repeats));
    }
    return order.count() == 0
        ? null
        : new MergedCells(columns(tiles, deleted), order, slab.lease());
  }

  /**
   * Removes the cells that are dropped. If cells have the same coordinates and time, only the one
   * of the newest fragment is kept, because no read returns the others.
   */
  private CellOrder removeHidden(
      List<LoadedTile> tiles, List<DeletionMarks.OfTile> deleted, CellOrder order, BitSet repeats) {
    boolean drops = deletions && !marked;
    BitSet out = new BitSet(order.count());
    boolean older = false;
    long last = 0;
    for (int i = 0; i < order.count(); i++) {
      int tile = order.tileOf()[i];
      int row = order.rowOf()[i];
      boolean repeated = repeats.get(i);
      long time = tiles.get(tile).time(row);
      older &= repeated;
      boolean hidden = repeated && (rules.unique() || time == last);
      boolean dropped = drops && deleted.get(tile).isDeleted(row);
      if (older || hidden || dropped) {
        out.set(i);
      }
      older |= dropped && !hidden && !rules.duplicates();
      last = time;
    }
    order.remove(out);
    return order;
  }

  private List<CellColumn[]> columns(List<LoadedTile> tiles, List<DeletionMarks.OfTile> deleted) {
    List<CellColumn[]> parts = new ArrayList<>();
    for (int t = 0; t < tiles.size(); t++) {
      LoadedTile tile = tiles.get(t);
      CellColumn[] columns = new CellColumn[query.outputs() + specials()];
      int at = 0;
      for (; at < query.outputs(); at++) {
        columns[at] = tile.column(at);
      }
      if (rules.timestamps()) {
        columns[at++] =
            tile.times() == null
                ? CellColumn.same(tile.tile().owner().fragment().name().t1())
                : CellColumn.of(tile.times());
      }
      if (marked) {
        columns[at++] = deleted.get(t).timesColumn();
        columns[at] = deleted.get(t).conditionsColumn();
      }
      parts.add(columns);
    }
    return parts;
  }

  private int specials() {
    return (rules.timestamps() ? 1 : 0) + (marked ? 2 : 0);
  }

  /** Returns reserved memory to the budget. May be called after a failure. */
  @Override
  public void close() {
    if (slabs != null) {
      slabs.close();
    }
  }
}
