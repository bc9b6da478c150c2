package io.azulejo.internal.read.sparse;

import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.order.Cells;
import io.azulejo.internal.order.RadixSort;
import io.azulejo.internal.read.request.RowSelection;
import io.azulejo.internal.read.tile.Coverage;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.schema.Dimension;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A tile of a sparse fragment and its state during a read. First only its number is known, then
 * coordinates are decoded and cells selected, then further columns are decoded.
 */
public final class SparseTile extends Cells {
  private final SparseFragment owner;
  private final int number;
  private final int cells;

  /** Whether all of its cells are within the requested ranges. */
  final boolean covered;

  private final List<FragmentCondition> conditions;

  /**
   * Whether none of its cells meets all conditions. Such a tile is needed only to hide older cells.
   */
  final boolean allCellsFail;

  private final long bytes;

  long[] times;

  long[] deletions;

  long[] deletionConditions;

  /** Whether a key of 0.0 stands for a coordinate of -0.0. */
  boolean hasNegativeZero;

  /** Whether any part has been fetched, so that the tile is already counted as decoded. */
  boolean touched;

  CellColumn[] columns;

  private int[] kept;

  private boolean becomesBatch;

  public SparseTile(SparseFragment owner, int number, boolean covered) {
    this(owner, number, covered, owner.conditions(), false);
  }

  private SparseTile(
      SparseFragment owner,
      int number,
      boolean covered,
      List<FragmentCondition> conditions,
      boolean allCellsFail) {
    this.owner = owner;
    this.number = number;
    this.covered = covered;
    this.conditions = conditions;
    this.allCellsFail = allCellsFail;
    this.cells = owner.fragment().cells(number);
    this.bytes = owner.decodedBytes(number, cells);
  }

  /** Returns the fragment that contains the tile. */
  public SparseFragment owner() {
    return owner;
  }

  /** Returns the index of the tile in its fragment, starting at 0. */
  public int number() {
    return number;
  }

  /** Returns the number of stored cells. */
  public int cells() {
    return cells;
  }

  /** Returns the conditions that its cells must still be tested against. */
  public List<FragmentCondition> conditions() {
    return conditions;
  }

  /**
   * Returns the estimated memory of the tile in bytes after everything that the read needs is
   * decoded.
   */
  public long bytes() {
    return bytes;
  }

  /**
   * Returns the time of each row, or null if all cells have the fragment's time or times are not
   * needed.
   */
  public long[] times() {
    return times;
  }

  /** Returns the deletion time of each row, or null if there are none. */
  public long[] deletions() {
    return deletions;
  }

  /**
   * Returns the condition number of each row's deletion, or null if there are none. Decoded numbers
   * refer to the fragment's own list of conditions.
   */
  public long[] deletionConditions() {
    return deletionConditions;
  }

  /**
   * Sets the deletions of the rows.
   *
   * @param times the deletion time of each row
   * @param conditions the condition number of each row
   */
  public void deleted(long[] times, long[] conditions) {
    deletions = times;
    deletionConditions = conditions;
  }

  /**
   * Returns the decoded columns of the query; null for columns that are not needed or not decoded
   * yet.
   */
  public CellColumn[] columns() {
    return columns;
  }

  /** Sets the decoded columns of the query. */
  public void columns(CellColumn[] decoded) {
    columns = decoded;
  }

  /** Returns a copy of the tile that keeps only the conditions that statistics cannot decide. */
  SparseTile testedByStatistics() {
    List<FragmentCondition> open = new ArrayList<>();
    boolean none = false;
    for (FragmentCondition condition : conditions) {
      Coverage outcome = condition.outcome(owner.fragment(), number);
      none |= outcome == Coverage.NONE;
      if (outcome == Coverage.SOME) {
        open.add(condition);
      }
    }
    return new SparseTile(owner, number, covered, List.copyOf(open), none);
  }

  /**
   * Returns the decoded values of a field.
   *
   * @param index the index of an attribute among the columns of the query; ignored for other fields
   */
  public CellColumn column(OutputField field, int index) {
    if (field.isDimension()) {
      return coordinates[field.dimension()];
    }
    return field.isTimestamps() ? CellColumn.of(timesOfRows()) : columns[index];
  }

  private long[] timesOfRows() {
    if (times != null) {
      return times;
    }
    long[] same = new long[size()];
    Arrays.fill(same, owner.fragment().name().t1());
    return same;
  }

  /**
   * Clears the mask entries of rows that do not meet a condition. The columns of the condition must
   * be decoded.
   */
  public void narrow(FragmentCondition condition, byte[] mask) {
    List<OutputField> fields = condition.fields();
    CellColumn[] values = new CellColumn[fields.size()];
    for (int i = 0; i < values.length; i++) {
      int column = condition.column(i);
      values[i] = lacks(fields.get(i), column) ? null : column(fields.get(i), column);
    }
    condition.narrow(values, this::time, mask);
  }

  private boolean lacks(OutputField field, int column) {
    return !field.isDimension() && !field.isTimestamps() && owner.column(column) == null;
  }

