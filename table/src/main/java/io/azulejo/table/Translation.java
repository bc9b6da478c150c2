package io.azulejo.table;

import io.azulejo.Array;
import io.azulejo.query.Condition;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Split;
import io.azulejo.query.SplitOptions;
import io.azulejo.query.Subarray;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The translation of a predicate for an array. It contains the part that the array tests, as
 * dimension ranges and a condition, and the part left to the engine. Immutable; bound to the
 * snapshot of its table.
 */
public final class Translation {
  /**
   * A conjunct of the translated predicate.
   *
   * @param predicate the conjunct
   * @param verdict whether the engine must test the conjunct again
   */
  public record Conjunct(Predicate predicate, Verdict verdict) {}

  private final ArrayTable table;
  private final List<Conjunct> conjuncts;
  private final Subarray subarray;
  private final Optional<Condition> condition;
  private final boolean empty;
  private final Region region;

  Translation(
      ArrayTable table,
      List<Conjunct> conjuncts,
      Subarray subarray,
      Optional<Condition> condition,
      boolean empty,
      Region region) {
    this.table = table;
    this.conjuncts = conjuncts;
    this.subarray = subarray;
    this.condition = condition;
    this.empty = empty;
    this.region = region;
  }

  /** Returns the array snapshot to read. */
  public Array array() {
    return table.array();
  }

  /** Returns the conjuncts in the order of the predicate, each with its verdict. */
  public List<Conjunct> conjuncts() {
    return conjuncts;
  }

  /**
   * Returns the verdict for the whole predicate: EXACT if all conjuncts are exact, NONE if nothing
   * is pushed down, and otherwise SUPERSET.
   */
  public Verdict verdict() {
    if (conjuncts.stream().allMatch(part -> part.verdict() == Verdict.EXACT)) {
      return Verdict.EXACT;
    }
    return conjuncts.stream().allMatch(part -> part.verdict() == Verdict.NONE)
        ? Verdict.NONE
        : Verdict.SUPERSET;
  }

  /**
   * Returns the predicate that the engine must test on each row that it reads, or empty if nothing
   * is left to test.
   */
  public Optional<Predicate> residual() {
    List<Predicate> left =
        conjuncts.stream()
            .filter(part -> part.verdict() != Verdict.EXACT)
            .map(Conjunct::predicate)
            .toList();
    return left.isEmpty()
        ? Optional.empty()
        : Optional.of(left.size() == 1 ? left.get(0) : new Predicate.And(left));
  }

  /** Returns whether no row can match. If so, nothing has to be read. */
  public boolean isEmpty() {
    return empty;
  }

  /**
   * Returns the dimension ranges that contain the matching rows. The ranges of a dimension are
   * disjoint and in order.
   */
  public Subarray subarray() {
    return subarray;
  }

  /**
   * Returns the condition that rows in the {@link #subarray} must also meet, or empty if there is
   * none.
   */
  public Optional<Condition> condition() {
    return condition;
  }

  /**
   * Returns {@link #subarray} and {@link #condition} as a single condition, for uses without ranges
   * such as a deletion. Empty if it selects all rows.
   */
  public Optional<Condition> rowCondition() {
    return ArrayTable.condition(region);
  }

  /**
   * Returns a request that reads the selected rows. It is unordered, which is fastest; use {@link
   * ReadRequest#layout(Layout)} for another order.
   *
   * @param columns the names of the columns, in order; must include those that {@link #residual}
   *     tests. If empty, as for counting rows, the first dimension is read.
   * @throws io.azulejo.error.InvalidRequestException if a column does not exist or is ambiguous
   */
  public ReadRequest request(List<String> columns) {
    return request(columns, subarray, condition);
  }

  /**
   * Returns a request that reads the same rows in global order. It has one range per dimension,
   * which contains all ranges. A condition excludes the rows between them.
   *
   * @param columns the names of the columns, as for {@link #request(List)}
   * @throws io.azulejo.error.InvalidRequestException if a column does not exist or is ambiguous
   */
  public ReadRequest requestInGlobalOrder(List<String> columns) {
    Subarray box = Subarray.ALL;
    boolean several = false;
    for (Map.Entry<String, List<Range>> dimension : subarray.ranges().entrySet()) {
      List<Range> ranges = dimension.getValue();
      several |= ranges.size() > 1;
      box = box.and(dimension.getKey(), hull(ranges.get(0), ranges.get(ranges.size() - 1)));
    }
    return request(columns, box, several ? rowCondition() : condition).layout(Layout.GLOBAL_ORDER);
  }

