package io.azulejo.query;

import io.azulejo.error.InvalidRequestException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Aggregates with optional groups and a condition on groups, such as {@code count(), mean(temp) by
 * station, year(t) having count() > 10}. Immutable.
 */
public final class Aggregation {
  private final List<Aggregate> aggregates;
  private final List<Grouping> groupBy;
  private final Optional<Condition> having;
  private final boolean skipsNan;

  private Aggregation(
      List<Aggregate> aggregates,
      List<Grouping> groupBy,
      Optional<Condition> having,
      boolean skipsNan) {
    this.aggregates = List.copyOf(aggregates);
    this.groupBy = List.copyOf(groupBy);
    this.having = having;
    this.skipsNan = skipsNan;
    if (aggregates.isEmpty()) {
      throw new InvalidRequestException(
          "the list of aggregates is empty; request at least count()");
    }
  }

  /**
   * Returns aggregates over all cells.
   *
   * @throws InvalidRequestException if the list is empty
   */
  public static Aggregation of(List<Aggregate> aggregates) {
    return new Aggregation(aggregates, List.of(), Optional.empty(), false);
  }

  /**
   * Returns aggregates for each group of cells with equal values in some fields.
   *
   * @param groupBy the names of dimensions and attributes; empty for one group of all cells
   * @throws InvalidRequestException if the list of aggregates is empty
   */
  public static Aggregation of(List<Aggregate> aggregates, List<String> groupBy) {
    return of(aggregates).withGroups(groupBy.stream().map(Grouping::by).toList());
  }

  /** Returns these aggregates with other groups; an empty list makes one group of all cells. */
  public Aggregation withGroups(List<Grouping> groups) {
    return new Aggregation(aggregates, groups, having, skipsNan);
  }

  /**
   * Returns these aggregates with a condition on groups, which replaces an earlier one.
   *
   * @param condition a condition on the result columns, which it refers to by name
   */
  public Aggregation withHaving(Condition condition) {
    return new Aggregation(aggregates, groupBy, Optional.of(condition), skipsNan);
  }

  /**
   * Returns these aggregates without NaN and NaT: functions of a field leave them out as they do
   * nulls. {@link Aggregate#count()} counts all cells, and {@link Aggregate#nullCount} nulls alone.
   * The mean of datetimes is then the datetime at or before it.
   */
  public Aggregation skippingNan() {
    return new Aggregation(aggregates, groupBy, having, true);
  }

  /**
   * Parses aggregates with optional groups and a condition on groups:
   *
   * <ul>
   *   <li>aggregates, separated by commas
   *   <li>optional: {@code by} and the keys of groups, separated by commas: fields, periods such as
   *       {@code month(t)}, intervals such as {@code bin(x, 10)}
   *   <li>optional: {@code having} and a condition on result columns, written as in the list
   * </ul>
   *
   * <p>Field names with special characters are in double quotes.
   *
   * @throws io.azulejo.error.InvalidRequestException if the text cannot be parsed; the message
   *     shows the position
   */
  public static Aggregation parse(String text) {
    return AggregateParser.aggregation(text);
  }

  /** Returns the aggregates, at least one. */
  public List<Aggregate> aggregates() {
    return aggregates;
  }

  /** Returns the keys of the groups; empty for one group of all cells. */
  public List<Grouping> groupBy() {
    return groupBy;
  }

  /** Returns the condition on rows of the result; empty for all groups. */
  public Optional<Condition> having() {
    return having;
  }

  /** Returns whether functions leave NaN and NaT out; see {@link #skippingNan}. */
  public boolean skipsNan() {
    return skipsNan;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Aggregation that
        && aggregates.equals(that.aggregates)
        && groupBy.equals(that.groupBy)
        && having.equals(that.having)
        && skipsNan == that.skipsNan;
  }

  @Override
  public int hashCode() {
    return Objects.hash(aggregates, groupBy, having, skipsNan);
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
