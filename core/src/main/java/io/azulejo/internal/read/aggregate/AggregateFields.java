package io.azulejo.internal.read.aggregate;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.query.Aggregate;
import io.azulejo.query.Aggregate.Function;
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
 * @param groupBy the fields that make groups
 */
public record AggregateFields(
    List<Aggregate> aggregates,
    Map<OutputField, Set<Function>> functions,
    List<OutputField> groupBy) {

  /**
   * Checks that fields can be aggregated, and be grouped by.
   *
   * @param find finds the field of a name
   */
  public static AggregateFields of(
      List<Aggregate> aggregates,
      List<String> groupBy,
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
    List<OutputField> groups = new ArrayList<>();
    for (String name : groupBy) {
      OutputField field = found.computeIfAbsent(name, find);
      if (groups.contains(field)) {
        throw new InvalidRequestException("groups by \"%s\" twice: once is enough".formatted(name));
      }
      checkGroup(field);
      groups.add(field);
    }
    return new AggregateFields(List.copyOf(aggregates), functions, List.copyOf(groups));
  }

  private static void check(Aggregate aggregate, OutputField field) {
    Function function = aggregate.function();
    if (function == Function.COUNT || function == Function.NULL_COUNT) {
      return;
    }
    boolean number = field.cellValNum() == 1 && isNumber(field.type());
    boolean extreme = function == Function.MIN || function == Function.MAX;
    if (!number && !(extreme && isText(field))) {
      throw new InvalidRequestException(
          "%s: \"%s\" holds %s, of which there is %s; count it%s instead"
              .formatted(
                  aggregate,
                  field.name(),
                  described(field),
                  extreme
                      ? "no least or greatest value: there is of numbers, datetimes, times and"
                          + " ASCII strings"
                      : "no sum and no mean: there is of numbers, datetimes and times, one a cell",
                  isGroupable(field) ? ", or group by it," : ""));
    }
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
                  .formatted(field.name(), described(field))
              + " or bytes, or by a fixed number of them");
    }
  }

  private static boolean isGroupable(OutputField field) {
    return !field.isVar() || field.type().size() == 1 || field.type().isString();
  }

  private static String described(OutputField field) {
    if (field.isVar()) {
      return "any number of " + field.type() + " a cell";
    }
    return field.cellValNum() == 1
        ? field.type().toString()
        : field.cellValNum() + " " + field.type() + " a cell";
  }

  /** The fields that are read, each once. */
  public List<OutputField> read() {
    List<OutputField> read = new ArrayList<>(functions.keySet());
    for (OutputField field : groupBy) {
      if (!read.contains(field)) {
        read.add(field);
      }
    }
    return read;
  }

  /** What takes in the values of each field that is aggregated. */
  List<FieldAccumulator> accumulators() {
    List<FieldAccumulator> accumulators = new ArrayList<>();
    functions.forEach((field, wanted) -> accumulators.add(accumulator(field, wanted)));
    return accumulators;
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