  /**
   * Returns the smallest range that contains two ranges.
   *
   * @param first a range at or before {@code last}
   */
  private static Range hull(Range first, Range last) {
    if (first instanceof Range.Longs low && last instanceof Range.Longs high) {
      return Range.of(low.low(), high.high());
    }
    if (first instanceof Range.Doubles low && last instanceof Range.Doubles high) {
      return Range.of(low.low(), high.high());
    }
    Range.Strings start = (Range.Strings) (first instanceof Range.Open open ? open.bound() : first);
    return last instanceof Range.Strings end
        ? Range.of(start.low(), end.high())
        : new Range.Open(Range.of(start.low(), start.low()), true);
  }

  private ReadRequest request(
      List<String> columns, Subarray subarray, Optional<Condition> condition) {
    List<String> fields = columns.stream().map(name -> table.column(name).field()).toList();
    ReadRequest request =
        ReadRequest.ALL
            .subarray(subarray)
            .layout(Layout.UNORDERED)
            .cells(table.options().cells())
            .select(fields.isEmpty() ? List.of(table.columns().get(0).field()) : fields);
    return condition.map(request::where).orElse(request);
  }

  /**
   * Returns the splits of the read that {@link #request} describes, for parallel execution. Empty
   * if no row can match.
   *
   * @param columns the names of the columns, as for {@link #request(List)}
   * @param options the number and size of splits; see {@link io.azulejo.Read#splits}
   * @throws io.azulejo.error.InvalidRequestException if a column does not exist or is ambiguous
   */
  public List<Split> splits(List<String> columns, SplitOptions options) {
    return empty ? List.of() : table.array().read(request(columns)).splits(options);
  }

  /**
   * Returns whether a read may stop at the engine's row limit. This requires that nothing is left
   * to test. Give the whole limit to each split, and apply it again to the combined rows.
   */
  public boolean takesLimit() {
    return verdict() == Verdict.EXACT;
  }

  /** A sort direction. */
  public enum Direction {
    /** Smallest values first. */
    ASCENDING,
    /** Largest values first. */
    DESCENDING
  }

  /** The position of nulls in a sort order. */
  public enum Nulls {
    /** Before all values. */
    FIRST,
    /** After all values. */
    LAST
  }

  /**
   * A sort key.
   *
   * @param column the name of the column
   * @param direction the sort direction
   * @param nulls the position of nulls
   */
  public record SortKey(String column, Direction direction, Nulls nulls) {}

  /**
   * Returns the layout that yields rows in the engine's order, or empty if there is none. With this
   * layout, a limited read returns the first rows of the engine's order. Give the whole limit to
   * each split; the engine merges the results.
   *
   * <p>A layout exists only if all of these hold:
   *
   * <ul>
   *   <li>Nothing is left to test.
   *   <li>The keys are the first dimensions in order ({@link Layout#ROW_MAJOR}), or the last
   *       dimensions in reverse order ({@link Layout#COL_MAJOR}).
   *   <li>All keys are ascending.
   *   <li>The engine sorts the values and nulls of these dimensions as the array does.
   * </ul>
   *
   * @param keys the sort keys, most significant first
   * @throws io.azulejo.error.InvalidRequestException if a column does not exist or is ambiguous
   */
  public Optional<Layout> layoutFor(List<SortKey> keys) {
    return takesLimit() ? table.layoutFor(keys) : Optional.empty();
  }

  /**
   * Translates aggregates over the rows that match the predicate. They are pushed down if the array
   * computes the same results as the engine would.
   *
   * @param aggregates the aggregates
   * @param groupBy the names of the columns to group by; empty for one group of all rows
   * @throws io.azulejo.error.InvalidRequestException if a column does not exist or is ambiguous
   */
  public AggregateTranslation aggregates(List<TableAggregate> aggregates, List<String> groupBy) {
    return new AggregateTranslator(table, this).translate(aggregates, groupBy);
  }

  /** Returns the region of rows that the array selects. */
  Region region() {
    return region;
  }

  @Override
  public String toString() {
    return "%s where %s, residual: %s"
        .formatted(
            subarray,
            condition.map(Condition::toString).orElse("true"),
            residual().map(Predicate::toString).orElse("nothing"));
  }
}
