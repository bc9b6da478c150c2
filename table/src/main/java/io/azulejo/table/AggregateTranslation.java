package io.azulejo.table;

import io.azulejo.Array;
import io.azulejo.query.Aggregation;
import io.azulejo.query.Batch;
import io.azulejo.query.ReadRequest;
import java.util.List;
import java.util.Optional;

/**
 * The translation of an engine's aggregates into a read of an array. The array computes either all
 * requested aggregates or none. Immutable.
 */
public final class AggregateTranslation {
  /**
   * The result columns of one requested aggregate. Indexes refer to the columns of {@link
   * AggregateTranslation#read}, from 0.
   *
   * @param function the aggregate function
   * @param value the index of the column that contains the value; for a mean, the sum
   * @param count the index of the column that contains the number of aggregated values. A mean is
   *     the sum divided by this number. If it is 0, the aggregate is null. For a count, both
   *     indexes are equal.
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

  /** Returns the reason why the engine must compute the aggregates, or empty if the array does. */
  public Optional<String> reason() {
    return reason;
  }

  /**
   * Returns the aggregates and groups to pass to {@link io.azulejo.Read#aggregate}, or empty if the
   * array does not compute the aggregates.
   */
  public Optional<Aggregation> aggregation() {
    return aggregation;
  }

  /**
   * Returns the request that selects the rows to aggregate. Results of its {@link
   * io.azulejo.Read#splits splits} can be combined.
   */
  public ReadRequest request() {
    return request;
  }

  /**
   * Returns the result columns of each requested aggregate, in request order. Empty if the array
   * does not compute the aggregates.
   */
  public List<Output> outputs() {
    return outputs;
  }

  /**
   * Returns whether each group of the engine is exactly one row of the result.
   *
   * <p>If not, several rows may belong to the same group, for example times that round to the same
   * value. The engine must combine them: add counts and sums, and take the minimum of minima and
   * the maximum of maxima.
   */
  public boolean isComplete() {
    return complete;
  }

  /**
   * Computes the aggregates. The result has one row per group of stored values; see {@link
   * #isComplete}. The grouping columns come first, followed by the columns that {@link #outputs}
   * refers to.
   *
   * @throws IllegalStateException if the engine must compute the aggregates
   * @throws io.azulejo.error.AzulejoException if the read fails
   */
  public Batch read() {
    Aggregation wanted =
        aggregation.orElseThrow(
            () -> new IllegalStateException("not pushed down: " + reason.orElse("")));
    return array.read(request).aggregate(wanted);
  }
}
