package io.azulejo.internal.read.sparse;

import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.read.condition.BoundCondition;
import io.azulejo.internal.read.condition.ConditionColumns;
import io.azulejo.internal.read.condition.FieldBounds;
import io.azulejo.internal.read.tile.Coverage;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.snapshot.fragment.Fragment;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToLongFunction;

/**
 * A condition that the cells of a fragment have to meet, with where in the columns of a query its
 * fields are: that of a request, or a stored one, which selects the cells that a deletion left.
 */
public final class FragmentCondition {
  private final BoundCondition condition;
  private final int[] columns;
  private final boolean negated;
  private final boolean sparesNewer;
  private final long time;
  private final int number;

  private FragmentCondition(
      BoundCondition condition,
      boolean negated,
      List<OutputField> columns,
      boolean sparesNewer,
      long time,
      int number) {
    this.condition = condition;
    this.negated = negated;
    this.columns = condition.fields().stream().mapToInt(f -> index(f, columns)).toArray();
    this.sparesNewer = sparesNewer;
    this.time = time;
    this.number = number;
  }

  /** The condition of a request. */
  static FragmentCondition of(BoundCondition condition, List<OutputField> columns) {
    return new FragmentCondition(condition, false, columns, false, 0, -1);
  }

  /**
   * What a deletion left.
   *
   * @param condition which cells it left
   * @param negated whether the condition is which cells it deleted instead
   * @param time its time
   * @param number which of the array's deletions it is, in the order of their times
   * @param sparesNewer whether there may be newer cells, which are spared
   */
  static FragmentCondition ofDeletion(
      BoundCondition condition,
      boolean negated,
      List<OutputField> columns,
      long time,
      int number,
      boolean sparesNewer) {
    return new FragmentCondition(condition, negated, columns, sparesNewer, time, number);
  }

  /** The time of the deletion. */
  public long time() {
    return time;
  }

  /** Which of the array's deletions it is, in the order of their times. */
  public int number() {
    return number;
  }

  /** The place of a field among some columns; -1 if it is not there. */
  static int index(OutputField field, List<OutputField> columns) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).name().equals(field.name())) {
        return i;
      }
    }
    return -1;
  }

  /** The fields that it looks at. */
  List<OutputField> fields() {
    return condition.fields();
  }

  /** Whether it looks at a column of the query. */
  boolean looksAt(int column) {
    return Arrays.stream(columns).anyMatch(c -> c == column);
  }

  /** Whether it looks at the times of cells. */
  boolean sparesNewer() {
    return sparesNewer;
  }

  /** How many cells of a tile meet it, by statistics. */
  public Coverage outcome(Fragment fragment, int tile) {
    FieldBounds[] bounds = new FieldBounds[columns.length];
    for (int i = 0; i < bounds.length; i++) {
      bounds[i] = bounds(condition.fields().get(i), fragment, tile);
    }
    Coverage outcome = condition.outcome(bounds);
    outcome = negated ? outcome.opposite() : outcome;
    return sparesNewer && outcome == Coverage.NONE ? Coverage.SOME : outcome;
  }

  private static FieldBounds bounds(OutputField field, Fragment fragment, int tile) {
    if (field.isTimestamps()) {
      FragmentName name = fragment.name();
      return FieldBounds.ofKeys(
          CoordinateKeys.ofInteger(field.type(), name.t1()),
          CoordinateKeys.ofInteger(field.type(), name.t2()),
          true);
    }
    FieldStorage storage = fragment.field(field.name()).orElse(null);
    return storage == null
        ? FieldBounds.LACKING
        : FieldBounds.of(fragment.statistics(storage), tile, field);
  }

  /** Adds the columns that it looks at. */
  void addTo(boolean[] wantedColumns) {
    for (int column : columns) {
      wantedColumns[column] = true;
    }
  }

  /** Returns the column of the query that holds a field; -1 for dimensions and times. */
  int column(int field) {
    return columns[field];
  }

  /**
   * Clears the mask bits of rows that do not meet the condition.
   *
   * @param values the columns of {@link #fields()}; null for fields that the fragment lacks
   * @param times the time of each row
   */
  void narrow(CellColumn[] values, IntToLongFunction times, byte[] mask) {
    ConditionColumns held = new ConditionColumns(values, null);
    if (!sparesNewer && !negated) {
      condition.narrow(held, 0, mask.length, mask);
      return;
    }
    byte[] meets = mask.clone();
    condition.narrow(held, 0, mask.length, meets);
    for (int row = 0; row < meets.length; row++) {
      if (!sparesNewer || Long.compareUnsigned(times.applyAsLong(row), time) <= 0) {
        mask[row] = negated ? (byte) (mask[row] & (meets[row] ^ 1)) : meets[row];
      }
    }
  }
}
