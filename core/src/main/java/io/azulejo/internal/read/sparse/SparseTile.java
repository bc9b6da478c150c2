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
 * A tile of a sparse fragment on its way through a read: first known to be wanted, then with its
 * coordinates and the cells that were selected by them, then with columns.
 */
public final class SparseTile extends Cells {
  private final SparseFragment owner;
  private final int number;
  private final int cells;

  /** Whether all of its cells are within the ranges. */
  final boolean covered;

  private final List<FragmentCondition> conditions;

  /** Whether none of its cells meets all conditions, so that it is of use only to hide others. */
  final boolean hopeless;

  private final long bytes;

  long[] times;

  long[] deletions;

  long[] deletionConditions;

  /** Whether a key stands for -0.0, though it is that of 0.0. */
  boolean hasNegativeZero;

  /** Whether something of it was fetched already. */
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
      boolean hopeless) {
    this.owner = owner;
    this.number = number;
    this.covered = covered;
    this.conditions = conditions;
    this.hopeless = hopeless;
    this.cells = owner.fragment().cells(number);
    this.bytes = owner.decodedBytes(number, cells);
  }

  /** The fragment that it is of. */
  public SparseFragment owner() {
    return owner;
  }

  /** Its number in the fragment, from 0. */
  public int number() {
    return number;
  }

  /** The cells that are stored in it. */
  public int cells() {
    return cells;
  }

  /** What its cells are still to be tested by. */
  public List<FragmentCondition> conditions() {
    return conditions;
  }

  /** The bytes that it takes in memory once all that is needed of it is decoded. */
  public long bytes() {
    return bytes;
  }

  /** The times of the cells; null where they are all that of the fragment, or not needed. */
  public long[] times() {
    return times;
  }

  /** The times of the cells' deletions; null where the fragment has none. */
  public long[] deletions() {
    return deletions;
  }

  /** The conditions of the cells' deletions, by their numbers in the fragment; null likewise. */
  public long[] deletionConditions() {
    return deletionConditions;
  }

  /**
   * Sets when and by which conditions its cells were deleted.
   *
   * @param times by row
   * @param conditions by row, as numbers
   */
  public void deleted(long[] times, long[] conditions) {
    deletions = times;
    deletionConditions = conditions;
  }

  /** The decoded columns of the query; null for those that are not needed, or not yet. */
  public CellColumn[] columns() {
    return columns;
  }

  /** Sets the decoded columns of the query. */
  public void columns(CellColumn[] decoded) {
    columns = decoded;
  }

  /** The same tile, with those conditions left that statistics cannot decide. */
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
   * @param index the place of an attribute among the columns of the query
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

  /** Clears the mask bits of rows that do not meet a condition. */
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

  /** Compares the coordinates of two cells that are numbers by what -0.0 and 0.0 differ in. */
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

  /** The number of its rows: as many as it has cells, unless it was made compact. */
  public int size() {
    return kept == null ? cells : kept.length;
  }

  /** The time of a cell. */
  public long time(int row) {
    return times == null ? owner.fragment().name().t1() : times[row];
  }

  /** Selects some of its rows. */
  void select(RowSelection selection) {
    rows = selection.rows();
    selected = selection.count();
  }

  /** Whether something else than coordinates and the times of cells decides about its cells. */
  boolean isTested() {
    return hopeless || !conditions.isEmpty() || owner.deletions() != null;
  }

  /** Sets the selected rows to 1 in a mask. */
  void mark(byte[] mask) {
    if (rows == null) {
      Arrays.fill(mask, (byte) 1);
    } else {
      for (int row : rows) {
        mask[row] = 1;
      }
    }
  }

  /** Selects the rows that are 1 in a mask, and no others. */
  void select(byte[] mask) {
    RowSelection selection = new RowSelection(mask.length);
    selection.keep(mask);
    select(selection);
  }

  /** Takes the decoded coordinates of some dimensions, of all cells; null for other dimensions. */
  void take(CellColumn[] decoded, List<Dimension> dimensions) {
    for (int d = 0; d < decoded.length; d++) {
      if (decoded[d] != null) {
        coordinates[d] =
            kept == null ? decoded[d] : decoded[d].take(kept, dimensions.get(d).type().size());
      }
    }
  }

  /** The cells that are its rows, ascending, where the others were let go; null for all. */
  int[] kept() {
    return kept;
  }

  /**
   * Lets go of all cells but the selected ones where these are few; returns whether it did: see
   * {@link #compact}.
   */
  boolean compactIfFew(SparseQuery query) {
    if (rows == null || selected > size() / 2) {
      return false;
    }
    compact(query);
    return true;
  }

  /** Lets go of all cells but the selected ones, which become its rows; what is decoded follows. */
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

  /** Lets its columns be those of a batch once they are decoded: nothing else may refer to them. */
  void becomeBatch() {
    becomesBatch = true;
  }

  /** Whether its columns, once they are decoded, are those of a batch. */
  boolean becomesBatch() {
    return becomesBatch;
  }

  /** The bytes that the selected cells take, by their average in the tile. */
  long selectedBytes() {
    return (long) ((double) bytes * selected / cells);
  }

  /** The bytes that it takes on disk, as far as the read needs it. */
  public long storedBytes() {
    return owner.storedBytes(number);
  }

  /** The same tile, as if nothing had been done with it yet. */
  SparseTile fresh() {
    SparseTile fresh = new SparseTile(owner, number, covered, conditions, hopeless);
    int dimensions = owner.dimensions();
    fresh.coordinates = new CellColumn[dimensions];
    fresh.keys = new long[dimensions][];
    fresh.columns = new CellColumn[owner.columns()];
    fresh.selected = cells;
    return fresh;
  }
}
