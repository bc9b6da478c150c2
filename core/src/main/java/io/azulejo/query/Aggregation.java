package io.azulejo.query;

import io.azulejo.internal.condition.ConditionText;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Aggregates, and what makes groups of the cells that they are made of; as a text {@code count(),
 * mean(temp) by station, year}.
 *
 * @param aggregates the aggregates, at least one
 * @param groupBy the fields by whose values cells make groups; none makes all cells one group
 */
public record Aggregation(List<Aggregate> aggregates, List<String> groupBy) {
  /** Makes an immutable record: takes copies of its lists. */
  public Aggregation {
    aggregates = List.copyOf(aggregates);
    groupBy = List.copyOf(groupBy);
    if (aggregates.isEmpty()) {
      throw new IllegalArgumentException("no aggregate: give at least one");
    }
  }

  /**
   * Reads a text: aggregates with commas between them and, where cells make groups, {@code by} and
   * fields with commas between them. Names that are not plain are in double quotes.
   *
   * @throws io.azulejo.error.InvalidRequestException if it cannot be read; it shows where
   */
  public static Aggregation parse(String text) {
    return AggregateParser.aggregation(text);
  }

  @Override
  public String toString() {
    String list = aggregates.stream().map(Aggregate::toString).collect(Collectors.joining(", "));
    return groupBy.isEmpty()
        ? list
        : list
            + groupBy.stream()
                .map(ConditionText::name)
                .collect(Collectors.joining(", ", " by ", ""));
  }
}
