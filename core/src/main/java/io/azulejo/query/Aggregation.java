package io.azulejo.query;

import io.azulejo.error.InvalidRequestException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Aggregates, what makes groups of the cells that they are made of, and which of the groups are
 * wanted; as a text {@code count(), mean(temp) by station, year(t) having count() > 10}.
 *
 * @param aggregates the aggregates, at least one
 * @param groupBy by what cells make groups; nothing makes all cells one group
 * @param having what the rows of the answer have to meet: its fields are the columns of the answer,
 *     by their names
 */
public record Aggregation(
    List<Aggregate> aggregates, List<Grouping> groupBy, Optional<Condition> having) {
  /** Makes an immutable record: takes copies of its lists. */
  public Aggregation {
    aggregates = List.copyOf(aggregates);
    groupBy = List.copyOf(groupBy);
    if (aggregates.isEmpty()) {
      throw new InvalidRequestException("no aggregate is asked for: ask for count(), at least");
    }
  }

  /** Returns aggregates of all cells together. */
  public static Aggregation of(List<Aggregate> aggregates) {
    return of(aggregates, List.of());
  }

  /**
   * Returns aggregates of groups: of the cells with the same values in some fields.
   *
   * @param groupBy the names of dimensions and attributes; none makes all cells one group
   */
  public static Aggregation of(List<Aggregate> aggregates, List<String> groupBy) {
    return new Aggregation(aggregates, groupBy.stream().map(Grouping::by).toList());
  }

  /** Aggregates of groups, all of which are wanted. */
  public Aggregation(List<Aggregate> aggregates, List<Grouping> groupBy) {
    this(aggregates, groupBy, Optional.empty());
  }

  /**
   * Reads a text: aggregates with commas between them; where cells make groups, {@code by} and
   * fields, {@code month(t)} and the like or {@code bin(x, 10)} with commas between them; where not
   * all groups are wanted, {@code having} and a condition, in which columns of the answer stand as
   * they do in front of it. Names that are not plain are in double quotes.
   *
   * @throws io.azulejo.error.InvalidRequestException if it cannot be read; it shows where
   */
  public static Aggregation parse(String text) {
    return AggregateParser.aggregation(text);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(joined(aggregates));
    if (!groupBy.isEmpty()) {
      text.append(" by ").append(joined(groupBy));
    }
    having.ifPresent(condition -> text.append(" having ").append(condition));
    return text.toString();
  }

  private static String joined(List<?> parts) {
    return parts.stream().map(Object::toString).collect(Collectors.joining(", "));
  }
}
