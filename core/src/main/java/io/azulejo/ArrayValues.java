package io.azulejo;

import io.azulejo.internal.write.StoredValues;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads single values of an array of one dimension, which is opened when one is asked for. */
final class ArrayValues implements StoredValues {
  private final Supplier<Array> opening;
  private @Nullable Array array;

  ArrayValues(Supplier<Array> opening) {
    this.opening = opening;
  }

  @Override
  public Optional<Column> at(String attribute, long coordinate) {
    if (array == null) {
      array = opening.get();
    }
    Dimension dimension = array.schema().dimensions().get(0);
    boolean written =
        array.fragments().stream()
            .anyMatch(
                f -> f.nonEmptyDomain().map(box -> contains(box.get(0), coordinate)).orElse(false));
    if (!written) {
      return Optional.empty();
    }
    ReadRequest request =
        ReadRequest.builder()
            .select(attribute)
            .subarray(Subarray.of(dimension.name(), coordinate, coordinate))
            .build();
    try (BatchReader in = array.read(request)) {
      return Optional.of(Objects.requireNonNull(in.next(), "a batch").column(0));
    }
  }

  private static boolean contains(Range range, long coordinate) {
    // The distance from the low end is unsigned, whatever the type.
    Range.Longs longs = (Range.Longs) range;
    return Long.compareUnsigned(coordinate - longs.low(), longs.high() - longs.low()) <= 0;
  }
}
