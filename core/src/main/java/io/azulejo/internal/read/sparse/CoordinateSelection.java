package io.azulejo.internal.read.sparse;

import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.read.request.RowSelection;
import io.azulejo.internal.read.tile.CoordinateReader;
import io.azulejo.internal.read.tile.FieldReader;
import io.azulejo.internal.read.tile.TextRuns;
import io.azulejo.internal.read.tile.TileParts;
import io.azulejo.internal.snapshot.fragment.KeyZones;
import io.azulejo.schema.Datatype;
import java.util.ArrayList;
import java.util.List;

/**
 * Decodes the coordinates of a tile and selects its cells by them. If dimensions select
 * independently, they are processed one after another, the most selective ones first. Once few
 * cells are left, all others are dropped. Later dimensions then decode only the chunks that hold
 * remaining cells.
 */
final class CoordinateSelection {
  private final SparseQuery query;
  private final SparseTile tile;
  private final Slab slab;
  private final CoordinateReader reader;
  private final boolean[] needed;
  private final TileParts[] parts;
  private final FieldReader timesReader;
  private final TileParts timesParts;

  /** The cells that are selected so far. */
  private SelectedTile cells;

  /** The rows that are left after tests that are not applied to the cells yet, or null. */
  private RowSelection rows;

  private CoordinateSelection(SparseQuery query, SparseTile tile, Slab slab) {
    this.query = query;
    this.tile = tile;
    this.slab = slab;
    this.reader = tile.owner().coordinates();
    this.needed = decidingDimensions(query, tile, slab.holds(tile));
    this.parts = needsAny() ? reader.parts(tile.number(), needed) : new TileParts[0];
    this.timesReader = query.ordersByTime(tile.owner().fragment()) ? tile.owner().times() : null;
    this.timesParts = timesReader == null ? null : timesReader.parts(tile.number());
  }

  /**
   * Adds the selection of the cells of tiles in a slab to a step.
   *
   * @return the selections, whose results {@link #selected} returns after the step
   */
  static List<CoordinateSelection> of(
      SparseQuery query, List<SparseTile> tiles, Slab slab, TileLoad load) {
    List<CoordinateSelection> selections = new ArrayList<>(tiles.size());
    for (SparseTile tile : tiles) {
      CoordinateSelection selection = new CoordinateSelection(query, tile, slab);
      selection.addTo(load);
      selections.add(selection);
    }
    return selections;
  }

  /** Returns the tiles that have selected cells. */
  static List<SelectedTile> selected(List<CoordinateSelection> selections) {
    List<SelectedTile> selected = new ArrayList<>(selections.size());
    for (CoordinateSelection selection : selections) {
      if (selection.cells.selected > 0) {
        selected.add(selection.cells);
      }
    }
    return selected;
  }

  /**
   * Returns the dimensions whose coordinates are needed to select or sort the cells of a tile.
   *
   * @param inSlab whether all cells of the tile are in the slab
   */
  private static boolean[] decidingDimensions(SparseQuery query, SparseTile tile, boolean inSlab) {
    SparseSelection selection = query.selection();
    boolean[] deciding = new boolean[query.dimensions().size()];
    for (int d = 0; d < deciding.length; d++) {
      deciding[d] =
          query.order() != null
              || selection.repeats()
              || !inSlab
              || (!tile.covered() && selection.decides(tile, d));
    }
    return deciding;
  }

  private boolean needsAny() {
    boolean any = false;
    for (boolean one : needed) {
      any |= one;
    }
    return any;
  }

  private void addTo(TileLoad load) {
    load.fetch(parts);
    load.fetch(timesParts);
    if (parts.length > 0 || timesParts != null) {
      load.count(tile);
    }
    load.onceFetched(this::run);
  }

  private void run(ScratchPool.TaskBuffers buffers) {
    long[] times =
        timesParts == null
            ? null
            : timesReader
                .decode(tile.number(), tile.cells(), timesParts, buffers.scratch())
                .toLongs(tile.cells());
    cells = SelectedTile.all(tile, times);
    if (query.cutsTimes(tile.owner().fragment())) {
      rows().keep(row -> query.times().contains(times[row]));
      apply();
    }
    if (parts.length > 0 && reader.isZipped()) {
      decodeZipped(buffers);
    }
    if (!tile.covered()) {
      List<SparseSelection.Step> steps = query.selection().steps(tile);
      leaveOutZones(steps);
      for (SparseSelection.Step step : steps) {
        if (cells.selected > 0) {
          take(step, buffers);
        }
      }
    }
    for (int d = 0; d < needed.length && cells.selected > 0; d++) {
      decode(d, buffers);
    }
    if (cells.selected > 0) {
      if (!slab.holds(tile)) {
        slab.select(cells, rows());
      }
      if (!tile.covered()) {
        query.selection().select(cells, rows());
      }
      apply();
    }
  }

