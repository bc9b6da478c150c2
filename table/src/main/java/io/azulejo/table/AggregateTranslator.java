package io.azulejo.table;

import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.order.Intervals;
import io.azulejo.query.Aggregate;
import io.azulejo.query.Aggregation;
import io.azulejo.query.FieldStatistics;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.ReadRequest.Cells;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Range;
import io.azulejo.table.AggregateTranslation.Output;
import io.azulejo.table.Dialect.Nans;
import io.azulejo.table.Dialect.Nat;
import io.azulejo.table.Dialect.OutOfRange;
import io.azulejo.table.Dialect.StringOrder;
import io.azulejo.table.Dialect.TrailingSpaces;
import io.azulejo.table.Dialect.Unsigned;
import io.azulejo.table.Dialect.Zeros;
import io.azulejo.table.TableAggregate.Function;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Decides whether the array computes the same aggregates as the engine would, and translates them.
 */
final class AggregateTranslator {
  private static final String READ_AS_NULL =
      "the engine reads NaT, or times out of its range, as null";

  private final ArrayTable table;
  private final Translation rows;
  private final Dialect dialect;

  AggregateTranslator(ArrayTable table, Translation rows) {
    this.table = table;
    this.rows = rows;
    this.dialect = table.options().dialect();
  }

  /**
   * Translates aggregates. Either all are pushed down, or none.
   *
   * @param aggregates the aggregates; may be empty if there are groups
   * @param groupBy the names of the grouping columns; empty for a single group
   */
  AggregateTranslation translate(List<TableAggregate> aggregates, List<String> groupBy) {
    ReadRequest request = rows.request(List.of());
    if (rows.verdict() != Verdict.EXACT) {
      return notPushed(
          request, "rows are filtered after the read: " + rows.residual().orElseThrow());
    }
    List<String> groups = new ArrayList<>();
    boolean complete = true;
    for (String name : groupBy) {
      TableColumn column = table.column(name);
      if (!isGroupable(column) || groups.contains(column.field())) {
        return notPushed(request, "rows cannot be grouped by column \"" + name + "\"");
      }
      groups.add(column.field());
      complete &= isOneToOne(column);
    }
    List<Aggregate> wanted = new ArrayList<>();
    List<Output> outputs = new ArrayList<>();
    for (TableAggregate aggregate : aggregates) {
      Optional<String> reason = reason(aggregate, request);
      if (reason.isPresent()) {
        return notPushed(request, reason.get());
      }
      outputs.add(output(aggregate, wanted, groups.size()));
    }
    if (wanted.isEmpty()) { // DISTINCT needs groups without aggregates
      wanted.add(Aggregate.count());
    }
    return AggregateTranslation.pushed(
        table.array(), request, Aggregation.of(wanted, groups), outputs, complete);
  }

  private AggregateTranslation notPushed(ReadRequest request, String reason) {
    return AggregateTranslation.notPushed(table.array(), request, reason);
  }

  private Output output(TableAggregate aggregate, List<Aggregate> wanted, int first) {
    Function function = aggregate.function();
    if (aggregate.column().isEmpty()) {
      int at = first + place(Aggregate.count(), wanted);
      return new Output(function, at, at);
    }
    String field = table.column(aggregate.column().get()).field();
    int count = first + place(Aggregate.count(field), wanted);
    int value =
        switch (function) {
          case COUNT -> count;
          case MIN -> first + place(Aggregate.min(field), wanted);
          case MAX -> first + place(Aggregate.max(field), wanted);
          case SUM, AVG -> first + place(Aggregate.sum(field), wanted);
        };
    return new Output(function, value, count);
  }

  /** Returns the index of an aggregate in a list, and adds it if necessary. */
  private static int place(Aggregate aggregate, List<Aggregate> wanted) {
    int at = wanted.indexOf(aggregate);
    if (at < 0) {
      wanted.add(aggregate);
      return wanted.size() - 1;
    }
    return at;
  }

  private boolean isGroupable(TableColumn column) {
    boolean bytes = column.stored().size() == 1 || column.stored().isString();
    // The array puts both zeros into one group, and all NaNs into another one.
    boolean oneZero = !column.stored().isFloatingPoint() || dialect.zeros() == Zeros.EQUAL;
    return oneZero
        && column.role() != TableColumn.Role.LABEL
        && (column.valuesPerCell() != Attribute.VAR || bytes);
  }

