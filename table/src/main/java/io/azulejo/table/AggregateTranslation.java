package io.azulejo.table;

import io.azulejo.Array;
import io.azulejo.query.Aggregation;
import io.azulejo.query.Batch;
import io.azulejo.query.ReadRequest;
import java.util.List;
import java.util.Optional;

/**
 * Aggregates that an array computes for an engine, or why it does not. All or none are pushed down.
 * Immutable.
 */
public final class AggregateTranslation {
  /**
   * Where an aggregate is found in the answer.
   *
   * @param function the aggregate
   * @param value the column of the answer that holds its value; of a mean the sum
   * @param count the column that holds the number of values that it is of, by which a mean is
   *     divided; where it is 0 the value is null. That of a count is the count
   */
  public record Output(TableAggregate.Function function, int value, int count) {}

  private final Array array;
  private final Optional<String> reason;
  private final ReadRequest request;
  private final Optional<Aggregation> aggregation;
  private final List<Output> outputs;
  private final boolean complete;

  private AggregateTranslation(
      Array array,
      Optional<String> reason,
      ReadRequest request,
      Optional<Aggregation> aggregation,
      List<Output> outputs,
      boolean complete) {
    this.array = array;
    this.reason = reason;
    this.request = request;
    this.aggregation = aggregation;
    this.outputs = outputs;
    this.complete = complete;
  }

  static AggregateTranslation refused(Array array, ReadRequest request, String reason) {
    return new AggregateTranslation(
        array, Optional.of(reason), request, Optional.empty(), List.of(), false);
  }

  static AggregateTranslation pushed(
      Array array,
      ReadRequest request,
      Aggregation aggregation,
      List<Output> outputs,
      boolean complete) {
    return new AggregateTranslation(
        array, Optional.empty(), request, Optional.of(aggregation), List.copyOf(outputs), complete);
  }

  /** Whether the array computes the aggregates. */
  public boolean isPushed() {
    return reason.isEmpty();
  }

  /** Why the engine has to compute them; empty where the array does. */
  public Optional<String> reason() {
    return reason;
  }

  /**
   * The aggregates of the array and its groups, for {@link io.azulejo.Read#aggregate}; empty if
   * none.
   */
  public Optional<Aggregation> aggregation() {
    return aggregation;
  }

  /**
   * The rows that they are made of; its {@link io.azulejo.Read#splits splits} give parts to be
   * combined.
   */
  public ReadRequest request() {
    return request;
  }

  /** For each aggregate that was asked for where it is found. */
  public List<Output> outputs() {
    return outputs;
  }

  /**
   * Whether each group is one row of the answer. If not, rows may be of groups that are the same to
   * the engine, such as times that are rounded, and it has to combine them: counts and sums are
   * added, the least and the greatest found.
   */
  public boolean isComplete() {
    return complete;
  }

  /**
   * Computes them: the columns of groups, then those that {@link #outputs} name.
   *
   * @throws IllegalStateException if the engine has to
   */
  public Batch read() {
    Aggregation wanted =
        aggregation.orElseThrow(
            () -> new IllegalStateException("not pushed down: " + reason.orElse("")));
    return array.read(request).aggregate(wanted);
  }
}
