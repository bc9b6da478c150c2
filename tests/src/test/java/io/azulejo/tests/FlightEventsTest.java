package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.ReadStats;
import io.azulejo.schema.Datatype;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestArrays;
import io.azulejo.testkit.TestSchemas;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** The engine's events in recordings of the JDK's Flight Recorder. */
@Isolated
class FlightEventsTest {
  private static final Location ARRAY = Location.of("mem://recorded");

  @TempDir private Path folder;

  private static void append(Azulejo azulejo, int time) {
    ByteBuffer k = ByteBuffer.allocate(800).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < 100; i++) {
      k.putLong(100L * time + i);
    }
    TestArrays.append(
        azulejo.array(ARRAY),
        time,
        Batch.of(
            100,
            List.of(
                new FixedColumn("k", Datatype.INT64, 1, 100, k.array(), null),
                new FixedColumn("v", Datatype.INT64, 1, 100, k.array().clone(), null))));
  }

  private static ReadStats read(Array array) {
    try (BatchReader in = array.read(ReadRequest.ALL).batches()) {
      while (in.next() != null) {
        // Only what it costs counts.
      }
      return in.stats();
    }
  }

  private static ReadStats work() {
    try (Azulejo azulejo = Azulejo.builder().storage("mem", Storage.inMemory()).build()) {
      azulejo.create(ARRAY, TestSchemas.of("sparse(k INT64 0..100000/1000) v INT64; capacity 30"));
      append(azulejo, 1);
      append(azulejo, 2);
      ReadStats stats = read(azulejo.open(ARRAY));
      azulejo.maintenance(ARRAY).consolidate();
      return stats;
    }
  }

  private static List<RecordedEvent> of(List<RecordedEvent> events, String kind) {
    return events.stream()
        .filter(event -> event.getEventType().getName().equals("io.azulejo." + kind))
        .toList();
  }

  private static long sum(List<RecordedEvent> events, String field) {
    return events.stream().mapToLong(event -> event.getLong(field)).sum();
  }

  @Test
  void aRecordingShowsWhatTheEngineDidWithItsNumbers() throws IOException {
    Path file = folder.resolve("work.jfr");
    ReadStats stats;
    try (Recording recording = new Recording()) {
      for (String kind : List.of("Open", "Read", "Fetch", "Decode", "Merge", "Write", "Commit")) {
        recording.enable("io.azulejo." + kind).withoutThreshold();
      }
      recording.start();
      stats = work();
      recording.stop();
      recording.dump(file);
    }
    List<RecordedEvent> events = RecordingFile.readAllEvents(file);
    List<RecordedEvent> reads =
        of(events, "Read").stream()
            .filter(e -> ARRAY.toString().equals(e.getString("place")))
            .toList();

    assertThat(of(events, "Open"))
        .anySatisfy(
            open -> {
              assertThat(open.getString("place")).isEqualTo(ARRAY.toString());
              assertThat(open.getLong("files")).as("a schema and two footers").isEqualTo(3);
              assertThat(open.getLong("bytes")).isPositive();
            });
    assertThat(reads)
        .anySatisfy(
            read -> {
              assertThat(read.getLong("files")).isEqualTo(stats.opens());
              assertThat(read.getLong("bytes")).isEqualTo(stats.bytesRead());
              assertThat(read.getLong("tiles")).isEqualTo(8).isEqualTo(stats.tilesDecoded());
              assertThat(read.getLong("cells")).isEqualTo(200);
            });
    assertThat(sum(of(events, "Fetch"), "bytes")).isGreaterThanOrEqualTo(stats.storedBytes());
    assertThat(sum(of(events, "Decode"), "tiles")).isGreaterThanOrEqualTo(stats.tilesDecoded());
    assertThat(sum(of(events, "Decode"), "cells")).isGreaterThanOrEqualTo(stats.cellsDecoded());
    assertThat(of(events, "Merge"))
        .singleElement()
        .satisfies(
            merge -> {
              assertThat(merge.getLong("files")).isEqualTo(2);
              assertThat(merge.getLong("cells")).isEqualTo(200);
              assertThat(merge.getLong("bytes")).isPositive();
            });
    assertThat(of(events, "Write"))
        .extracting(write -> write.getLong("files"))
        .as("the third one has times of cells as well")
        .containsExactly(3L, 3L, 4L);
    assertThat(of(events, "Commit")).anyMatch(commit -> commit.getString("place").endsWith(".wrt"));
  }

  /** Run by the next test in a Java that has no Flight Recorder. */
  public static final class WithoutRecorder {
    private WithoutRecorder() {}

    /** Works, and prints what came. */
    public static void main(String[] arguments) {
      boolean there = ModuleLayer.boot().findModule("jdk.jfr").isPresent();
      System.out.println((there ? "with" : "without") + " " + work().cellsDelivered());
    }
  }

  @Test
  void theEngineRunsWithoutTheModuleOfTheRecorder() throws Exception {
    String printed =
        JavaProcess.run(
            List.of("--limit-modules", "java.base,java.logging,jdk.unsupported"),
            WithoutRecorder.class);

    assertThat(printed).isEqualTo("without 200");
  }
}
