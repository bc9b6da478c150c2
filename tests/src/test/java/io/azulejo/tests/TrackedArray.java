package io.azulejo.tests;

import io.azulejo.Azulejo;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.ReadStats;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestArrays;
import io.azulejo.testkit.TrackingStorage;
import io.azulejo.testkit.TrackingStorage.Act;
import java.util.ArrayList;
import java.util.List;

/** An array of integers in memory, and which bytes of its data files reads ask for. */
final class TrackedArray implements AutoCloseable {
  /** Where the array is to be written. */
  static final Location LOCATION = Location.of("mem://array");

  private final TrackingStorage storage = new TrackingStorage(Storage.inMemory());
  private final Azulejo azulejo = TestArrays.engine(storage);

  /** What a read gave, and what it cost. */
  record Answer(List<List<Long>> rows, ReadStats stats) {}

  TrackingStorage storage() {
    return storage;
  }

  /** Reads, when the tables are loaded already, and tells what else was read. */
  Answer read(ReadRequest request) {
    readOnce(request);
    storage.forget();
    return readOnce(request);
  }

  private Answer readOnce(ReadRequest request) {
    List<List<Long>> rows = new ArrayList<>();
    try (BatchReader in = azulejo.open(LOCATION).read(request).batches()) {
      for (Batch batch = in.next(); batch != null; batch = in.next()) {
        for (int row = 0; row < batch.rows(); row++) {
          List<Long> cells = new ArrayList<>();
          for (Column column : batch.columns()) {
            cells.add(column.getLong(row));
          }
          rows.add(cells);
        }
      }
      return new Answer(rows, in.stats());
    }
  }

  /** The reads of data files, as {@code file[position+length]}. */
  List<String> dataReads() {
    return storage.operations(Act.READ).stream()
        .filter(read -> read.path().matches(".*/[adt][0-9]*\\.tdb"))
        .map(
            read ->
                "%s[%d+%d]"
                    .formatted(
                        read.path().substring(read.path().lastIndexOf('/') + 1),
                        read.position(),
                        read.length()))
        .sorted()
        .toList();
  }

  @Override
  public void close() {
    azulejo.close();
  }
}
