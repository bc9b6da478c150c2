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
 * The part of a predicate that an array tests, as ranges of dimensions and a condition, and the
 * part left to the engine. Immutable. It is bound to the snapshot of its table.
 */
public final class Translation {
  /**
   * A conjunct of a predicate.
   *
   * @param predicate the conjunct
   * @param verdict whether the engine must test it again
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

  /** Returns the snapshot that is read. */
  public Array array() {
    return table.array();
  }

  /** Returns the conjuncts in the order of the predicate, each with its verdict. */
  public List<Conjunct> conjuncts() {
    return conjuncts;
  }

  /** Returns EXACT if all conjuncts are exact, NONE if nothing is pushed down, or else SUPERSET. */
  public Verdict verdict() {
    if (conjuncts.stream().allMatch(part -> part.verdict() == Verdict.EXACT)) {
      return Verdict.EXACT;
    }
    return conjuncts.stream().allMatch(part -> part.verdict() == Verdict.NONE)
        ? Verdict.NONE
        : Verdict.SUPERSET;
  }

  /** Returns the predicate that the engine must test on each row read; empty if none is left. */
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

  /** Returns whether no row can match, so that nothing has to be read. */
  public boolean isEmpty() {
    return empty;
  }

  /** Returns the ranges of dimensions that contain the rows, disjoint and in order. */
  public Subarray subarray() {
    return subarray;
  }

  /** Returns the condition that rows in these ranges must also meet; empty if there is none. */
  public Optional<Condition> condition() {
    return condition;
  }

  /**
   * Returns {@link #subarray} and {@link #condition} as one condition, for uses without ranges such
   * as a deletion. Empty for all rows.
   */
  public Optional<Condition> rowCondition() {
    return ArrayTable.condition(region);
  }

  /**
   * Returns a read of the selected rows. It is unordered, which is fastest; {@link
   * ReadRequest#layout(Layout)} changes that. The columns must include those in {@link #residual}.
   *
   * @param columns the names of the columns, in order; if empty, as for counting rows, the first
   *     dimension is read
   * @throws io.azulejo.error.InvalidRequestException if a column does not exist or is ambiguous
   */
  public ReadRequest request(List<String> columns) {
    return request(columns, subarray, condition);
  }

  /**
   * Returns a read of the same rows in global order. It has one range per dimension, which contains
   * all ranges; a condition excludes the rows between them.
   *
   * @param columns as for {@link #request(List)}
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
   * Returns the splits of {@link #request} ({@link io.azulejo.Read#splits}); empty if nothing
   * matches.
   */
  public List<Split> splits(List<String> columns, SplitOptions options) {
    return empty ? List.of() : table.array().read(request(columns)).splits(options);
  }

  /**
   * Returns whether the array may stop at an engine's limit: only if nothing is left to test. Each
   * split gets the whole limit; the engine applies the limit to all results.
   */
  public boolean takesLimit() {
    return verdict() == Verdict.EXACT;
  }

  /** A sort direction. */
  public enum Direction {
    /** Smallest values first. */
    ASCENDING,
    /** Greatest values first. */
    DESCENDING
  }

  /** The position of nulls in an order. */
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
   * Returns the layout that yields rows in an engine's order, so that a limited read returns the
   * rows that the engine wants first; empty if there is none. Each split gets the whole limit, and
   * the engine merges the results.
   *
   * <p>The keys must be the first dimensions in order ({@link Layout#ROW_MAJOR}) or the last ones
   * in reverse order ({@link Layout#COL_MAJOR}), ascending. Nothing may be left to test, and the
   * engine must order values as the array does.
   */
  public Optional<Layout> layoutFor(List<SortKey> keys) {
    return takesLimit() ? table.layoutFor(keys) : Optional.empty();
  }

  /**
   * Translates aggregates over the rows that match the predicate, as far as the array computes the
   * engine's results.
   *
   * @param aggregates the aggregates
   * @param groupBy the names of the columns to group by; empty for one group of all rows
   */
  public AggregateTranslation aggregates(List<TableAggregate> aggregates, List<String> groupBy) {
    return new AggregateTranslator(table, this).translate(aggregates, groupBy);
  }

  /** Returns the region that is read. */
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
