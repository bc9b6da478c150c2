package io.azulejo.maintenance;

import io.azulejo.query.Row;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A cell that is not the same in two arrays.
 *
 * @param first the first array's, with its coordinates and the attributes that were compared; empty
 *     where the second one alone has it
 * @param second the second array's; likewise
 * @param attributes the attributes whose values differ; none where only one array has the cell
 */
public record CellDifference(Optional<Row> first, Optional<Row> second, List<String> attributes) {
  /** Makes an immutable record: takes copies of its list. */
  public CellDifference {
    Objects.requireNonNull(first, "first");
    Objects.requireNonNull(second, "second");
    attributes = List.copyOf(attributes);
  }

  @Override
  public String toString() {
    return first.map(Row::toString).orElse("none")
        + " / "
        + second.map(Row::toString).orElse("none");
  }
}
