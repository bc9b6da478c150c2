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
 * One run of a workload. The clock runs while the engine works and stops while checksums are
 * computed. Batches are kept until the read is complete, so that the engine cannot prefetch while
 * the clock is stopped.
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
   * Creates a run.
   *
   * @param azulejo the engine to measure
   * @param location the array to read
   * @param out the folder for written arrays
   * @param last whether this is the last run; only the last run computes the checksum of a written
   *     array
   */
  Repeat(Azulejo azulejo, Location location, OutFolder out, boolean last) {
    this.azulejo = azulejo;
    this.location = location;
    this.out = out;
    this.last = last;
  }

  /** Runs work while the clock is running. */
  <T> T timed(Supplier<T> work) {
    long start = System.nanoTime();
    T result = work.get();
    nanos += System.nanoTime() - start;
    return result;
  }

  /** Opens the array. The caller controls the clock. */
  Array open() {
    return azulejo.open(location);
  }

  /** Opens the array once and reads several requests. */
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

  /** Reads a request and writes its cells as an Arrow stream, which is copied and discarded. */
  void arrow(ReadRequest request) {
    Array array = timed(this::open);
    long start = System.nanoTime();
    long apart = 0; // time of computing checksums
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
   * Reads parts of the field into a Java array. The stored array is opened once.
   *
   * @param parts the parts to read, one after another
   * @param cells the maximum number of cells of a part
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

  /** Creates and writes an array. After the last run, reads it to compute the checksum. */
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

  /**
   * Creates an array and appends to it. Only the appends are timed. After the last run, reads the
   * array to compute the checksum.
   */
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

  /**
   * Consolidates a copy of the array. After the last run, reads the copy to compute the checksum.
   */
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

  /** Returns whether the run has a checksum. */
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

  /**
   * Opens the array and aggregates all cells.
   *
   * @param aggregates a sum, optionally followed by a count
   */
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

  /** Adds a number to the checksum. */
  void add(long number) {
    checksum += number;
  }

  /** Returns the measured time in nanoseconds. */
  long nanos() {
    return nanos;
  }

  /** Returns the number of bytes of values, offsets and validity that were read or written. */
  long bytes() {
    return bytes;
  }

  /** Returns the checksum of all values read. */
  long checksum() {
    return checksum;
  }
}
