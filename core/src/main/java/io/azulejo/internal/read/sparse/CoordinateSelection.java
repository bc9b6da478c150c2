package io.azulejo.internal.read.sparse;

import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.read.request.RowSelection;
import io.azulejo.internal.read.tile.CoordinateReader;
import io.azulejo.internal.read.tile.FieldReader;
import io.azulejo.internal.read.tile.TextRuns;
import io.azulejo.internal.read.tile.TilePart;
import io.azulejo.internal.read.tile.TileParts;
import io.azulejo.internal.snapshot.fragment.KeyZones;
import io.azulejo.schema.Datatype;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Decodes the coordinates of a tile and selects its cells by them. If dimensions select
 * independently, they are processed one after another, the most selective ones first. Once few
 * cells are left, the tile drops all others. Later dimensions then decode only the chunks that hold
 * remaining cells.
 */
final class CoordinateSelection {
  private final SparseQuery query;
  private final SparseTile tile;
  private final Slab slab;
  private final CoordinateReader reader;
  private final boolean[] needed;
  private final TileParts[] parts;
  private RowSelection rows;

  /** Creates the selection of a tile that has no decoded coordinates yet. */
  CoordinateSelection(SparseQuery query, SparseTile tile, Slab slab) {
    this.query = query;
    this.tile = tile;
    this.slab = slab;
    this.reader = tile.owner().coordinates();
    this.needed = query.decidingDimensions(tile, slab.holds(tile));
    this.parts = needsAny() ? reader.parts(tile.number(), needed) : new TileParts[0];
  }

  private boolean needsAny() {
    boolean any = false;
    for (boolean one : needed) {
      any |= one;
    }
    return any;
  }

  /**
   * Adds the coordinate parts that must be fetched before {@link #run}. Returns whether there are
   * any.
   */
  boolean addTo(List<TilePart> wanted) {
    for (TileParts some : parts) {
      if (some != null) {
        some.addTo(wanted);
      }
    }
    return parts.length > 0;
  }

  /**
   * Decodes the coordinates and selects cells. If the query orders by time, the cell times must
   * already be decoded.
   */
  void run(ScratchPool.TaskBuffers buffers) {
    if (query.cutsTimes(tile)) {
      rows().keep(row -> query.times().contains(tile.times[row]));
      selected();
    }
    if (parts.length > 0 && reader.isZipped()) {
      decodeZipped(buffers);
    }
    if (!tile.covered) {
      int[] steps = query.selection().steps(tile);
      leaveOutZones(steps);
      for (int d : steps) {
        if (tile.selected > 0) {
          step(d, buffers);
        }
      }
    }
    for (int d = 0; d < needed.length && tile.selected > 0; d++) {
      decode(d, buffers);
    }
    if (tile.selected > 0) {
      if (!slab.holds(tile)) {
        slab.select(tile, rows());
      }
      if (!tile.covered) {
        query.selection().select(tile, rows());
      }
      selected();
    }
  }

  /**
   * Returns the remaining rows. They are created only after decoding has started, because that may
   * reduce the tile's size.
   */
  private RowSelection rows() {
    if (rows == null) {
      rows = new RowSelection(tile.size());
    }
    return rows;
  }

  /**
   * Deselects the cells of zones that cannot contain selected coordinates, if earlier reads
   * recorded the zone bounds.
   */
  private void leaveOutZones(int[] steps) {
    for (int d : steps) {
      long[] bounds = hasZones(d) ? zones(d).bounds(tile.number()) : null;
      if (bounds == null || tile.kept() != null) {
        continue;
      }
      int[] ends = new int[bounds.length / 2];
      boolean[] mayHold = new boolean[ends.length];
      boolean all = true;
      for (int zone = 0; zone < ends.length; zone++) {
        ends[zone] = Math.min(tile.cells(), (zone + 1) * zones(d).cells());
        mayHold[zone] = query.selection().mayHold(d, bounds[2 * zone], bounds[2 * zone + 1]);
        all &= mayHold[zone];
      }
      if (!all) {
        rows().keepRuns(ends, zone -> mayHold[zone]);
      }
    }
    selected();
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
  private void step(int d, ScratchPool.TaskBuffers buffers) {
    if (tile.kept() == null && !reader.isZipped() && reader.reader(d).givesRuns()) {
      TextRuns runs =
          reader.reader(d).decodeRuns(tile.number(), tile.cells(), parts[d], buffers.scratch());
      query.selection().select(runs, d, rows());
      selected();
      tile.coordinates[d] = runs.rows(tile.kept());
      return;
    }
    if (scan(d, buffers)) {
      return;
    }
    decode(d, buffers);
    if (tile.kept() == null && hasZones(d)) {
      zones(d).addTile(tile.number(), tile.keys[d]);
    }
    query.selection().select(tile, d, rows());
    selected();
  }

  /**
   * Decodes the coordinates of one dimension chunk by chunk and keeps only selected cells. This
   * requires that no cell has been dropped and nothing else is decoded.
   *
   * @return whether it did so
   */
  private boolean scan(int d, ScratchPool.TaskBuffers buffers) {
    if (rows != null
        || tile.kept() != null
        || tile.times != null
        || Arrays.stream(tile.coordinates).anyMatch(Objects::nonNull)
        || !hasZones(d)
        || reader.isZipped()
        || reader.reader(d).isChecked()) {
      return false;
    }
    KeyScan.Selected cells =
        KeyScan.select(query.selection(), d, tile, parts[d].fixed(), zones(d), buffers);
    if (cells != null) {
      tile.keep(cells.rows(), d, cells.keys(), cells.column());
    }
    return cells != null;
  }

  /** Applies the current selection to the tile. */
  private void selected() {
    if (rows != null) {
      tile.select(rows);
      rows = tile.compactIfFew(query) ? null : rows;
    }
  }

  private void decode(int d, ScratchPool.TaskBuffers buffers) {
    if (needed[d] && tile.coordinates[d] == null) {
      FieldReader field = reader.reader(d);
      tile.coordinates[d] =
          field.decode(tile.number(), tile.cells(), tile.kept(), parts[d], buffers);
      makeKeys(d);
    }
  }

  private void decodeZipped(ScratchPool.TaskBuffers buffers) {
    tile.take(
        reader.decode(tile.number(), tile.cells(), parts, buffers.scratch()), query.dimensions());
    for (int d = 0; d < needed.length; d++) {
      makeKeys(d);
    }
  }

  private void makeKeys(int d) {
    if (tile.owner().isText(d)) {
      return;
    }
    Datatype type = query.dimensions().get(d).type();
    long[] keys = new long[tile.size()];
    CellColumn column = tile.coordinates[d];
    CoordinateKeys.decode(type, column.data(), column.start(), keys.length, keys);
    if (query.merging() && type.isFloatingPoint()) {
      for (int i = 0; i < keys.length; i++) {
        long place = CoordinateKeys.place(type, keys[i]);
        tile.hasNegativeZero |= place != keys[i];
        keys[i] = place;
      }
    }
    tile.keys[d] = keys;
  }
}
