package io.azulejo.internal.read;

import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Reads single values of a one-dimensional dense array. The array is opened on the first lookup.
 * Not thread-safe.
 */
public final class ValueLookup {
  private final Supplier<Snapshot> opening;
  private final Function<ReadRequest, ReadScope> scopes;
  private Snapshot snapshot;

  /**
   * Creates a lookup.
   *
   * @param opening opens the array
   * @param scopes creates the scope of a single read
   */
  public ValueLookup(Supplier<Snapshot> opening, Function<ReadRequest, ReadScope> scopes) {
    this.opening = opening;
    this.scopes = scopes;
  }

  /**
   * Returns a column that contains the value of an attribute at a coordinate. Empty if the
   * coordinate lies outside the non-empty domains of all fragments.
   */
  public Optional<Column> at(String attribute, long coordinate) {
    if (snapshot == null) {
      snapshot = opening.get();
    }
    if (snapshot.fragments().stream().noneMatch(fragment -> contains(fragment, coordinate))) {
      return Optional.empty();
    }
    Dimension dimension = snapshot.schema().schema().dimensions().get(0);
    ReadRequest request =
        ReadRequest.ALL
            .select(attribute)
            .subarray(Subarray.of(dimension.name(), coordinate, coordinate));
    try (BatchReader in = ReadPlanner.read(snapshot, request, scopes.apply(request))) {
      return Optional.of(Objects.requireNonNull(in.next(), "a batch").column(0));
    }
  }

  private static boolean contains(Fragment fragment, long coordinate) {
    return fragment.nonEmptyDomain().map(box -> contains(box.get(0), coordinate)).orElse(false);
  }

  private static boolean contains(Range range, long coordinate) {
    // Unsigned, because the distance from the low end may exceed Long.MAX_VALUE for any type.
    Range.Longs longs = (Range.Longs) range;
    return Long.compareUnsigned(coordinate - longs.low(), longs.high() - longs.low()) <= 0;
  }
}
