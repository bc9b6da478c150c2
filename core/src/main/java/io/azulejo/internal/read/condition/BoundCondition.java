package io.azulejo.internal.read.condition;

import io.azulejo.internal.condition.ConditionAccess;
import io.azulejo.internal.condition.ConditionTree;
import io.azulejo.internal.format.ConditionNode;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.read.tile.Coverage;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.Condition;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Enumeration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * A condition that is bound to the schema of one array: its names are resolved to fields, and its
 * literals are converted to their types. Immutable and thread-safe. For a cell:
 *
 * <ul>
 *   <li>Every comparison with null is false, including "not equal" and "not in".
 *   <li>Every test of a field is false if the cell's fragment lacks the field.
 *   <li>Numbers compare as in IEEE 754 (only "not equal" holds for NaN). Members of a set compare
 *       by their bits. Strings compare by unsigned bytes, and a single CHAR as a signed byte.
 *   <li>The values of an enumeration stand for their indexes.
 * </ul>
 */
public final class BoundCondition {
  /** Number of rows tested at once. Small enough that their masks stay in the CPU cache. */
  private static final int BLOCK = 4096;

  private final CellPredicate test;
  private final List<OutputField> fields;

  private BoundCondition(CellPredicate test) {
    List<OutputField> placed = new ArrayList<>();
    test.place(placed);
    this.test = test;
    this.fields = List.copyOf(placed);
  }

  /**
   * Binds the condition of a request.
   *
   * @param enumerations loads an enumeration by name
   * @throws io.azulejo.error.InvalidRequestException if the condition does not fit the schema
   */
  public static BoundCondition of(
      Condition condition, ArraySchema schema, Function<String, Enumeration> enumerations) {
    return of(ConditionAccess.tree(condition), schema, enumerations);
  }

  static BoundCondition of(
      ConditionTree condition, ArraySchema schema, Function<String, Enumeration> enumerations) {
    ConditionFields fields = new ConditionFields(schema, enumerations);
    return new BoundCondition(new ConditionBinder(fields).bind(condition));
  }

  /**
   * Binds a stored delete condition, which selects the cells to keep.
   *
   * @throws io.azulejo.error.CorruptDataException if the condition does not fit the schema
   */
  public static BoundCondition ofStored(ConditionNode stored, ArraySchema schema) {
    return new BoundCondition(new StoredConditionBinder(schema).bind(stored));
  }

  /** Returns the fields that the condition tests, each once. */
  public List<OutputField> fields() {
    return fields;
  }

  /** Returns whether the condition holds for every cell, including cells that lack its fields. */
  public boolean alwaysTrue() {
    return test == CellPredicate.TRUE;
  }

  /** Returns whether the condition holds for no cell. */
  public boolean alwaysFalse() {
    return test == CellPredicate.FALSE;
  }

  /**
   * Tests rows.
   *
   * @param columns values of {@link #fields}
   * @param from first row
   * @param count number of rows
   * @param mask set to 1 for each row that passes and to 0 for the others, starting at index 0
   */
  void test(ConditionColumns columns, int from, int count, byte[] mask) {
    Arrays.fill(mask, 0, count, (byte) 1);
    narrow(columns, from, count, mask);
  }

  /**
   * Tests the rows of a batch, which must have a column for each of {@link #fields}. Returns 1 for
   * each row that passes, else 0.
   */
  public byte[] test(Batch batch) {
    CellColumn[] cells =
        fields.stream().map(field -> cells(batch.column(field.name()))).toArray(CellColumn[]::new);
    byte[] mask = new byte[batch.rows()];
    test(new ConditionColumns(cells, null), 0, mask.length, mask);
    return mask;
  }

  private static CellColumn cells(Column column) {
    byte[] validity = column.validityArray().orElse(null);
    return column instanceof VarColumn var
        ? new CellColumn(column.array(), 0, var.offsetArray(), validity)
        : CellColumn.fixed(column.array(), validity);
  }

  /**
   * Clears the mask of rows that fail. Rows whose mask is already 0 are tested as little as
   * possible.
   *
   * @param columns values of {@link #fields}
   * @param from first row
   * @param count number of rows
   * @param mask 0 or 1 for each row, starting at index 0
   */
  public void narrow(ConditionColumns columns, int from, int count, byte[] mask) {
    for (int done = 0; done < count; done += BLOCK) {
      test.narrow(columns, from + done, Math.min(BLOCK, count - done), mask, done);
    }
  }

  /**
   * Returns whether all, some or none of a set of cells pass, judging only by bounds of their
   * values.
   *
   * @param bounds known bounds of each of {@link #fields}; an entry is null if nothing is known
   */
  public Coverage outcome(FieldBounds[] bounds) {
    return test.outcome(bounds);
  }
}
