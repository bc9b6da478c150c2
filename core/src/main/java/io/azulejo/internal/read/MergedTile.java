package io.azulejo.internal.read;

import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.filter.Workers;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.snapshot.TileBox;
import io.azulejo.internal.snapshot.TileGrid;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A tile that is put together from the tiles of fragments. */
final class MergedTile {
  private final DenseQuery query;
  private final DenseTiles tiles;
  private final Region region;

  /** The fragments that cells come from, the oldest first. */
  private final List<DenseSource> sources;

  /** Whether some cells may be in no fragment. */
  private final boolean gaps;

  MergedTile(DenseQuery query, TileBox box, int tile) {
    this.query = query;
    this.tiles = new DenseTiles(query);
    this.region = region(query.grid(), box, tile);
    OwnedRegion owned = visible(OwnedRegion.of(query, region));
    this.sources = owned.sources();
    this.gaps = owned.gaps();
    tiles.add(owned);
  }

  /** The cells of the box in a tile, with their places in the tile. */
  private static Region region(TileGrid grid, TileBox box, int position) {
    int dimensions = grid.dimensions();
    int[] strides = Region.cellStrides(grid);
    long[] tile = new long[dimensions];
    long[] low = new long[dimensions];
    int[] counts = new int[dimensions];
    int[] steps = new int[dimensions];
    int first = 0;
    for (int d = 0; d < dimensions; d++) {
      tile[d] = box.tile(d, position);
      long begin = grid.first(d, tile[d]);
      // A tile at an end of the domain's type may reach beyond it: differences are right.
      long from = grid.tile(d, box.low()[d]) == tile[d] ? box.low()[d] - begin : 0;
      long until =
          grid.tile(d, box.high()[d]) == tile[d] ? box.high()[d] - begin + 1 : grid.extent(d);
      low[d] = begin + from;
      counts[d] = (int) (until - from);
      steps[d] = 1;
      first += (int) from * strides[d];
    }
    return new BoxRegion(grid, tile, low, counts, steps, first, strides);
  }

  /** Without the fragments all of whose cells a newer one has. */
  private static OwnedRegion visible(OwnedRegion owned) {
    List<DenseSource> all = owned.sources();
    List<DenseSource> visible = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      Region part = all.get(i).within(owned.region());
      if (all.subList(i + 1, all.size()).stream().noneMatch(newer -> newer.covers(part))) {
        visible.add(all.get(i));
      }
    }
    List<Integer> outcomes = owned.outcomes().subList(0, visible.size());
    return new OwnedRegion(owned.region(), visible, outcomes, owned.gaps(), owned.outcome());
  }

  /** The bytes of values of variable size at the most, and of what is fetched and decoded. */
  long bytes() {
    long bytes = tiles.sparseBytes();
    for (DenseTile tile : tiles.dense()) {
      bytes += tile.storedBytes() + tile.decodedVarBytes() + tile.varBytes();
    }
    for (OutputField field : query.fields()) {
      if (field.isVar()) {
        long cell = 2L * Integer.BYTES + (gaps ? field.fill().length : 0) + field.cellSize();
        bytes += cell * query.grid().cellsPerTile();
      }
    }
    return bytes;
  }

  /** The bytes of the tiles of all dense fragments here, as they are stored. */
  long storedBytes() {
    long bytes = 0;
    for (DenseSource source : query.sources()) {
      if (source.dense() && source.touches(region)) {
        bytes += source.storedBytes(source.position(region));
      }
    }
    return bytes;
  }

  /** Adds what it needs of dense fragments to what is to be fetched. */
  void want(List<TilePart> wanted) {
    boolean[] fields = new boolean[query.fields().size()];
    Arrays.fill(fields, true);
    for (DenseTile tile : tiles.dense()) {
      tile.want(fields, wanted);
    }
  }

  /** Fetches and decodes what it needs of sparse fragments. */
  void loadSparse(ReadScope scope) {
    tiles.loadSparse(scope);
  }

  /** The tile of the fragment that has just the cells of this one; null if there is none. */
  DenseTile same() {
    return sources.size() == 1 && sources.get(0).endsWith(region)
        ? tiles.dense(sources.get(0), region)
        : null;
  }

  /** All cells of a field. */
  CellColumn cells(int field, Workers.Worker worker) {
    OutputField output = query.fields().get(field);
    return output.isVar() ? var(field, output, worker) : fixed(field, output, worker);
  }

  private CellColumn fixed(int field, OutputField output, Workers.Worker worker) {
    ColumnWriter writer = new ColumnWriter(output, query.grid().cellsPerTile());
    RegionPainter painter = new RegionPainter(query.grid(), output, writer);
    if (gaps) {
      painter.fill(region);
    }
    for (DenseSource source : sources) {
      if (!source.dense()) {
        tiles.sparse(source).paint(field, region, writer);
      } else if (source.output(field) == null) {
        painter.fill(source.within(region));
      } else {
        tiles.dense(source, region).paint(field, source.within(region), painter, worker);
      }
    }
    return writer.toTileColumn();
  }

  private CellColumn var(int field, OutputField output, Workers.Worker worker) {
    int cells = query.grid().cellsPerTile();
    VarCells var = new VarCells(output, cells);
    if (region.cells() < cells) {
      byte[] validity = output.nullable() ? new byte[1] : null;
      int size = output.cellSize();
      int zero = var.add(new CellColumn(new byte[size], 0, new int[] {0, size}, validity));
      for (int cell = 0; cell < cells; cell++) {
        var.point(cell, zero, 0);
      }
      var.point(region, VarCells.FILL);
    }
    for (DenseSource source : sources) {
      if (!source.dense()) {
        tiles.sparse(source).point(field, var, region);
      } else if (source.output(field) == null) {
        var.point(source.within(region), VarCells.FILL);
      } else {
        DenseTile tile = tiles.dense(source, region);
        var.point(source.within(region), var.add(tile.decode(field, worker.scratch())));
      }
    }
    try {
      return var.gather(output).toTileColumn();
    } catch (ArithmeticException e) {
      throw new UnsupportedFormatException(
          "a tile of \"%s\" has values of 2^31 bytes or more: make tiles smaller"
              .formatted(output.name()));
    }
  }
}
