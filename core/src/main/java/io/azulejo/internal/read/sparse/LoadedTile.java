package io.azulejo.internal.read.sparse;

import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.order.RadixSort;
import io.azulejo.internal.read.condition.FragmentCondition;
import io.azulejo.internal.read.request.RowSelection;
import io.azulejo.internal.read.tile.OutputField;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The selected cells of a tile, with the fields that were loaded for its rows. Immutable: the
 * arrays must not be changed.
 */
public final class LoadedTile {
  private final SelectedTile cells;
  private final Fields fields;

  /**
   * Fields that were loaded in addition to the coordinates and times of the selected tile.
   *
   * @param columns the columns of the query; null for columns that were not loaded
   * @param times the time of each row; null if not loaded
   * @param deletions the deletion time of each row; null if not loaded
   * @param deletionConditions the condition number of each row's deletion; null if not loaded
   * @param decoded whether any field of the tile was decoded, so that the tile is counted as
   *     decoded
   */
  record Fields(
      CellColumn[] columns,
      long[] times,
      long[] deletions,
      long[] deletionConditions,
      boolean decoded) {

    /** Returns the fields of some rows. */
    private Fields take(int[] rows, SparseFragment owner) {
      CellColumn[] taken = new CellColumn[columns.length];
      for (int i = 0; i < taken.length; i++) {
        taken[i] = columns[i] == null ? null : columns[i].take(rows, owner.field(i).cellSize());
      }
      return new Fields(
          taken, take(times, rows), take(deletions, rows), take(deletionConditions, rows), decoded);
    }

    private static long[] take(long[] values, int[] rows) {
      return values == null ? null : RadixSort.take(values, rows);
    }
  }

  LoadedTile(SelectedTile cells, Fields fields) {
    this.cells = cells;
    this.fields = fields;
  }

  /** Returns tiles for which no fields have been loaded. */
  public static List<LoadedTile> of(List<SelectedTile> tiles) {
    List<LoadedTile> all = new ArrayList<>(tiles.size());
    for (SelectedTile tile : tiles) {
      CellColumn[] none = new CellColumn[tile.tile().owner().columns()];
      all.add(new LoadedTile(tile, new Fields(none, null, null, null, tile.isDecoded())));
    }
    return all;
  }

  /** Returns the selected cells. */
  public SelectedTile cells() {
    return cells;
  }

  /** Returns the tile that contains the cells. */
  public SparseTile tile() {
    return cells.tile();
  }

  Fields fields() {
    return fields;
  }

  /** Returns whether a column of the query was loaded or can be computed. */
  boolean has(int index) {
    OutputField field = tile().owner().field(index);
    return field.isTimestamps()
        || fields.columns[index] != null
        || (field.isDimension() && cells.coordinates[field.dimension()] != null);
  }

  /** Returns the values of the rows in a column of the query, which must be loaded. */
  public CellColumn column(int index) {
    OutputField field = tile().owner().field(index);
    if (field.isTimestamps()) {
      return CellColumn.of(timesOfRows());
    }
    CellColumn selected = field.isDimension() ? cells.coordinates[field.dimension()] : null;
    return selected == null ? fields.columns[index] : selected;
  }

  private long[] timesOfRows() {
    if (times() != null) {
      return times();
    }
    long[] same = new long[cells.size()];
    Arrays.fill(same, tile().owner().fragment().name().t1());
    return same;
  }

  /**
   * Returns the time of each row, or null if all cells have the fragment's time or times are not
   * needed.
   */
  public long[] times() {
    return cells.times() == null ? fields.times : cells.times();
  }

  /** Returns the time of a row. */
  public long time(int row) {
    long[] times = times();
    return times == null ? tile().owner().fragment().name().t1() : times[row];
  }

  /** Returns the deletion time of each row, or null if the fragment has none. */
  public long[] deletions() {
    return fields.deletions;
  }

  /**
   * Returns the condition number of each row's deletion, or null if the fragment has none. The
   * numbers refer to the fragment's own list of conditions.
   */
  public long[] deletionConditions() {
    return fields.deletionConditions;
  }

  /**
   * Clears the mask entries of rows that do not meet a condition. The fields of the condition must
   * be loaded.
   */
  public void narrow(FragmentCondition condition, byte[] mask) {
    List<OutputField> tested = condition.fields();
    CellColumn[] values = new CellColumn[tested.size()];
    for (int i = 0; i < values.length; i++) {
      int column = condition.column(i);
      values[i] = tile().owner().lacks(column) ? null : column(column);
    }
    condition.narrow(values, this::time, mask);
  }

  /**
   * Returns this tile without the deletions and the columns that only conditions use.
   *
   * @param outputs the number of columns in the result
   */
  public LoadedTile tested(int outputs) {
    CellColumn[] columns = fields.columns.clone();
    Arrays.fill(columns, outputs, columns.length, null);
    return new LoadedTile(cells, new Fields(columns, fields.times, null, null, fields.decoded));
  }

  /**
   * Returns this tile with the selected rows whose mask entry is 1. It is compacted if these are at
   * most half of the rows.
   */
  LoadedTile select(byte[] mask) {
    RowSelection selection = new RowSelection(mask.length);
    selection.keep(mask);
    SelectedTile selected = cells.select(selection);
    SelectedTile compact = selected.compactIfFew();
    return new LoadedTile(
        compact, compact == selected ? fields : fields.take(selected.rows, tile().owner()));
  }
}
