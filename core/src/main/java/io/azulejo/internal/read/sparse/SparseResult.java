package io.azulejo.internal.read.sparse;

import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.read.tile.ColumnWriter;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.query.Batch;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Copies the sorted cells of a slab into batches. */
final class SparseResult implements Supplier<Batch> {
  /** Maximum number of cells per task that copies one column. */
  private static final int STRIPE = 1 << 16;

  private final SparseQuery query;
  private final CellColumn[][] columns;

  /** The number of rows in each tile. Column arrays may be longer. */
  private final int[] sizes;

  private final CellOrder order;
  private final ReadScope scope;
  private int position;

  /**
   * Creates batches from sorted cells. The output columns of all tiles with cells in {@code order}
   * must be loaded.
   */
  SparseResult(SparseQuery query, List<LoadedTile> tiles, CellOrder order, ReadScope scope) {
    this.query = query;
    this.columns = columns(query, tiles, order);
    this.sizes = tiles.stream().mapToInt(tile -> tile.cells().size()).toArray();
    this.order = order;
    this.scope = scope;
  }

  /** Returns the next batch, or null at the end. */
  @Override
  public Batch get() {
    if (position == order.count()) {
      return null;
    }
    int rows = rows();
    int first = position;
    List<ColumnWriter> writers = new ArrayList<>();
    for (OutputField field : query.fields()) {
      writers.add(new ColumnWriter(field, rows, scope.arrays()));
    }
    List<int[]> works = works(writers.size(), rows);
    scope.merge(
        works,
        work -> {
          ColumnWriter writer = writers.get(work[0]);
          if (writer.offsets() != null) {
            writer.lengths(
                columns[work[0]], order.tileOf(), order.rowOf(), first + work[1], work[1], work[2]);
          }
          return null;
        });
    for (ColumnWriter writer : writers) {
      if (writer.offsets() != null) {
        writer.sumLengths();
        writer.allocate();
      }
    }
    scope.merge(
        works,
        work -> {
          writers
              .get(work[0])
              .gather(
                  columns[work[0]],
                  order.tileOf(),
                  order.rowOf(),
                  first + work[1],
                  work[1],
                  work[2]);
          return null;
        });
    position += rows;
    return Batch.of(rows, writers.stream().map(ColumnWriter::toColumn).toList());
  }

  private static CellColumn[][] columns(
      SparseQuery query, List<LoadedTile> tiles, CellOrder order) {
    int[] counts = order.countByTile(tiles.size());
    CellColumn[][] columns = new CellColumn[query.outputs()][tiles.size()];
    for (int f = 0; f < columns.length; f++) {
      for (int t = 0; t < counts.length; t++) {
        if (counts[t] > 0) {
          columns[f][t] = tiles.get(t).column(f);
        }
      }
    }
    return columns;
  }

  /** Returns how many of the next cells fit in a batch: at least one. */
  private int rows() {
    long fixed = 0;
    List<CellColumn[]> vars = new ArrayList<>();
    for (int f = 0; f < columns.length; f++) {
      OutputField field = query.fields().get(f);
      fixed += field.fixedBytes();
      if (field.isVarColumn()) {
        vars.add(columns[f]);
      }
    }
    int left = order.count() - position;
    int maxRows = (int) Math.max(1, Math.min(left, scope.batchBytes() / Math.max(1, fixed)));
    if (vars.isEmpty() || (maxRows == left && allFit(fixed * left, vars))) {
      return maxRows;
    }
    long bytes = 0;
    for (int i = 0; i < maxRows; i++) {
      int tile = order.tileOf()[position + i];
      int row = order.rowOf()[position + i];
      bytes += fixed;
      for (CellColumn[] var : vars) {
        int[] offsets = var[tile].offsets();
        int text = var[tile].text(row);
        bytes += offsets[text + 1] - offsets[text];
      }
      if (bytes > scope.batchBytes()) {
        return Math.max(1, i);
      }
    }
    return maxRows;
  }

  /**
   * Returns whether the values of all cells surely fit in one batch, so that no cell needs to be
   * measured. The cells of coded columns must be measured.
   */
  private boolean allFit(long fixed, List<CellColumn[]> vars) {
    long bytes = fixed;
    for (CellColumn[] var : vars) {
      for (int tile = 0; tile < var.length; tile++) {
        if (var[tile] == null) { // tiles without cells have no columns
          continue;
        }
        if (var[tile].codes() != null) {
          return false;
        }
        bytes += var[tile].offsets()[sizes[tile]];
      }
    }
    return bytes <= scope.batchBytes() && !query.selection().repeats();
  }

  private static List<int[]> works(int fields, int rows) {
    List<int[]> works = new ArrayList<>();
    for (int f = 0; f < fields; f++) {
      for (int from = 0; from < rows; from += STRIPE) {
        works.add(new int[] {f, from, Math.min(STRIPE, rows - from)});
      }
    }
    return works;
  }
}
