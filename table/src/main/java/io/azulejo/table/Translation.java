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
 * A predicate as far as an array tests it: ranges of dimensions and a condition, and what is left
 * to the engine. Immutable; it belongs to the snapshot that the table was made of.
 */
public final class Translation {
  /**
   * A part of a predicate that has to hold for the whole to hold.
   *
   * @param predicate the part
   * @param verdict whether the engine has to test it again
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

  /** The snapshot that is read. */
  public Array array() {
    return table.array();
  }

  /** The parts that all have to hold, in the order of the predicate, each with its verdict. */
  public List<Conjunct> conjuncts() {
    return conjuncts;
  }

  /** {@link Verdict#EXACT} if all parts are; {@link Verdict#NONE} if nothing is pushed down. */
  public Verdict verdict() {
    if (conjuncts.stream().allMatch(part -> part.verdict() == Verdict.EXACT)) {
      return Verdict.EXACT;
    }
    return conjuncts.stream().allMatch(part -> part.verdict() == Verdict.NONE)
        ? Verdict.NONE
        : Verdict.SUPERSET;
  }

  /** What the engine has to test of each row that is read; empty if nothing. */
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

  /** Whether it is known that no row meets the predicate, so that nothing has to be read. */
  public boolean isEmpty() {
    return empty;
  }

  /** The ranges of dimensions that rows lie in, disjoint and in order. */
  public Subarray subarray() {
    return subarray;
  }

  /** What rows in these ranges have to meet besides; empty where nothing. */
  public Optional<Condition> condition() {
    return condition;
  }

  /**
   * What rows have to meet where ranges cannot be given, as in a deletion: {@link #subarray} and
   * {@link #condition} as one. Empty where all rows do.
   */
  public Optional<Condition> rowCondition() {
    return ArrayTable.condition(region);
  }

  /**
   * The read of some columns, in their order, of the rows that are left: unordered, as fast as can
   * be; {@link ReadRequest#layout(Layout)} changes that. Columns that a {@link #residual} names
   * have to be among them.
   *
   * @param columns names of columns; of none, as for counting rows, the first dimension is read
   * @throws io.azulejo.error.InvalidRequestException if there is no such column, or several
   */
  public ReadRequest request(List<String> columns) {
    return request(columns, subarray, condition);
  }

  /**
   * Returns a read of the same rows in global order, which takes one range of each dimension: the
   * smallest one that holds all ranges. The condition leaves out the rows between them.
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
   * The parts of {@link #request}; see {@link io.azulejo.Read#splits}. None if it is known that no
   * row meets the predicate.
   */
  public List<Split> splits(List<String> columns, SplitOptions options) {
    return empty ? List.of() : table.array().read(request(columns)).splits(options);
  }

  /**
   * Whether the array may stop after as many rows as an engine's limit: where nothing is left to be
   * tested. Each part of the read gets the whole limit, and the engine takes so many of all.
   */
  public boolean takesLimit() {
    return verdict() == Verdict.EXACT;
  }

  /** An order of rows. */
  public enum Direction {
    /** The least first. */
    ASCENDING,
    /** The greatest first. */
    DESCENDING
  }

  /** Where nulls come in an order. */
  public enum Nulls {
    /** Before all values. */
    FIRST,
    /** Behind all values. */
    LAST
  }

  /**
   * What rows are sorted by.
   *
   * @param column the name of a column
   * @param direction which values come first
   * @param nulls where nulls come
   */
  public record SortKey(String column, Direction direction, Nulls nulls) {}

  /**
   * The layout in which rows come in an engine's order, so that the first rows of a limited read
   * are the first ones that the engine wants; empty where none is. Each part of the read gets the
   * whole limit, and the engine merges them.
   *
   * <p>That holds for the dimensions in their order ({@link Layout#ROW_MAJOR}) or from the last one
   * back ({@link Layout#COL_MAJOR}), all or the first of them, ascending, where nothing is left to
   * be tested and the engine orders values as the array does.
   */
  public Optional<Layout> layoutFor(List<SortKey> keys) {
    return takesLimit() ? table.layoutFor(keys) : Optional.empty();
  }

  /**
   * Aggregates of the rows that meet the predicate, as far as the array computes what the engine
   * would.
   *
   * @param aggregates what is computed
   * @param groupBy names of columns by whose values rows make groups; none for all rows
   */
  public AggregateTranslation aggregates(List<TableAggregate> aggregates, List<String> groupBy) {
    return new AggregateTranslator(table, this).translate(aggregates, groupBy);
  }

  /** The rows that are read. */
  Region region() {
    return region;
  }

  @Override
  public String toString() {
    return "%s where %s, left: %s"
        .formatted(
            subarray,
            condition.map(Condition::toString).orElse("true"),
            residual().map(Predicate::toString).orElse("nothing"));
  }
}
