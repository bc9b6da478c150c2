package io.azulejo.internal.read.sparse;

import io.azulejo.internal.order.CellKeys;
import io.azulejo.internal.order.Cells;
import io.azulejo.internal.read.request.RowSelection;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * Cuts a read in Hilbert order into stretches of the curve that fit in memory. No metadata records
 * the part of the curve that a tile covers. Therefore the coordinates of all tiles must be read
 * first.
 */
final class CurveSlabs extends HalvedSlabs<CurveSlabs.CurveSlab> {
  private final CellKeys order;
  private final Map<SparseTile, Places> places;

  /**
   * The first and the last position of a tile's cells on the curve, inclusive. The top bit is
   * flipped, so that signed comparison gives the curve's order.
   */
  record Places(long low, long high) {
    /** Returns the positions of a decoded tile's rows. */
    static Places of(CellKeys order, SelectedTile tile) {
      long low = Long.MAX_VALUE;
      long high = Long.MIN_VALUE;
      for (long place : order.places(tile, tile.size())) {
        low = Math.min(low, place);
        high = Math.max(high, place);
      }
      return new Places(low, high);
    }
  }

  /**
   * Creates the slabs of a read.
   *
   * @param places the positions of each tile with selected cells; other tiles are skipped
   */
  CurveSlabs(List<SparseTile> tiles, Map<SparseTile, Places> places, CellKeys order) {
    this.order = order;
    this.places = places;
    List<SparseTile> held = tiles.stream().filter(tile -> places.get(tile) != null).toList();
    if (!held.isEmpty()) {
      long low = held.stream().mapToLong(t -> places.get(t).low()).min().orElseThrow();
      long high = held.stream().mapToLong(t -> places.get(t).high()).max().orElseThrow();
      begin(new CurveSlab(held, low, high));
    }
  }

  @Override
  List<CurveSlab> halves(CurveSlab slab) {
    long[] borders = borders(slab);
    return borders.length == 0 ? List.of() : parts(slab, borders[borders.length / 2]);
  }

  /**
   * Returns the positions within a slab where a tile begins or has just ended, in ascending order.
   * A cut anywhere else would not reduce the number of tiles in either part.
   */
  private long[] borders(CurveSlab slab) {
    return slab.tiles.stream()
        .map(places::get)
        .flatMapToLong(
            place ->
                place.high() < slab.high
                    ? LongStream.of(place.low(), place.high() + 1)
                    : LongStream.of(place.low()))
        .filter(border -> border > slab.low && border <= slab.high)
        .sorted()
        .toArray();
  }

  @Override
  public List<Slab> cut(Slab whole, List<? extends Cells> cells) {
    CurveSlab slab = (CurveSlab) whole;
    if (slab.low == slab.high) {
      return List.of();
    }
    long[] some =
        cells.stream()
            .flatMapToLong(part -> LongStream.of(order.places(part, part.selected)))
            .sorted()
            .toArray();
    long median = some[some.length / 2];
    long pivot = median > slab.low ? median : median + 1;
    return filled(parts(slab, pivot));
  }

  private List<CurveSlab> parts(CurveSlab slab, long pivot) {
    return List.of(part(slab, slab.low, pivot - 1), part(slab, pivot, slab.high));
  }

  private CurveSlab part(CurveSlab of, long low, long high) {
    List<SparseTile> tiles =
        of.tiles.stream()
            .filter(t -> places.get(t).high() >= low && places.get(t).low() <= high)
            .toList();
    return new CurveSlab(tiles, low, high);
  }

  /** A slab that consists of the cells in a stretch of the curve. */
  final class CurveSlab implements Slab {
    private final List<SparseTile> tiles;
    private final long low;
    private final long high;

    CurveSlab(List<SparseTile> tiles, long low, long high) {
      this.tiles = tiles;
      this.low = low;
      this.high = high;
    }

    @Override
    public List<SparseTile> tiles() {
      return tiles;
    }

    @Override
    public boolean holds(SparseTile tile) {
      return places.get(tile).low() >= low && places.get(tile).high() <= high;
    }

    @Override
    public void select(Cells cells, RowSelection rows) {
      rows.keepBetween(order.places(cells, rows.size()), low, high);
    }
  }
}
