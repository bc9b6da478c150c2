package io.azulejo.internal.write.scattered;

import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.internal.write.dense.DenseMergeWriter;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Supplies the stored values of the array for missing cells. It reads tile by tile; adjacent tiles
 * that form a box are read together.
 */
final class KeptValues implements MissingValues {
  private final ArraySchema schema;
  private final StoredCells stored;
  private final MemoryBudget budget;

  /** Estimates the size of cells that no fragment has, which are read as fill values. */
  private final FillValues fills;

  /** The writer that {@link #bytesPerCell} was computed for. */
  private DenseMergeWriter sized;

  private double bytesPerCell;

  /** The cells of each prepared tile, in cell order. */
  private final Map<Integer, List<Piece>> pieces = new HashMap<>();

  /** Memory leases for the batches that the pieces refer to. */
  private final List<MemoryBudget.Lease> leases = new ArrayList<>();

  KeptValues(ArraySchema schema, StoredCells stored, MemoryBudget budget) {
    this.schema = schema;
    this.stored = stored;
    this.budget = budget;
    this.fills = new FillValues(schema);
  }

  /**
   * A range of cells of a tile.
   *
   * @param from first cell, counted without padding
   * @param to the cell after the last one
   * @param row row of the first cell in the columns
   * @param columns one column per attribute
   */
  private record Piece(int from, int to, int row, CellColumn[] columns) {}

  @Override
  public double bytesPerCell(DenseMergeWriter target) {
    if (sized != target) {
      bytesPerCell = Math.max(stored.bytesPerCell(target.domain()), fills.bytesPerCell(target));
      sized = target;
    }
    return bytesPerCell;
  }

  @Override
  public void release() {
    pieces.clear();
    leases.forEach(MemoryBudget.Lease::close);
    leases.clear();
  }

  @Override
  public void prepare(DenseMergeWriter target, int[] tiles) {
    release();
    int from = 0;
    while (from < tiles.length) {
      NDRange box = target.domain(tiles[from]);
      int to = from + 1;
      for (NDRange next = box; next != null; ) {
        box = next;
        next = to < tiles.length ? joined(box, target.domain(tiles[to])) : null;
        to += next == null ? 0 : 1;
      }
      read(target, tiles, from, to, box);
      from = to;
    }
  }

  /**
   * Joins two boxes if the second one continues the first along one dimension. Returns null
   * otherwise.
   */
  private static NDRange joined(NDRange a, NDRange b) {
    List<Range> ranges = new ArrayList<>(a.ranges());
    int differing = 0;
    for (int d = 0; d < ranges.size(); d++) {
      Range.Longs one = (Range.Longs) a.get(d);
      Range.Longs next = (Range.Longs) b.get(d);
      if (!one.equals(next)) {
        if (one.high() + 1 != next.low()) {
          return null;
        }
        ranges.set(d, Range.of(one.low(), next.high()));
        differing++;
      }
    }
    return differing == 1 ? new NDRange(ranges) : null;
  }

  /** Reads the tiles from {@code from} to {@code to} (exclusive), which together form a box. */
  private void read(DenseMergeWriter target, int[] tiles, int from, int to, NDRange box) {
    int tile = from;
    int cells = target.written(tiles[tile]).cells();
    int done = 0;
    try (BatchReader in = stored.read(box)) {
      for (Batch batch = in.next(); batch != null; batch = in.next()) {
        leases.add(budget.lease(batch.bytes()));
        CellColumn[] columns = columns(batch);
        for (int row = 0; row < batch.rows(); ) {
          if (done == cells && tile + 1 < to) {
            cells = target.written(tiles[++tile]).cells();
            done = 0;
          }
          int count = Math.min(cells - done, batch.rows() - row);
          pieces
              .computeIfAbsent(tiles[tile], key -> new ArrayList<>())
              .add(new Piece(done, done + count, row, columns));
          done += count;
          row += count;
        }
      }
    }
  }

  private CellColumn[] columns(Batch batch) {
    CellColumn[] columns = new CellColumn[schema.attributes().size()];
    for (int field = 0; field < columns.length; field++) {
      Attribute attribute = schema.attributes().get(field);
      Column column = batch.column(field);
      byte[] validity = attribute.nullable() ? validity(column) : null;
      columns[field] =
          column instanceof VarColumn var
              ? new CellColumn(var.array(), 0, var.offsetArray(), validity)
              : CellColumn.fixed(column.array(), validity);
    }
    return columns;
  }

  private static byte[] validity(Column column) {
    byte[] validity = column.validityArray().orElse(null);
    if (validity == null) {
      validity = new byte[column.rows()];
      Arrays.fill(validity, (byte) 1);
    }
    return validity;
  }

  @Override
  public void cells(int tile, int field, int from, int count, Use use) {
    for (Piece piece : Objects.requireNonNull(pieces.get(tile), "a prepared tile")) {
      int first = Math.max(from, piece.from);
      int end = Math.min(from + count, piece.to);
      if (first < end) {
        int row = piece.row + first - piece.from;
        use.of(piece.columns[field], row, end - first, first - from);
      }
    }
  }
}