  /** Returns whether two stored values are equal if and only if the engine considers them equal. */
  private boolean isOneToOne(TableColumn column) {
    Datatype type = column.stored();
    boolean nullable =
        table.array().schema().attribute(column.field()).map(Attribute::nullable).orElse(false);
    boolean nullOutOfRange = dialect.outOfRange() == OutOfRange.NULL && dialect.isTime(type);
    boolean severalNulls = hasNat(column) && nullable || nullOutOfRange && column.nullable();
    boolean sameTexts =
        column.type().kind() != ColumnType.Kind.TEXT
            || (dialect.stringOrder() == StringOrder.BYTES
                && dialect.trailingSpaces() == TrailingSpaces.COUNT);
    return column.enumeration().isEmpty()
        && column.lossless()
        && !severalNulls
        && sameTexts
        && type != Datatype.BOOL;
  }

  private boolean hasNat(TableColumn column) {
    return column.stored().isDatetime() && column.valuesPerCell() == 1 && dialect.nat() == Nat.NULL;
  }

  /** Returns the reason why the engine must compute an aggregate, or empty if the array can. */
  private Optional<String> reason(TableAggregate aggregate, ReadRequest request) {
    if (aggregate.column().isEmpty()) {
      return Optional.empty();
    }
    BoundField<?> field = table.field(aggregate.column().get());
    String why =
        switch (aggregate.function()) {
          case COUNT -> countObstacle(field);
          case MIN, MAX -> minMaxObstacle(field, aggregate.function() == Function.MAX);
          case SUM -> sumObstacle(field, request, Long.SIZE - 1);
          case AVG -> sumObstacle(field, request, 53);
        };
    return why.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "%s of column \"%s\": %s".formatted(aggregate.function(), field.column().name(), why));
  }

  /** Returns why the array cannot count the values of a column, or an empty string if it can. */
  private <T> String countObstacle(BoundField<T> field) {
    TableColumn column = field.column();
    if (column.role() == TableColumn.Role.LABEL) {
      return "it is a label";
    }
    if (column.enumeration().isPresent()) {
      return "enumeration indexes without a value are null";
    }
    return undefined(field).isEmpty() ? "" : READ_AS_NULL;
  }

  /** Returns the values that selected rows may have and that are null to the engine. */
  private <T> Intervals<T> undefined(BoundField<T> field) {
    Intervals<T> some = wanted(field).values().minus(field.domain().defined().values());
    return field.column().nullable() ? some : Intervals.none(some.order());
  }

  /**
   * Returns whether selected rows may have values that are null to the engine and sort before all
   * other values, or after them if {@code end}.
   */
  private <T> boolean isUndefinedAt(BoundField<T> field, boolean end) {
    List<Intervals.Span<T>> some = undefined(field).spans();
    if (some.isEmpty()) {
      return false;
    }
    List<Intervals.Span<T>> defined = field.domain().defined().values().spans();
    Intervals.Span<T> outermost = end ? some.get(some.size() - 1) : some.get(0);
    boolean before = field.domain().order().compare(outermost.low(), defined.get(0).low()) < 0;
    return before != end;
  }

  /**
   * Returns why the array cannot compute the minimum (or the maximum, if {@code max}) of a column,
   * or an empty string if it can.
   */
  private <T> String minMaxObstacle(BoundField<T> field, boolean max) {
    TableColumn column = field.column();
    Datatype type = column.stored();
    if (column.role() == TableColumn.Role.LABEL || column.enumeration().isPresent()) {
      return "it is a label, or has an enumeration";
    }
    if (type == Datatype.STRING_ASCII) {
      return dialect.stringOrder() == StringOrder.BYTES
              && dialect.trailingSpaces() == TrailingSpaces.COUNT
          ? ""
          : "the engine orders text differently";
    }
    boolean number = type.isIntegerValued() || type.isFloatingPoint();
    if (!number || type == Datatype.BOOL || column.valuesPerCell() != 1) {
      return "the array has no minimum or maximum of " + column.type();
    }
    if (type == Datatype.UINT64 && dialect.unsigned() == Unsigned.WRAPPED) {
      return "the engine orders unsigned numbers differently";
    }
    if (type.isFloatingPoint() && dialect.zeros() == Zeros.DISTINCT) {
      return "the array does not distinguish -0.0 from 0.0";
    }
    boolean nan = wanted(field).nan() && known(field).map(FieldStatistics::mayHoldNan).orElse(true);
    if (nan && (max || dialect.nans() == Nans.UNORDERED)) {
      return "the array ignores NaN";
    }
    if (isNatLeftOut(field)) {
      return "the array ignores NaT";
    }
    return isUndefinedAt(field, max) ? READ_AS_NULL : "";
  }

  /**
   * Returns whether selected rows may have a NaT that the engine treats as a value. The array
   * ignores NaT.
   */
  private boolean isNatLeftOut(BoundField<?> field) {
    return field.column().stored().isDatetime()
        && dialect.nat() == Nat.VALUE
        && keys(wanted(field).values()).contains(Long.MIN_VALUE);
  }

  /**
   * Returns why the array cannot sum a column, or an empty string if it can.
   *
   * @param bits the number of bits that must hold the absolute value of the sum
   */
  private <T> String sumObstacle(BoundField<T> field, ReadRequest request, int bits) {
    TableColumn column = field.column();
    Datatype type = column.stored();
    boolean integer =
        type.isIntegerValued()
            && type != Datatype.BOOL
            && column.valuesPerCell() == 1
            && column.enumeration().isEmpty()
            && column.role() != TableColumn.Role.LABEL
            && !dialect.isTime(type)
            && column.type().kind() != ColumnType.Kind.DECIMAL
            && !hasNat(column)
            && !isNatLeftOut(field);
    if (!integer || (type == Datatype.UINT64 && dialect.unsigned() == Unsigned.WRAPPED)) {
      return type.isFloatingPoint()
          ? "sums of floating-point numbers depend on their order"
          : "the array cannot sum " + column.type();
    }
    List<Intervals.Span<Long>> spans = keys(wanted(field).values()).spans();
    if (rows.isEmpty() || spans.isEmpty()) {
      return "";
    }
    Long end = spans.get(spans.size() - 1).end();
    BigInteger low = NumberDomain.integer(type, spans.get(0).low());
    BigInteger high = NumberDomain.integer(type, end == null ? Long.MAX_VALUE : end - 1);
    Optional<Range> range = known(field).flatMap(statistics -> statistics.values().value());
    if (range.isPresent() && range.get() instanceof Range.Longs bounds) {
      low = low.max(integer(type, bounds.low()));
      high = high.min(integer(type, bounds.high()));
    }
    long cells = table.array().read(request).plan().steps().cells();
    BigInteger bound = low.abs().max(high.abs()).multiply(BigInteger.valueOf(cells));
    return bound.bitLength() <= bits
        ? ""
        : "up to %d cells may overflow %d bits".formatted(cells, bits);
  }

  private static BigInteger integer(Datatype type, long bits) {
    return NumberDomain.integer(type, CoordinateKeys.ofInteger(type, bits));
  }

  /**
   * Returns the statistics of a field over all rows. Empty if they are not known or do not cover
   * all rows, because some have fill values.
   */
  private Optional<FieldStatistics> known(BoundField<?> field) {
    boolean written = !table.array().schema().isDense() || table.options().cells() == Cells.WRITTEN;
    String name = field.column().field();
    return written && !field.missingInSomeCells()
        ? Optional.ofNullable(table.array().statistics(List.of(name)).fields().get(name))
        : Optional.empty();
  }

  @SuppressWarnings("unchecked") // The values of integer columns are keys.
  private static Intervals<Long> keys(Intervals<?> spans) {
    return (Intervals<Long>) spans;
  }

  /** Returns the cells that a column can have in the selected rows. */
  @SuppressWarnings("unchecked") // The same column has the same type of values.
  private <T> CellSet<T> wanted(BoundField<T> field) {
    Region region = rows.region();
    for (Region part : region instanceof Region.All all ? all.parts() : List.of(region)) {
      if (part instanceof Region.Cells<?> cells
          && cells.field().column().name().equals(field.column().name())) {
        return ((Region.Cells<T>) cells).set().and(field.domain().all());
      }
    }
    return field.domain().all();
  }
}