  /**
   * Returns the remaining rows. They are created only after decoding has started, because that may
   * reduce the number of rows.
   */
  private RowSelection rows() {
    if (rows == null) {
      rows = new RowSelection(cells.size());
    }
    return rows;
  }

  /** Applies the tests so far to the cells. */
  private void apply() {
    if (rows != null) {
      SelectedTile selected = cells.select(rows);
      cells = selected.compactIfFew();
      rows = cells == selected ? rows : null;
    }
  }

  /**
   * Deselects the cells of zones that cannot contain selected coordinates, if earlier reads
   * recorded the zone bounds.
   */
  private void leaveOutZones(List<SparseSelection.Step> steps) {
    for (SparseSelection.Step step : steps) {
      int d = step.dimension();
      long[] bounds = hasZones(d) ? zones(d).bounds(tile.number()) : null;
      if (bounds == null || cells.kept() != null) {
        continue;
      }
      int[] ends = new int[bounds.length / 2];
      boolean[] mayHold = new boolean[ends.length];
      boolean all = true;
      for (int zone = 0; zone < ends.length; zone++) {
        ends[zone] = Math.min(tile.cells(), (zone + 1) * zones(d).cells());
        mayHold[zone] = step.mayHold(bounds[2 * zone], bounds[2 * zone + 1]);
        all &= mayHold[zone];
      }
      if (!all) {
        rows().keepRuns(ends, zone -> mayHold[zone]);
      }
    }
    apply();
  }

  /**
   * Returns whether the keys of a dimension equal the stored coordinates, so that zones apply. A
   * merge normalizes some keys.
   */
  private boolean hasZones(int d) {
    return !tile.owner().isText(d) && !query.merging();
  }

  private KeyZones zones(int d) {
    return tile.owner().fragment().zones(query.dimensions().get(d));
  }

  /** Selects cells by the coordinates of one dimension. */
  private void take(SparseSelection.Step step, ScratchPool.TaskBuffers buffers) {
    int d = step.dimension();
    if (cells.kept() == null && !reader.isZipped() && reader.reader(d).givesRuns()) {
      TextRuns runs =
          reader.reader(d).decodeRuns(tile.number(), tile.cells(), parts[d], buffers.scratch());
      step.ranges().select(runs, rows());
      apply();
      cells = cells.with(d, runs.rows(cells.kept()), null, false);
      return;
    }
    if (scan(step, buffers)) {
      return;
    }
    decode(d, buffers);
    if (cells.kept() == null && hasZones(d)) {
      zones(d).addTile(tile.number(), cells.keys[d]);
    }
    step.select(cells, rows());
    apply();
  }

  /**
   * Decodes the coordinates of one dimension chunk by chunk and keeps only selected cells. This
   * requires that no cell has been dropped and nothing else is decoded.
   *
   * @return whether it did so
   */
  private boolean scan(SparseSelection.Step step, ScratchPool.TaskBuffers buffers) {
    int d = step.dimension();
    if (rows != null
        || cells.kept() != null
        || cells.isDecoded()
        || !hasZones(d)
        || reader.isZipped()
        || reader.reader(d).isChecked()) {
      return false;
    }
    KeyScan.Selected found = KeyScan.select(step, tile, parts[d].fixed(), zones(d), buffers);
    if (found != null) {
      cells = cells.keeping(found.rows(), d, found.keys(), found.column());
    }
    return found != null;
  }

  private void decode(int d, ScratchPool.TaskBuffers buffers) {
    if (needed[d] && cells.coordinates[d] == null) {
      take(
          d, reader.reader(d).decode(tile.number(), tile.cells(), cells.kept(), parts[d], buffers));
    }
  }

  private void decodeZipped(ScratchPool.TaskBuffers buffers) {
    CellColumn[] all = reader.decode(tile.number(), tile.cells(), parts, buffers.scratch());
    int[] kept = cells.kept();
    for (int d = 0; d < all.length; d++) {
      take(d, kept == null ? all[d] : all[d].take(kept, tile.owner().coordinateSize(d)));
    }
  }

  /** Adds the coordinates of a dimension, and their keys unless they are strings. */
  private void take(int d, CellColumn column) {
    if (tile.owner().isText(d)) {
      cells = cells.with(d, column, null, false);
      return;
    }
    Datatype type = query.dimensions().get(d).type();
    long[] keys = new long[cells.size()];
    CoordinateKeys.decode(type, column.data(), column.start(), keys.length, keys);
    boolean negativeZero = false;
    if (query.merging() && type.isFloatingPoint()) {
      for (int i = 0; i < keys.length; i++) {
        long place = CoordinateKeys.place(type, keys[i]);
        negativeZero |= place != keys[i];
        keys[i] = place;
      }
    }
    cells = cells.with(d, column, keys, negativeZero);
  }
}
