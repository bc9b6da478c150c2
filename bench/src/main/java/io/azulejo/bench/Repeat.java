package io.azulejo.bench;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.query.Aggregate;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.ReadRequest;
import io.azulejo.storage.Location;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * One run of a workload. The clock runs while the engine works and stands while sums are made up.
 * What a read delivers is kept until the read is over, so that nothing is done ahead while the
 * clock stands.
 */
final class Repeat {
  private final Azulejo azulejo;
  private final Location location;
  private long nanos;
  private long bytes;
  private long checksum;

  Repeat(Azulejo azulejo, Location location) {
    this.azulejo = azulejo;
    this.location = location;
  }

  /** Does something while the clock runs. */
  <T> T timed(Supplier<T> work) {
    long start = System.nanoTime();
    T result = work.get();
    nanos += System.nanoTime() - start;
    return result;
  }

  /** Opens the array; the clock is the caller's matter. */
  Array open() {
    return azulejo.open(location);
  }

  /** Reads one request after the other from the array, opened once. */
  void read(List<ReadRequest> requests) {
    Array array = timed(this::open);
    for (ReadRequest request : requests) {
      for (Batch batch : timed(() -> batches(array, request))) {
        bytes += batch.bytes();
        checksum += Checksum.of(batch);
      }
    }
  }

  private static List<Batch> batches(Array array, ReadRequest request) {
    List<Batch> batches = new ArrayList<>();
    try (BatchReader in = array.read(request)) {
      for (Batch batch = in.next(); batch != null; batch = in.next()) {
        batches.add(batch);
      }
    }
    return batches;
  }

  /** Aggregates everything, opened for it: a sum, and perhaps a count after it. */
  void aggregate(List<Aggregate> aggregates) {
    Array[] array = new Array[1];
    Batch answer =
        timed(
            () -> {
              array[0] = open();
              return array[0].aggregate(ReadRequest.all(), aggregates);
            });
    checksum += (long) Math.floor(answer.column(0).getDouble(0));
    for (int i = 1; i < aggregates.size(); i++) {
      checksum += answer.column(i).getLong(0);
    }
    Batch cells = array[0].aggregate(ReadRequest.all(), List.of(Aggregate.count()));
    bytes += Long.BYTES * cells.column(0).getLong(0);
  }

  /** Adds to the checksum. */
  void add(long number) {
    checksum += number;
  }

  /** What the clock shows, in nanoseconds. */
  long nanos() {
    return nanos;
  }

  /** The bytes of values, offsets and validity that came. */
  long bytes() {
    return bytes;
  }

  /** The sum of all that came. */
  long checksum() {
    return checksum;
  }
}
