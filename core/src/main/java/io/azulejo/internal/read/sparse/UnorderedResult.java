package io.azulejo.internal.read.sparse;

import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.VarColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The cells of a slab as they lie: a large tile of which all cells are wanted is a batch as it was
 * decoded, without a copy; cells of other tiles are copied together.
 */
final class UnorderedResult implements Supplier<Batch> {
  /** The cells of smaller tiles are copied, as fewer batches cost less: 256 KiB of 64 MiB. */
  private static final int SMALL_SHARE = 256;

  private final SparseQuery query;
  private final List<SparseTile> tiles;
  private final ReadScope scope;
  private long wanted;
  private int next;
  private SparseResult copied;

  /**
   * The cells of tiles.
   *
   * @param tiles with their columns, and their cells selected
   * @param wanted how many cells are delivered at the most
   */
  UnorderedResult(SparseQuery query, List<SparseTile> tiles, long wanted, ReadScope scope) {
    this.query = query;
    this.tiles = tiles;
    this.wanted = wanted;
    this.scope = scope;
  }

  /**
   * Whether a tile, of which the cells are selected, is to become a batch.
   *
   * @param wanted how many cells are wanted of it and those that follow
   * @param most the most bytes that a batch has
   */
  static boolean becomesBatch(SparseTile tile, SparseQuery query, long wanted, long most) {
    return tile.rows == null
        && tile.kept() == null
        && tile.cells() <= wanted
        && tile.bytes() <= most
        && tile.cells() * query.fields().stream().mapToLong(OutputField::fixedBytes).sum()
            >= most / SMALL_SHARE;
  }

  /** The next cells; null at the end. */
  @Override
  public Batch get() {
    while (true) {
      Batch batch = copied == null ? null : copied.get();
      if (batch != null) {
        return batch;
      }
      if (wanted == 0 || next == tiles.size()) {
        return null;
      }
      SparseTile tile = tiles.get(next);
      List<Column> columns = tile.becomesBatch() ? columns(tile) : null;
      if (columns != null) {
        next++;
        wanted -= tile.cells();
        return Batch.of(tile.cells(), columns);
      }
      copied = copied();
    }
  }

  /** The cells of the next tile and of those after it that are to be copied. */
  private SparseResult copied() {
    int end = next + 1;
    while (end < tiles.size() && !tiles.get(end).becomesBatch()) {
      end++;
    }
    List<SparseTile> some = tiles.subList(next, end);
    next = end;
    CellOrder cells = CellOrder.asTheyLie(some);
    cells.keepFirst(wanted);
    wanted -= cells.count();
    return new SparseResult(query, some, cells, scope);
  }

  /**
   * The columns of a tile as they were decoded; null if they are not as batches have them, each in
   * arrays of its own.
   */
  private List<Column> columns(SparseTile tile) {
    List<Column> columns = new ArrayList<>();
    for (int f = 0; f < query.outputs(); f++) {
      OutputField field = query.columns().get(f);
      CellColumn cells = tile.column(field, f);
      if (cells.start() != 0
          || field.isVar() != (cells.offsets() != null)
          || field.nullable() != (cells.validity() != null)
          || columns.stream().anyMatch(column -> column.array() == cells.data())) {
        return null;
      }
      columns.add(column(field, tile.cells(), cells));
    }
    return columns;
  }

  private static Column column(OutputField field, int rows, CellColumn cells) {
    byte[] validity = cells.validity();
    for (int row = 0; validity != null && row < rows; row++) {
      validity[row] = (byte) (validity[row] == 0 ? 0 : 1);
    }
    return field.isVar()
        ? new VarColumn(field.name(), field.type(), rows, cells.offsets(), cells.data(), validity)
        : new FixedColumn(
            field.name(), field.type(), field.cellValNum(), rows, cells.data(), validity);
  }
}
