package io.azulejo.internal.read.aggregate;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.query.Aggregate;
import io.azulejo.query.Aggregate.Function;
import io.azulejo.query.Aggregation;
import io.azulejo.query.Grouping;
import io.azulejo.schema.Datatype;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The distinct fields that an aggregation needs, and the functions to compute for each.
 *
 * @param aggregates the aggregates, in order
 * @param functions for each aggregated field, its functions
 * @param groupBy the keys that define the groups
 * @param withoutNan whether NaN and NaT are ignored
 */
public record AggregateFields(
    List<Aggregate> aggregates,
    Map<OutputField, Set<Function>> functions,
    List<GroupKey> groupBy,
    boolean withoutNan) {

  /**
   * Resolves the fields of an aggregation.
   *
   * @param find returns the field with a given name
   * @throws InvalidRequestException if a field's type does not fit an aggregate or grouping, or a
   *     grouping occurs twice
   */
  public static AggregateFields of(
      Aggregation aggregation, java.util.function.Function<String, OutputField> find) {
    Map<String, OutputField> found = new LinkedHashMap<>();
    Map<OutputField, Set<Function>> functions = new LinkedHashMap<>();
    for (Aggregate aggregate : aggregation.aggregates()) {
      aggregate
          .field()
          .ifPresent(
              name -> {
                OutputField field = found.computeIfAbsent(name, find);
                check(aggregate, field);
                functions
                    .computeIfAbsent(field, f -> EnumSet.noneOf(Function.class))
                    .add(aggregate.function());
              });
    }
    List<GroupKey> groups = new ArrayList<>();
    for (Grouping grouping : aggregation.groupBy()) {
      OutputField field = found.computeIfAbsent(grouping.field(), find);
      if (groups.stream().anyMatch(key -> key.grouping().equals(grouping))) {
        throw new InvalidRequestException(
            "\"%s\" occurs twice in the groups; remove one".formatted(grouping.column()));
      }
      checkGroup(field);
      groups.add(GroupKey.of(grouping, field));
    }
    return new AggregateFields(
        aggregation.aggregates(), functions, List.copyOf(groups), aggregation.skipsNan());
  }

  private static void check(Aggregate aggregate, OutputField field) {
    Function function = aggregate.function();
    Datatype type = field.type();
    boolean number = field.cellValNum() == 1 && (type.isFloatingPoint() || type.isIntegerValued());
    boolean extreme = function == Function.MIN || function == Function.MAX;
    boolean fits =
        switch (function) {
          case COUNT, NULL_COUNT, FIRST, LAST -> true;
          case COUNT_DISTINCT -> isGroupable(field);
          case MIN, MAX -> number || isText(field);
          case VAR, STDDEV -> number && !type.isDatetime();
          default -> number;
        };
    if (!fits) {
      throw new InvalidRequestException(
          "%s: \"%s\" holds %s, but %s; count it%s instead"
              .formatted(
                  aggregate,
                  field.name(),
                  GroupKey.described(field),
                  extreme
                      ? "min and max need numbers, datetimes, times or strings"
                      : function == Function.SUM || function == Function.MEAN
                          ? "sum and mean need one number, datetime or time per cell"
                          : function.word() + " needs " + required(function),
                  isGroupable(field) ? " or group by it" : ""));
    }
  }

  private static String required(Function function) {
    return switch (function) {
      case COUNT_DISTINCT -> "numbers, strings or bytes, or a fixed number of them";
      case VAR, STDDEV -> "one number or time per cell";
      default -> "one number, datetime or time per cell";
    };
  }

  /** Returns whether the minimum and maximum of a field are strings. */
  private static boolean isText(OutputField field) {
    return switch (field.type()) {
      case STRING_ASCII, STRING_UTF8, CHAR -> true;
      default -> false;
    };
  }

  private static void checkGroup(OutputField field) {
    if (!isGroupable(field)) {
      throw new InvalidRequestException(
          ("cannot group by \"%s\", which holds %s; group by numbers, datetimes, times, strings"
                  + " or bytes, or by a fixed number of them")
              .formatted(field.name(), GroupKey.described(field)));
    }
  }

  private static boolean isGroupable(OutputField field) {
    return !field.isVar() || field.type().size() == 1 || field.type().isString();
  }

  /**
   * Returns the same aggregation, with fields that are read as numbers of strings where this is
   * enough: to group by strings, and to count them.
   */
  public AggregateFields withNumbers() {
    Map<OutputField, OutputField> made = new LinkedHashMap<>();
    for (OutputField field : read()) {
      Set<Function> wanted = functions.getOrDefault(field, Set.of());
      boolean known = wanted.contains(Function.COUNT_DISTINCT);
      for (GroupKey key : groupBy) {
        known |= key.source() == field;
      }
      boolean counts =
          EnumSet.of(Function.COUNT, Function.NULL_COUNT, Function.COUNT_DISTINCT)
              .containsAll(wanted);
      made.put(field, field.isVar() && known && counts ? field.withNumbers() : field);
    }
    Map<OutputField, Set<Function>> others = new LinkedHashMap<>();
    functions.forEach((field, wanted) -> others.put(made.get(field), wanted));
    List<GroupKey> keys = groupBy.stream().map(key -> key.with(made.get(key.source()))).toList();
    return new AggregateFields(aggregates, others, keys, withoutNan);
  }

  /** Returns the distinct fields to read. */
  public List<OutputField> read() {
    List<OutputField> read = new ArrayList<>(functions.keySet());
    for (GroupKey key : groupBy) {
      if (!read.contains(key.source())) {
        read.add(key.source());
      }
    }
    return read;
  }

  /** Returns whether an aggregate depends on the order of cells. */
  public boolean needOrder() {
    return functions.values().stream()
        .anyMatch(wanted -> wanted.contains(Function.FIRST) || wanted.contains(Function.LAST));
  }

  /** Returns whether tile statistics may be used to compute the aggregates over all cells. */
  public boolean fitStatistics() {
    return groupBy.isEmpty()
        && functions.values().stream().flatMap(Set::stream).allMatch(f -> Kind.of(f) == Kind.SUMS);
  }

  /** Creates the accumulators that the aggregates need. */
  Map<Part, FieldAccumulator> accumulators() {
    Map<Part, FieldAccumulator> accumulators = new LinkedHashMap<>();
    functions.forEach(
        (field, wanted) ->
            wanted.forEach(
                function ->
                    accumulators.computeIfAbsent(
                        new Part(field.name(), Kind.of(function)),
                        part -> accumulator(part.kind, field, wanted))));
    return accumulators;
  }

  /** A field and the kind of functions that one accumulator computes for it. */
  record Part(String field, Kind kind) {
    static Part of(Aggregate aggregate) {
      return new Part(aggregate.field().orElseThrow(), Kind.of(aggregate.function()));
    }
  }

  /** The kind of an accumulator. One accumulator may compute several functions. */
  enum Kind {
    /** Counts, sums, minima and maxima. */
    SUMS,
    /** Distinct values. */
    DISTINCT,
    /** All values, sorted. */
    QUANTILES,
    /** Means and squared deviations. */
    MOMENTS,
    /** The first and the last value. */
    ENDS;

    static Kind of(Function function) {
      return switch (function) {
        case COUNT, NULL_COUNT, SUM, MIN, MAX, MEAN -> SUMS;
        case COUNT_DISTINCT -> DISTINCT;
        case MEDIAN, QUANTILE -> QUANTILES;
        case STDDEV, VAR -> MOMENTS;
        case FIRST, LAST -> ENDS;
      };
    }
  }

  private FieldAccumulator accumulator(Kind kind, OutputField field, Set<Function> wanted) {
    return switch (kind) {
      case SUMS -> {
        Set<Function> values = EnumSet.copyOf(wanted);
        values.retainAll(EnumSet.of(Function.SUM, Function.MEAN, Function.MIN, Function.MAX));
        yield values.isEmpty()
            ? new FieldAccumulator(field, withoutNan)
            : isText(field)
                ? new CellAccumulator(field, withoutNan, values)
                : new NumberAccumulator(field, withoutNan, values);
      }
      case DISTINCT -> new DistinctAccumulator(field, withoutNan);
      case QUANTILES -> new QuantileAccumulator(field, withoutNan);
      case MOMENTS -> new MomentAccumulator(field, withoutNan);
      case ENDS -> {
        Set<Function> ends = EnumSet.copyOf(wanted);
        ends.retainAll(EnumSet.of(Function.FIRST, Function.LAST));
        yield new CellAccumulator(field, withoutNan, ends);
      }
    };
  }
}
