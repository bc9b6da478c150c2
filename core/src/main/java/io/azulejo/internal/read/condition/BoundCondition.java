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
 * A condition on the cells of one array: its names are fields, its literals numbers and strings of
 * their types. Immutable, for use by many threads. Its value for a cell:
 *
 * <ul>
 *   <li>a comparison, one of inequality or of absence from a set too, is false for null;
 *   <li>any test of a field is false for a cell of a fragment that lacks the field;
 *   <li>numbers compare as IEEE 754 has it (only "not equal" holds for NaN), members of sets by
 *       bits; strings by unsigned bytes, a CHAR alone as a signed one;
 *   <li>the values of an enumeration stand for their indexes.
 * </ul>
 */
public final class BoundCondition {
  /** Rows that are tested one after the other; their masks stay in the processor's cache. */
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
   * A condition of a request.
   *
   * @param enumerations finds an enumeration by its name
   * @throws io.azulejo.error.InvalidRequestException if it does not fit the schema
   */
  public static BoundCondition of(
      Condition condition, ArraySchema schema, Function<String, Enumeration> enumerations) {
    return of(ConditionAccess.tree(condition), schema, enumerations);
  }

  static BoundCondition of(
      ConditionTree condition, ArraySchema schema, Function<String, Enumeration> enumerations) {
    return new BoundCondition(new ConditionBinder(schema, enumerations).bind(condition));
  }

  /**
   * A stored delete condition, which selects the cells that stay.
   *
   * @throws io.azulejo.error.CorruptDataException if it does not fit the schema
   */
  public static BoundCondition ofStored(ConditionNode stored, ArraySchema schema) {
    return new BoundCondition(new StoredConditionBinder(schema).bind(stored));
  }

  /** The fields that it looks at, each once. */
  public List<OutputField> fields() {
    return fields;
  }

  /** Whether it holds for every cell, those included that have none of its fields. */
  public boolean alwaysTrue() {
    return test == CellPredicate.TRUE;
  }

  /** Whether it holds for no cell. */
  public boolean alwaysFalse() {
    return test == CellPredicate.FALSE;
  }

  /**
   * Says of rows whether they pass.
   *
   * @param columns what the fields hold
   * @param from the first row
   * @param count the number of rows
   * @param mask becomes 1 for each row that passes and 0 for others, from its first byte on
   */
  void test(ConditionColumns columns, int from, int count, byte[] mask) {
    Arrays.fill(mask, 0, count, (byte) 1);
    narrow(columns, from, count, mask);
  }

  /** For each row of a batch, which has all fields as columns: 1 where it passes, else 0. */
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
   * Takes out of a mask the rows that fail; those that are out already are looked at as little as
   * possible.
   *
   * @param mask 0 or 1 for each row, from its first byte on
   */
  public void narrow(ConditionColumns columns, int from, int count, byte[] mask) {
    for (int done = 0; done < count; done += BLOCK) {
      test.narrow(columns, from + done, Math.min(BLOCK, count - done), mask, done);
    }
  }

  /**
   * How many cells pass, by what is known of them without a look.
   *
   * @param bounds for each of {@link #fields} what is known; null for nothing
   */
  public Coverage outcome(FieldBounds[] bounds) {
    return test.outcome(bounds);
  }
}
