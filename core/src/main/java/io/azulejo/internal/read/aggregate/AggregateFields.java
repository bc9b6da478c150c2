package io.azulejo.internal.read.aggregate;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.query.Aggregate;
import io.azulejo.query.Aggregate.Function;
import io.azulejo.query.Grouping;
import io.azulejo.schema.Datatype;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The fields that aggregates are made of, each once, and what is wanted of each.
 *
 * @param aggregates the aggregates, in order
 * @param functions for each field that is aggregated what is wanted of it
 * @param groupBy what makes groups
 */
public record AggregateFields(
    List<Aggregate> aggregates, Map<OutputField, Set<Function>> functions, List<GroupKey> groupBy) {

  /**
   * Checks that fields can be aggregated, and be grouped by.
   *
   * @param find finds the field of a name
   */
  public static AggregateFields of(
      List<Aggregate> aggregates,
      List<Grouping> groupBy,
      java.util.function.Function<String, OutputField> find) {
    if (aggregates.isEmpty()) {
      throw new InvalidRequestException("no aggregate is asked for: ask for count(), at least");
    }
    Map<String, OutputField> found = new LinkedHashMap<>();
    Map<OutputField, Set<Function>> functions = new LinkedHashMap<>();
    for (Aggregate aggregate : aggregates) {
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
    for (Grouping grouping : groupBy) {
      OutputField field = found.computeIfAbsent(grouping.field(), find);
      if (groups.stream().anyMatch(key -> key.grouping().equals(grouping))) {
        throw new InvalidRequestException(
            "groups by \"%s\" twice: once is enough".formatted(grouping.column()));
      }
      checkGroup(field);
      groups.add(GroupKey.of(grouping, field));
    }
    return new AggregateFields(List.copyOf(aggregates), functions, List.copyOf(groups));
  }

  private static void check(Aggregate aggregate, OutputField field) {
    Function function = aggregate.function();
    boolean number = field.cellValNum() == 1 && isNumber(field.type());
    boolean extreme = function == Function.MIN || function == Function.MAX;
    boolean fits =
        switch (function) {
          case COUNT, NULL_COUNT, FIRST, LAST -> true;
          case COUNT_DISTINCT -> isGroupable(field);
          case MIN, MAX -> number || isText(field);
          case VAR, STDDEV -> number && !field.type().isDatetime();
          default -> number;
        };
    if (!fits) {
      throw new InvalidRequestException(
          "%s: \"%s\" holds %s, of which there is %s; count it%s instead"
              .formatted(
                  aggregate,
                  field.name(),
                  GroupKey.described(field),
                  extreme
                      ? "no least or greatest value: there is of numbers, datetimes, times and"
                          + " ASCII strings"
                      : function == Function.SUM || function == Function.MEAN
                          ? "no sum and no mean: there is of numbers, datetimes and times, one a cell"
                          : "no " + function.word() + ": there is of " + required(function),
                  isGroupable(field) ? ", or group by it," : ""));
    }
  }

  private static String required(Function function) {
    return switch (function) {
      case COUNT_DISTINCT -> "numbers, strings and bytes, or a fixed number of them";
      case VAR, STDDEV -> "numbers and times, one a cell";
      default -> "numbers, datetimes and times, one a cell";
    };
  }

  private static boolean isNumber(Datatype type) {
    return type.isFloatingPoint() || (type.isIntegerValued() && type != Datatype.BOOL);
  }

  /** Whether minima and maxima are strings. */
  static boolean isText(OutputField field) {
    return field.type() == Datatype.STRING_ASCII;
  }

  private static void checkGroup(OutputField field) {
    if (!isGroupable(field)) {
      throw new InvalidRequestException(
          "groups by \"%s\", which holds %s: a group is made by numbers, datetimes, times, strings"
                  .formatted(field.name(), GroupKey.described(field))
              + " or bytes, or by a fixed number of them");
    }
  }

  private static boolean isGroupable(OutputField field) {
    return !field.isVar() || field.type().size() == 1 || field.type().isString();
  }

  /** The fields that are read, each once. */
  public List<OutputField> read() {
    List<OutputField> read = new ArrayList<>(functions.keySet());
    for (GroupKey key : groupBy) {
      if (!read.contains(key.source())) {
        read.add(key.source());
      }
    }
    return read;
  }

  /** Whether cells have to come in the order of their coordinates. */
  public boolean needOrder() {
    return functions.values().stream()
        .anyMatch(wanted -> wanted.contains(Function.FIRST) || wanted.contains(Function.LAST));
  }

  /** What takes in the values of each field that is aggregated. */
  List<FieldAccumulator> accumulators() {
    List<FieldAccumulator> accumulators = new ArrayList<>();
    functions.forEach(
        (field, wanted) ->
            wanted.stream()
                .map(Kind::of)
                .distinct()
                .forEach(kind -> accumulators.add(kind.accumulator(field, wanted))));
    return accumulators;
  }

  /** What takes values in for several functions. */
  enum Kind {
    /** Counts, sums, minima and maxima. */
    SUMS,
    /** Different values. */
    DISTINCT,
    /** All values in their order. */
    QUANTILES,
    /** Means and distances from them. */
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

    private FieldAccumulator accumulator(OutputField field, Set<Function> wanted) {
      return switch (this) {
        case SUMS -> AggregateFields.accumulator(field, wanted);
        case DISTINCT -> new DistinctAccumulator(field);
        case QUANTILES -> new QuantileAccumulator(field);
        case MOMENTS -> new MomentAccumulator(field);
        case ENDS ->
            new EndsAccumulator(
                field, wanted.contains(Function.FIRST), wanted.contains(Function.LAST));
      };
    }
  }

  /** Which of the accumulators of these fields has what an aggregate is. */
  int accumulatorOf(Aggregate aggregate) {
    String name = aggregate.field().orElseThrow();
    Kind kind = Kind.of(aggregate.function());
    int index = 0;
    for (Map.Entry<OutputField, Set<Function>> field : functions.entrySet()) {
      for (Kind own : field.getValue().stream().map(Kind::of).distinct().toList()) {
        if (own == kind && field.getKey().name().equals(name)) {
          return index;
        }
        index++;
      }
    }
    throw new IllegalStateException("nothing makes " + aggregate);
  }

  private static FieldAccumulator accumulator(OutputField field, Set<Function> functions) {
    WantedValues wanted =
        new WantedValues(
            functions.contains(Function.SUM) || functions.contains(Function.MEAN),
            functions.contains(Function.MIN),
            functions.contains(Function.MAX));
    if (!wanted.sum() && !wanted.extremes()) {
      return new FieldAccumulator(field);
    }
    if (isText(field)) {
      return new TextAccumulator(field, wanted);
    }
    return field.type().isFloatingPoint()
        ? new FloatingPointAccumulator(field, wanted)
        : new IntegerAccumulator(field, wanted);
  }
}
