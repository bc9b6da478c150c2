package io.azulejo.bench;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.arrow.ArrowOptions;
import io.azulejo.arrow.ArrowTable;
import io.azulejo.arrow.ArrowWriter;
import io.azulejo.query.Aggregate;
import io.azulejo.query.Aggregation;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.ReadTarget;
import io.azulejo.query.Subarray;
import io.azulejo.storage.Location;
import java.io.IOException;
import java.io.UncheckedIOException;
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
  private final OutFolder out;
  private final boolean last;
  private long nanos;
  private long bytes;
  private long checksum;

  /**
   * A run.
   *
   * @param location the array that is read
   * @param out where arrays are written to
   * @param last whether no run follows
   */
  Repeat(Azulejo azulejo, Location location, OutFolder out, boolean last) {
    this.azulejo = azulejo;
    this.location = location;
    this.out = out;
    this.last = last;
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
      BatchReader in = timed(() -> array.read(request).batches());
      for (Batch batch : timed(() -> batches(in))) {
        bytes += batch.bytes();
        checksum += ValueChecksum.of(batch);
        in.recycle(batch);
      }
    }
  }

  /**
   * Reads what a request asks for and writes it as an Arrow stream, which is copied and dropped.
   */
  void arrow(ReadRequest request) {
    Array array = timed(this::open);
    long start = System.nanoTime();
    long apart = 0; // time that summing up takes
    try (BatchReader in = array.read(request).batches()) {
      CopySink sink = new CopySink();
      ArrowWriter out = ArrowWriter.begin(sink, ArrowTable.of(array, request), ArrowOptions.STREAM);
      for (Batch batch = in.next(); batch != null; batch = in.next()) {
        out.write(batch);
        long summing = System.nanoTime();
        bytes += batch.bytes();
        checksum += ValueChecksum.of(batch);
        apart += System.nanoTime() - summing;
        in.recycle(batch);
      }
      out.finish();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    nanos += System.nanoTime() - start - apart;
  }

  /**
   * Reads one part of the field after the other, opened once, to an array that is there.
   *
   * @param cells the cells of a part
   */
  void readField(List<Subarray> parts, int cells) {
    double[] values = FieldArray.values(cells);
    Array array = timed(this::open);
    for (Subarray part : parts) {
      int count = timed(() -> array.read().subarray(part).into(ReadTarget.of("t", values))).count();
      bytes += (long) Double.BYTES * count;
      for (int i = 0; i < count; i++) {
        checksum += Double.doubleToRawLongBits(values[i]);
      }
    }
  }

  /** Creates and writes an array; after the last run, reads it for the sum. */
  void write(GivenArray array) {
    array.prepare();
    out.clear();
    Location target = out.array(array);
    timed(
        () -> {
          array.write(azulejo, target);
          return null;
        });
    sumUp(array, target);
  }

  /** Appends to a new array; after the last run, reads it for the sum. */
  void append(FragmentsArray array) {
    out.clear();
    Location target = out.array(array);
    array.create(azulejo, target);
    timed(
        () -> {
          array.append(azulejo, target);
          return null;
        });
    sumUp(array, target);
  }

  /** Consolidates a copy of the array; after the last run, reads it for the sum. */
  void consolidate(FragmentsArray array) {
    out.clear();
    Location target = out.array(array);
    azulejo.catalog().copy(location, target);
    timed(() -> azulejo.maintenance(target).consolidate());
    sumUp(array, target);
  }

  private void sumUp(GivenArray array, Location target) {
    bytes += array.bytes();
    if (last) {
      try (BatchReader in = azulejo.open(target).read(array.everything()).batches()) {
        for (Batch batch = in.next(); batch != null; batch = in.next()) {
          checksum += ValueChecksum.of(batch);
          in.recycle(batch);
        }
      }
    }
  }

  /** Whether there is a checksum. */
  boolean isSummed() {
    return last || checksum != 0;
  }

  private static List<Batch> batches(BatchReader reader) {
    List<Batch> batches = new ArrayList<>();
    try (BatchReader in = reader) {
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
              return array[0].read().aggregate(Aggregation.of(aggregates));
            });
    checksum += (long) Math.floor(answer.column(0).getDouble(0));
    for (int i = 1; i < aggregates.size(); i++) {
      checksum += answer.column(i).getLong(0);
    }
    Batch cells = array[0].read().aggregate("count()");
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
