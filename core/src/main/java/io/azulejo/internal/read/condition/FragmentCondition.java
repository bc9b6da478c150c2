package io.azulejo.internal.read.condition;

import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.read.tile.Coverage;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.snapshot.fragment.Fragment;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToLongFunction;

/**
 * A condition that a fragment's cells must meet, with its fields mapped to the columns of a query.
 * It is either the condition of a request or a stored deletion condition.
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

  /** Creates the condition of a request. */
  public static FragmentCondition of(BoundCondition condition, List<OutputField> columns) {
    return new FragmentCondition(condition, false, columns, false, 0, -1);
  }

  /**
   * Creates the condition that a cell survives a deletion.
   *
   * @param condition selects the cells that survive, or those that are deleted if {@code negated}
   * @param negated whether {@code condition} selects the deleted cells
   * @param time the time of the deletion
   * @param number the index of the deletion in the order of deletion times
   * @param sparesNewer whether the fragment may have cells newer than the deletion, which survive
   */
  public static FragmentCondition ofDeletion(
      BoundCondition condition,
      boolean negated,
      List<OutputField> columns,
      long time,
      int number,
      boolean sparesNewer) {
    return new FragmentCondition(condition, negated, columns, sparesNewer, time, number);
  }

  /** Returns the time of the deletion. */
  public long time() {
    return time;
  }

  /** Returns the index of the deletion in the order of deletion times. */
  public int number() {
    return number;
  }

  /** Returns the index of a field among columns, or -1 if it is not among them. */
  public static int index(OutputField field, List<OutputField> columns) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).name().equals(field.name())) {
        return i;
      }
    }
    return -1;
  }

  /** Returns the fields that the condition uses. */
  public List<OutputField> fields() {
    return condition.fields();
  }

  /** Returns whether the condition uses a column of the query. */
  public boolean looksAt(int column) {
    return Arrays.stream(columns).anyMatch(c -> c == column);
  }

  /**
   * Returns whether the condition needs cell times, because cells newer than the deletion survive.
   */
  public boolean sparesNewer() {
    return sparesNewer;
  }

  /**
   * Returns whether all, some or none of a tile's cells meet the condition, according to
   * statistics.
   */
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

  /** Marks the columns that the condition uses. */
  public void addTo(boolean[] wantedColumns) {
    for (int column : columns) {
      wantedColumns[column] = true;
    }
  }

  /** Returns the index of the column of the query that holds a field of the condition. */
  public int column(int field) {
    return columns[field];
  }

  /**
   * Clears the mask entries of rows that do not meet the condition.
   *
   * @param values the columns of {@link #fields()}; null for fields that the fragment lacks
   * @param times returns the time of a row
   * @param mask one byte per row, 0 or 1
   */
  public void narrow(CellColumn[] values, IntToLongFunction times, byte[] mask) {
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