  /**
   * Compares the signs of two cells' numeric coordinates. This distinguishes -0.0 from 0.0 in cells
   * with the same keys.
   */
  int compareBits(int row, SparseTile other, int otherRow) {
    if (hasNegativeZero || other.hasNegativeZero) {
      for (int d = 0; d < coordinates.length; d++) {
        int order =
            keys[d] == null
                ? 0
                : Boolean.compare(isNegative(d, row), other.isNegative(d, otherRow));
        if (order != 0) {
          return -order;
        }
      }
    }
    return 0;
  }

  private boolean isNegative(int d, int row) {
    CellColumn column = coordinates[d];
    int size = owner.coordinateSize(d);
    return column.data()[column.start() + (row + 1) * size - 1] < 0;
  }

  /** Returns the number of rows: the number of stored cells, unless the tile was compacted. */
  public int size() {
    return kept == null ? cells : kept.length;
  }

  /** Returns the time of a row. */
  public long time(int row) {
    return times == null ? owner.fragment().name().t1() : times[row];
  }

  /** Sets the selected rows. */
  void select(RowSelection selection) {
    rows = selection.rows();
    selected = selection.count();
  }

  /**
   * Returns whether conditions or deletions, rather than only coordinates and cell times, decide
   * about the cells.
   */
  boolean isTested() {
    return allCellsFail || !conditions.isEmpty() || owner.deletions() != null;
  }

  /** Sets the mask entries of the selected rows to 1. */
  void mark(byte[] mask) {
    if (rows == null) {
      Arrays.fill(mask, (byte) 1);
    } else {
      for (int row : rows) {
        mask[row] = 1;
      }
    }
  }

  /** Selects exactly the rows whose mask entry is 1. */
  void select(byte[] mask) {
    RowSelection selection = new RowSelection(mask.length);
    selection.keep(mask);
    select(selection);
  }

  /**
   * Sets the decoded coordinates of some dimensions, and drops the cells that are not kept.
   *
   * @param decoded the coordinates of all stored cells per dimension; null for other dimensions
   */
  void take(CellColumn[] decoded, List<Dimension> dimensions) {
    for (int d = 0; d < decoded.length; d++) {
      if (decoded[d] != null) {
        coordinates[d] =
            kept == null ? decoded[d] : decoded[d].take(kept, dimensions.get(d).type().size());
      }
    }
  }

  /**
   * Returns the indexes of the stored cells that compaction kept, in ascending order, or null if it
   * kept all cells.
   */
  int[] kept() {
    return kept;
  }

  /**
   * Drops all cells but some. No other column than the given coordinates must be decoded yet.
   *
   * @param chosen the cells to keep, in ascending order
   * @param d the dimension of the keys and coordinates, which have an entry for each kept cell
   */
  void keep(int[] chosen, int d, long[] chosenKeys, CellColumn chosenCoordinates) {
    kept = chosen.length == cells ? null : chosen;
    selected = chosen.length;
    keys[d] = chosenKeys;
    coordinates[d] = chosenCoordinates;
  }

  /**
   * Compacts the tile if at most half of its rows are selected. Returns whether it did; see {@link
   * #compact}.
   */
  boolean compactIfFew(SparseQuery query) {
    if (rows == null || selected > size() / 2) {
      return false;
    }
    compact(query);
    return true;
  }

  /**
   * Drops all cells that are not selected. The selected cells become the rows, and all decoded
   * columns are reduced accordingly.
   */
  void compact(SparseQuery query) {
    if (rows == null) {
      return;
    }
    for (int d = 0; d < coordinates.length; d++) {
      if (coordinates[d] != null) {
        coordinates[d] = coordinates[d].take(rows, query.dimensions().get(d).type().size());
      }
      keys[d] = keys[d] == null ? null : RadixSort.take(keys[d], rows);
    }
    for (int c = 0; c < columns.length; c++) {
      if (columns[c] != null) {
        columns[c] = columns[c].take(rows, query.columns().get(c).cellSize());
      }
    }
    times = times == null ? null : RadixSort.take(times, rows);
    deletions = deletions == null ? null : RadixSort.take(deletions, rows);
    kept = kept == null ? rows : taken(kept, rows);
    rows = null;
  }

  private static int[] taken(int[] values, int[] rows) {
    int[] taken = new int[rows.length];
    for (int i = 0; i < taken.length; i++) {
      taken[i] = values[rows[i]];
    }
    return taken;
  }

  /**
   * Lets the decoded columns of this tile be handed out as a batch. Nothing else may refer to their
   * arrays.
   */
  void becomeBatch() {
    becomesBatch = true;
  }

  /** Returns whether its decoded columns are to be handed out as a batch. */
  boolean becomesBatch() {
    return becomesBatch;
  }

  /** Returns the estimated memory of the selected cells in bytes, based on the tile's average. */
  long selectedBytes() {
    return (long) ((double) bytes * selected / cells);
  }

  /** Returns the stored size in bytes of all fields that the read needs. */
  public long storedBytes() {
    return owner.storedBytes(number);
  }

  /** Returns a copy of the tile without any decoded state, with all cells selected. */
  SparseTile fresh() {
    SparseTile fresh = new SparseTile(owner, number, covered, conditions, allCellsFail);
    int dimensions = owner.dimensions();
    fresh.coordinates = new CellColumn[dimensions];
    fresh.keys = new long[dimensions][];
    fresh.columns = new CellColumn[owner.columns()];
    fresh.selected = cells;
    return fresh;
  }
}
