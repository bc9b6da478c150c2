package io.azulejo.internal.read.sparse;

import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Supplier;

/**
 * Returns the cells of a slab in storage order. A large tile whose cells are all selected becomes a
 * batch without a copy. The cells of other tiles are copied into shared batches.
 */
final class UnorderedResult implements Supplier<Batch> {
  /**
   * A tile is copied if its batch would be smaller than the maximum batch size divided by this
   * number, because fewer batches cost less: 256 KiB of 64 MiB.
   */
  private static final int SMALL_SHARE = 256;

  private final SparseQuery query;
  private final List<LoadedTile> tiles;
  private final BitSet handedOut;
  private final ReadScope scope;
  private long wanted;
  private int next;
  private SparseResult copied;

  /**
   * Creates the result.
   *
   * @param tiles tiles with loaded columns and selected cells
   * @param handedOut the indexes of the tiles that become batches without a copy, if possible;
   *     nothing else may refer to the arrays of their columns
   * @param wanted maximum number of cells to return
   */
  UnorderedResult(
      SparseQuery query, List<LoadedTile> tiles, BitSet handedOut, long wanted, ReadScope scope) {
    this.query = query;
    this.tiles = tiles;
    this.handedOut = handedOut;
    this.wanted = wanted;
    this.scope = scope;
  }

  /**
   * Returns whether a tile becomes a batch without a copy. Its cells must already be selected.
   *
   * @param wanted number of cells still to return, starting with this tile
   * @param most maximum size of a batch in bytes
   */
  static boolean becomesBatch(SelectedTile cells, SparseQuery query, long wanted, long most) {
    SparseTile tile = cells.tile();
    return cells.rows == null
        && cells.kept() == null
        && query.fields().stream().allMatch(field -> field.numbers() == null)
        && tile.cells() <= wanted
        && tile.bytes() <= most
        && tile.cells() * query.fields().stream().mapToLong(OutputField::fixedBytes).sum()
            >= most / SMALL_SHARE;
  }

  /** Returns the next batch, or null at the end. */
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
      LoadedTile tile = tiles.get(next);
      List<Column> columns = handedOut.get(next) ? columns(tile) : null;
      if (columns != null) {
        int rows = tile.cells().size();
        next++;
        wanted -= rows;
        return Batch.of(rows, columns);
      }
      copied = copied();
    }
  }

  /**
   * Returns a result that copies the next tile and the following tiles that do not become batches.
   */
  private SparseResult copied() {
    int end = next + 1;
    while (end < tiles.size() && !handedOut.get(end)) {
      end++;
    }
    List<LoadedTile> some = tiles.subList(next, end);
    next = end;
    CellOrder cells = CellOrder.inStorageOrder(some.stream().map(LoadedTile::cells).toList());
    cells.keepFirst(wanted);
    wanted -= cells.count();
    return new SparseResult(query, some, cells, scope);
  }

  /**
   * Returns the decoded columns of a tile without a copy. Returns null if their form does not fit a
   * batch, or if columns share an array.
   */
  private List<Column> columns(LoadedTile tile) {
    List<Column> columns = new ArrayList<>();
    for (int f = 0; f < query.outputs(); f++) {
      OutputField field = query.columns().get(f);
      CellColumn cells = tile.column(f);
      if (cells.start() != 0
          || cells.codes() != null
          || field.isVar() != (cells.offsets() != null)
          || field.nullable() != (cells.validity() != null)
          || columns.stream().anyMatch(column -> column.array() == cells.data())) {
        return null;
      }
      columns.add(column(field, tile.cells().size(), cells));
    }
    return columns;
  }

  private static Column column(OutputField field, int rows, CellColumn cells) {
    byte[] validity = cells.validity();
    for (int row = 0; validity != null && row < rows; row++) {
      validity[row] = (byte) (validity[row] == 0 ? 0 : 1);
    }
    return field.column(rows, cells);
  }
}
