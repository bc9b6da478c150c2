package io.azulejo.query;

import io.azulejo.error.InvalidRequestException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A list of aggregates, optionally with groupings and a condition on groups, such as {@code
 * count(), mean(temp) by station, year(t) having count() > 10}. Immutable.
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
   * Creates an aggregation over all cells.
   *
   * @param aggregates the aggregates to compute, at least one
   * @throws InvalidRequestException if the list is empty
   */
  public static Aggregation of(List<Aggregate> aggregates) {
    return new Aggregation(aggregates, List.of(), Optional.empty(), false);
  }

  /**
   * Creates an aggregation that computes the aggregates for each group of cells. The cells of a
   * group have equal values in all grouping fields.
   *
   * @param aggregates the aggregates to compute, at least one
   * @param groupBy the names of dimensions and attributes; empty for a single group of all cells
   * @throws InvalidRequestException if the list of aggregates is empty
   */
  public static Aggregation of(List<Aggregate> aggregates, List<String> groupBy) {
    return of(aggregates).withGroups(groupBy.stream().map(Grouping::by).toList());
  }

  /**
   * Returns a copy of this aggregation with other groupings.
   *
   * @param groups the keys of the groups; empty for a single group of all cells
   */
  public Aggregation withGroups(List<Grouping> groups) {
    return new Aggregation(aggregates, groups, having, skipsNan);
  }

  /**
   * Returns a copy of this aggregation with a condition on groups, which replaces an earlier one.
   *
   * @param condition a condition that refers to result columns by name
   */
  public Aggregation withHaving(Condition condition) {
    return new Aggregation(aggregates, groupBy, Optional.of(condition), skipsNan);
  }

  /**
   * Returns a copy of this aggregation in which functions ignore NaN and NaT as they ignore nulls.
   * {@link Aggregate#count()} still counts all cells, and {@link Aggregate#nullCount} still counts
   * only nulls. The mean of datetimes is then a datetime, rounded down.
   */
  public Aggregation skippingNan() {
    return new Aggregation(aggregates, groupBy, having, true);
  }

  /**
   * Parses the text form of an aggregation. It has three parts:
   *
   * <ul>
   *   <li>aggregates, separated by commas
   *   <li>optional: {@code by}, followed by groupings separated by commas; a grouping is a field, a
   *       part or period of a datetime such as {@code month(t)} or {@code months(t)}, or an
   *       interval such as {@code bin(x, 10)}
   *   <li>optional: {@code having}, followed by a condition; it refers to result columns by their
   *       text, such as {@code count()}
   * </ul>
   *
   * <p>Field names with special characters must be in double quotes.
   *
   * @throws io.azulejo.error.InvalidRequestException if the text cannot be parsed; the message
   *     shows the position of the error
   */
  public static Aggregation parse(String text) {
    return AggregateParser.aggregation(text);
  }

  /** Returns the aggregates; the list has at least one element. */
  public List<Aggregate> aggregates() {
    return aggregates;
  }

  /** Returns the groupings; empty for a single group of all cells. */
  public List<Grouping> groupBy() {
    return groupBy;
  }

  /** Returns the condition that groups must meet; empty if all groups are returned. */
  public Optional<Condition> having() {
    return having;
  }

  /** Returns whether functions ignore NaN and NaT; see {@link #skippingNan}. */
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
