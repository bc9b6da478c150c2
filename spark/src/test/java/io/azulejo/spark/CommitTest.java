package io.azulejo.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.error.ConflictException;
import io.azulejo.error.StorageException;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.TimeRange;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.table.ArrayTable;
import io.azulejo.testkit.FaultStorage;
import io.azulejo.testkit.FaultStorage.Fault;
import io.azulejo.testkit.TestSchemas;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.SupportsOverwriteV2;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Tasks that are repeated, and commits that are, do no harm. */
class CommitTest extends ArraysInCatalog {
  private Location place = Location.of("/");

  /** What Spark says of a write. */
  record Info(String queryId, StructType schema, CaseInsensitiveStringMap options)
      implements LogicalWriteInfo {}

  @BeforeEach
  void create() {
    place = place("array");
    create(azulejo);
  }

  private void create(Azulejo engine) {
    engine.create(place, TestSchemas.of("sparse(x INT64 0..99/10) a INT64"));
  }

  private BatchWrite overwrite(Object... options) {
    return ((SupportsOverwriteV2)
            new SparkArray(arrayOptions(options), false).newWriteBuilder(info()))
        .truncate()
        .build()
        .toBatch();
  }

  private BatchWrite write(String query, Object... options) {
    SparkArray table = new SparkArray(arrayOptions(options), false);
    return table
        .newWriteBuilder(new Info(query, table.schema(), CaseInsensitiveStringMap.empty()))
        .build()
        .toBatch();
  }

  private static DataWriter<InternalRow> task(BatchWrite job, long... cells) throws IOException {
    DataWriter<InternalRow> task = job.createBatchWriterFactory(() -> 1).createWriter(0, 0);
    for (long x : cells) {
      task.write(new GenericInternalRow(new Object[] {x, x * 10}));
    }
    return task;
  }

  private static WriterCommitMessage[] messages(BatchWrite job, long... cells) throws IOException {
    try (DataWriter<InternalRow> task = task(job, cells);
        DataWriter<InternalRow> empty = task(job)) {
      return new WriterCommitMessage[] {task.commit(), empty.commit()};
    }
  }

  private long cells() {
    return azulejo.open(place).statistics(List.of()).cells().value().orElseThrow();
  }

  private List<String> files() throws IOException {
    return files(folder.resolve("array/__fragments"));
  }

  @Test
  void nothingIsSeenBeforeTheCommitAndACommitIsRepeatedWithoutHarm() throws IOException {
    BatchWrite job = write("query");
    WriterCommitMessage[] messages = messages(job, 1, 2, 3);
    assertThat(cells()).isZero();

    job.commit(messages);
    job.commit(messages);

    assertThat(cells()).isEqualTo(3);
  }

  @Test
  void whatACommitMakesIsCountedOnce() throws IOException {
    ArrayWrite job = (ArrayWrite) write("query");
    ArrayWrite again = (ArrayWrite) write("query");
    job.commit(messages(job, 1, 2, 3));
    again.commit(messages(again, 1, 2, 3));

    assertThat(job.reportDriverMetrics())
        .extracting(CustomTaskMetric::name)
        .containsExactly("fragmentsWritten", "bytesWritten");
    assertThat(job.reportDriverMetrics()[0].value()).isEqualTo(1);
    assertThat(job.reportDriverMetrics()[1].value()).isPositive();
    assertThat(again.reportDriverMetrics())
        .extracting(CustomTaskMetric::value)
        .containsExactly(0L, 0L);
  }

  @Test
  void aJobThatIsAbortedLeavesNoFiles() throws IOException {
    BatchWrite job = write("query");
    WriterCommitMessage[] messages = messages(job, 1, 2, 3);
    assertThat(files()).isNotEmpty();

    job.abort(new WriterCommitMessage[] {messages[0], null});

    assertThat(files()).isEmpty();
  }

  @Test
  void anAbortAfterTheCommitTakesNothingAway() throws IOException {
    BatchWrite job = write("query");
    WriterCommitMessage[] messages = messages(job, 1, 2, 3);
    job.commit(messages);

    job.abort(messages);

    assertThat(cells()).isEqualTo(3);
  }

