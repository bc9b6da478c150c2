package io.azulejo.table;

import io.azulejo.Array;
import io.azulejo.query.Aggregation;
import io.azulejo.query.Batch;
import io.azulejo.query.ReadRequest;
import java.util.List;
import java.util.Optional;

/**
 * The result of translating an engine's aggregates: the array computes either all or none of them.
 * Immutable.
 */
public final class AggregateTranslation {
  /**
   * The columns of the result that belong to one requested aggregate.
   *
   * @param function the aggregate function
   * @param value the index of the column with its value; for a mean, the column with the sum
   * @param count the index of the column with the number of its values. A mean is the sum divided
   *     by this number. If it is 0, the aggregate is null. For a count, both indexes are equal.
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

  static AggregateTranslation notPushed(Array array, ReadRequest request, String reason) {
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

  /** Returns whether the array computes the aggregates. */
  public boolean isPushed() {
    return reason.isEmpty();
  }

  /** Returns the reason why the engine must compute the aggregates; empty if the array does. */
  public Optional<String> reason() {
    return reason;
  }

  /**
   * Returns the array's aggregates and groups, for {@link io.azulejo.Read#aggregate}; empty if the
   * array does not compute them.
   */
  public Optional<Aggregation> aggregation() {
    return aggregation;
  }

  /**
   * Returns the read of the rows to aggregate. The results of its {@link io.azulejo.Read#splits
   * splits} can be combined.
   */
  public ReadRequest request() {
    return request;
  }

  /** Returns the location of each requested aggregate in the result, in request order. */
  public List<Output> outputs() {
    return outputs;
  }

  /**
   * Returns whether each group is exactly one row of the result. If not, several rows may belong to
   * a group that the engine sees as one, such as times that round to the same value. The engine
   * must combine them: add counts and sums, and take the minimum of minima and the maximum of
   * maxima.
   */
  public boolean isComplete() {
    return complete;
  }

  /**
   * Computes the aggregates. The result has the columns of the groups first, followed by the
   * columns that {@link #outputs} refers to.
   *
   * @throws IllegalStateException if the engine must compute them
   */
  public Batch read() {
    Aggregation wanted =
        aggregation.orElseThrow(
            () -> new IllegalStateException("not pushed down: " + reason.orElse("")));
    return array.read(request).aggregate(wanted);
  }
}
