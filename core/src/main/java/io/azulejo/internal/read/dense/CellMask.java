package io.azulejo.internal.read.dense;

import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.read.condition.ConditionColumns;
import io.azulejo.internal.read.condition.Masks;
import io.azulejo.internal.read.dense.OwnedRegion.Part;
import io.azulejo.internal.read.dense.TileRegion.Runs;
import io.azulejo.internal.read.tile.ReadScope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Marks the cells in a batch of a dense read that pass the filter. Several threads may mark
 * different regions at the same time.
 */
final class CellMask {
  /** Number of cells to test at once. */
  private static final int STRIPE = 1 << 16;

  private final DenseQuery query;
  private final DecodedTiles tiles;

  /** One byte per cell of the batch: 1 if the cell passes the filter. */
  private final byte[] mask;

  /**
   * For each field of the condition, one byte per cell: 1 if the cell's fragment contains the
   * field. Null for a field that all fragments contain.
   */
  private final byte[][] present;

  /**
   * Creates a mask in which no cell is marked.
   *
   * @param cells the number of cells in the batch
   */
  CellMask(DenseQuery query, DecodedTiles tiles, int cells) {
    this.query = query;
    this.tiles = tiles;
    mask = new byte[cells];
    present = new byte[query.filter().columns().length][];
    for (int i = 0; i < present.length; i++) {
      present[i] = query.lacking()[query.filter().columns()[i]] ? new byte[cells] : null;
    }
  }

  /** Returns the mask, with one byte per cell. Callers must not modify it. */
  byte[] bytes() {
    return mask;
  }

  /**
   * Marks the cells of a region that may pass the filter, as far as this is known without reading
   * them.
   */
  void addCandidates(OwnedRegion owned) {
    int[] columns = query.filter().columns();
    if (owned.wantsGaps()) {
      mark(owned.region(), mask, (byte) 1);
      for (byte[] of : present) {
        if (of != null) {
          mark(owned.region(), of, (byte) 1);
        }
      }
    }
    for (Part part : owned.parts()) {
      mark(part, mask, (byte) (part.excluded() ? 0 : 1));
      for (int c = 0; c < columns.length; c++) {
        if (present[c] != null) {
          boolean has =
              query.fields().get(columns[c]).isDimension()
                  || part.source().output(columns[c]) != null;
          mark(part, present[c], (byte) (has ? 1 : 0));
        }
      }
    }
  }

  private void mark(Part part, byte[] marks, byte value) {
    if (part.dense()) {
      mark(part.region(), marks, value);
    } else {
      tiles.sparse(part.source()).mark(part.region(), marks, value);
    }
  }

  private static void mark(TileRegion region, byte[] marks, byte value) {
    for (Runs runs = region.runs(); runs.next(); ) {
      if (runs.step == 1) {
        Arrays.fill(marks, runs.place, runs.place + runs.count, value);
      } else {
        for (int i = 0; i < runs.count; i++) {
          marks[runs.place + i * runs.step] = value;
        }
      }
    }
  }

  /**
   * Unmarks the cells that do not satisfy the condition.
   *
   * @param values the copied columns of the condition's fields
   */
  void test(CellColumn[] values, ReadScope scope) {
    ConditionColumns columns = new ConditionColumns(values, present);
    List<Integer> stripes = new ArrayList<>();
    for (int from = 0; from < mask.length; from += STRIPE) {
      stripes.add(from);
    }
    scope.merge(
        stripes,
        from -> {
          int count = Math.min(STRIPE, mask.length - from);
          if (!Masks.isClear(mask, from, count)) {
            byte[] stripe = Arrays.copyOfRange(mask, from, from + count);
            query.filter().condition().narrow(columns, from, count, stripe);
            System.arraycopy(stripe, 0, mask, from, count);
          }
          return null;
        });
  }

  /** Returns whether a part contains a marked cell. Always true for a sparse fragment. */
  boolean any(Part part) {
    return !part.dense() || any(part.region());
  }

  private boolean any(TileRegion region) {
    int found = 0;
    for (Runs runs = region.runs(); found == 0 && runs.next(); ) {
      if (runs.step == 1) {
        found |= Masks.isClear(mask, runs.place, runs.count) ? 0 : 1;
      } else {
        for (int i = 0; i < runs.count; i++) {
          found |= mask[runs.place + i * runs.step];
        }
      }
    }
    return found != 0;
  }

  /**
   * Returns the batch indexes of the marked cells, in ascending order.
   *
   * @param limit the maximum number of cells to return
   */
  int[] places(long limit) {
    int count = (int) Math.min(limit, Masks.count(mask, 0, mask.length));
    int[] places = new int[count];
    for (int place = 0, found = 0; found < count; place++) {
      if (mask[place] != 0) {
        places[found++] = place;
      }
    }
    return places;
  }
}