  @Test
  void aTaskThatIsAbortedLeavesNoFilesWhetherItHasEndedOrNot() throws IOException {
    BatchWrite job = write("query");
    try (DataWriter<InternalRow> ended = task(job, 1, 2);
        DataWriter<InternalRow> running = task(job, 3, 4)) {
      ended.commit();
      assertThat(files()).isNotEmpty();

      ended.abort();
      running.abort();
    }

    assertThat(files()).isEmpty();
  }

  @Test
  void tasksAndDriversThatAreInterruptedLeaveNoFiles() throws IOException {
    BatchWrite job = write("query");
    try (DataWriter<InternalRow> ended = task(job, 1, 2);
        DataWriter<InternalRow> other = task(job, 3, 4)) {
      WriterCommitMessage message = ended.commit();
      other.commit();
      assertThat(files()).isNotEmpty();

      Thread.currentThread().interrupt();
      other.abort();
      job.abort(new WriterCommitMessage[] {message, null});

      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(files()).isEmpty();
  }

  @Test
  void attemptsThatTheDriverDoesNotHearOfAreNoPartOfTheArray() throws IOException {
    BatchWrite job = write("query");
    messages(job, 1, 2, 3);

    job.commit(messages(job, 1, 2, 3));

    assertThat(cells()).isEqualTo(3);
    assertThat(azulejo.open(place).fragments()).hasSize(1);
  }

  @Test
  void jobsWithOneIdAreCommittedOnce() throws IOException {
    BatchWrite first = write("one", "commit_id", "day 17");
    first.commit(messages(first, 1, 2, 3));
    List<String> committed = files();

    BatchWrite again = write("other", "commit_id", "day 17");
    again.commit(messages(again, 1, 2, 3));

    assertThat(files()).isEqualTo(committed);
    assertThat(cells()).isEqualTo(3);
  }

  @Test
  void upsertsAreRefusedATimeThatIsNotLaterThanWhatTheyReplace() throws IOException {
    BatchWrite first = write("query", "timestamp_end", "5000");
    first.commit(messages(first, 1));

    for (String time : List.of("4000", "5000")) {
      assertThatThrownBy(
              () ->
                  new ArrayWriteBuilder(
                          arrayOptions("mode", "upsert", "timestamp_end", time), table(), info())
                      .build())
          .hasMessageContaining("the newest rows are of time 5000");
    }
    assertThat(
            new ArrayWriteBuilder(
                    arrayOptions("mode", "upsert", "timestamp_end", "5001"), table(), info())
                .build())
        .isNotNull();
  }

  @Test
  void overwritingWithoutALookAtConflictsReplacesWhatIsConsolidatedMeanwhileToo()
      throws IOException {
    for (long x : new long[] {1, 2, 3}) {
      BatchWrite first = write("query" + x);
      first.commit(messages(first, x, x + 10));
    }
    BatchWrite job = overwrite("conflicts", "ignored");
    WriterCommitMessage[] messages = messages(job, 7);
    azulejo.maintenance(place).consolidate();
    azulejo.maintenance(place).vacuum();

    job.commit(messages);

    assertThat(cells()).isEqualTo(1);
    assertThat(azulejo.open(place).fragments()).hasSize(1);
  }

  @Test
  void anOverwriteFailsIfOthersHaveWrittenSinceItsRowsWereRead() throws IOException {
    BatchWrite first = write("first");
    first.commit(messages(first, 1, 2));
    BatchWrite job = overwrite();
    WriterCommitMessage[] messages = messages(job, 7);
    BatchWrite other = write("other");
    other.commit(messages(other, 5));

    assertThatThrownBy(() -> job.commit(messages))
        .isInstanceOf(ConflictException.class)
        .hasMessageContaining("the array changed after its rows were read");
    job.abort(messages);

    assertThat(cells()).isEqualTo(3);
    assertThat(azulejo.open(place).fragments()).hasSize(2);
  }

  @Test
  void whatOthersWriteWhileAnArrayIsOverwrittenStays() throws IOException {
    BatchWrite first = write("first");
    first.commit(messages(first, 1, 2));
    BatchWrite job = overwrite();
    WriterCommitMessage[] messages = messages(job, 7);
    BatchWrite other = write("other", "timestamp_end", "" + (System.currentTimeMillis() + 1000));
    other.commit(messages(other, 8));

    job.commit(messages);
    job.commit(messages);

    assertThat(count(azulejo.open(place, TimeRange.ALL))).isEqualTo(2);
  }

  /** Repeated, as writes follow each other within a millisecond once the code is compiled. */
  @RepeatedTest(4)
  void aDriverThatDiesWhileItOverwritesLeavesAllOldRowsOrAllNewOnes() throws IOException {
    Set<Long> seen = new HashSet<>();
    for (Fault fault : Fault.values()) {
      boolean more = true;
      for (long operation = 0; more; operation++) {
        Storage memory = Storage.inMemory();
        FaultStorage storage = new FaultStorage(memory);
        FaultStores.use(storage);
        place = Location.of("fault:///" + UUID.randomUUID());
        try (Azulejo plain = Azulejo.builder().storage("fault", memory).build()) {
          create(plain);
          BatchWrite first = write("first");
          first.commit(messages(first, 1, 2, 3));
          BatchWrite second = write("second");
          second.commit(messages(second, 3, 4, 5));
          BatchWrite job = overwrite();
          WriterCommitMessage[] messages = messages(job, 7);
          storage.crashAt(storage.operations() + operation, fault);

          more = crashes(job, messages);

          long cells = count(plain.open(place));
          assertThat(cells).as("%s of operation %d", fault, operation).isIn(5L, 1L);
          seen.add(cells);
        }
      }
    }
    assertThat(seen).containsExactlyInAnyOrder(1L, 5L);
  }

  private static long count(Array array) {
    ReadRequest all = ReadRequest.ALL;
    return array.read(all).aggregate("count()").column(0).getLong(0);
  }

  private static boolean crashes(BatchWrite job, WriterCommitMessage[] messages) {
    try {
      job.commit(messages);
      return false;
    } catch (StorageException e) {
      return true;
    }
  }

  @Test
  void whatFailsAfterTheCommitSaysThatTheRowsAreThere() throws IOException {
    ArrayTable table = table();
    ArrayWrite job =
        new ArrayWrite(
            arrayOptions("metadata_value.k", "v"), table, schema(), "query", Replaced.NOTHING);
    WriterCommitMessage[] messages = messages(job, 1, 2, 3);
    Path metadata = folder.resolve("array/__meta");
    Files.deleteIfExists(metadata);
    Files.createSymbolicLink(metadata, folder.resolve("nowhere"));

    assertThatThrownBy(() -> job.commit(messages))
        .hasMessageContaining("the rows are committed")
        .hasMessageContaining("metadata");
    Files.delete(metadata);
    Files.createDirectory(metadata);
    job.abort(messages);

    assertThat(files()).isNotEmpty();
    assertThat(cells()).isEqualTo(3);
  }

  @Test
  void changesOfRowsAreCountedAsAppendedRowsAre() throws IOException {
    ArrayTable table = table();
    ArrayWrite rows = new ArrayWrite(arrayOptions(), table, schema(), "query", Replaced.NOTHING);
    rows.commit(messages(rows, 1, 2, 3));
    ArrayDeltaWrite job = new ArrayDeltaWrite(rows, table);

    assertThat(job.supportedCustomMetrics()).hasSize(2);
    assertThat(job.reportDriverMetrics()[0].value()).isEqualTo(1);
  }

  private ArrayOptions arrayOptions(Object... given) {
    Map<String, String> options = options(given);
    options.put("path", place.toString());
    return new ArrayOptions(options);
  }

  private ArrayTable table() {
    ArrayOptions options = arrayOptions();
    return ArrayTable.of(Engines.open(options), options.table(false));
  }

  private StructType schema() {
    return SparkTypes.schema(table().columns());
  }

  private LogicalWriteInfo info() {
    return new Info("query", schema(), CaseInsensitiveStringMap.empty());
  }
}
