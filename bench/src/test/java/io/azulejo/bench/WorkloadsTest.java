package io.azulejo.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.query.Batch;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.Datatype;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.spi.ToolProvider;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("full")
class WorkloadsTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    return ToolProvider.findFirst("azulejo-bench")
        .orElseThrow()
        .run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
  }

  @Test
  void refusesUnknownWorkloadsWithTheListOfAll() {
    assertThat(run("--dir", "x", "--run", "dense/none")).isEqualTo(2);
    assertThat(err.toString())
        .contains("workload \"dense/none\" not found")
        .contains("dense/read-all/none, ")
        .contains("remote/lookup; a name may end in *");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void refusesOptionsThatItDoesNotKnowOrUnderstand() {
    assertThat(run("--dri", "x")).isEqualTo(2);
    assertThat(run("--dir")).isEqualTo(2);
    assertThat(run("--dir", "x")).isEqualTo(2);
    assertThat(run("--dir", "x", "--run", "all", "--threads", "0")).isEqualTo(2);
    assertThat(err.toString())
        .contains("unknown option --dri; use --dir, ")
        .contains("--dir requires a value")
        .contains("--dir DIR and --run NAME[,NAME...] are required")
        .contains("--threads must be an integer of at least 1, not 0");
  }

  @Test
  void comparesMediansOfTwoFilesWhateverProgramWroteThem(@TempDir Path folder) throws IOException {
    Path first = folder.resolve("first.json");
    Path second = folder.resolve("second.json");
    Files.writeString(
        first,
        """
        {"workload": "dense/sum/zstd", "seconds": [0.5, 0.1], "bytes": 1, "ops": 1, "checksum": "a"}
        {"workload": "dense/sum/zstd", "seconds": [0.3], "bytes": 1, "ops": 1, "checksum": "a"}
        {"workload": "sparse/sum", "seconds": [1], "bytes": 1, "ops": 1, "checksum": "b"}
        """);
    Files.writeString(
        second,
        """
        a line of something else
        {"ops":1,"checksum":"a","workload":"dense/sum/zstd","seconds":[0.5,0.7]}
        {"ops":1,"workload":"genes/write","seconds":[2e0]}
        """);

    assertThat(run("--compare", first.toString(), second.toString())).isZero();
    assertThat(out.toString().lines())
        .containsExactly(
            "workload           first    second  ratio",
            "dense/sum/zstd  0.300000  0.600000   0.50",
            "sparse/sum      1.000000",
            "genes/write               2.000000");
    out.getBuffer().setLength(0);
    assertThat(run("--compare", second.toString(), first.toString(), "--format", "csv")).isZero();
    assertThat(out.toString().lines())
        .containsExactly(
            "workload,first,second,ratio",
            "dense/sum/zstd,0.600000,0.300000,2.00",
            "genes/write,2.000000,,",
            "sparse/sum,,1.000000,");
    out.getBuffer().setLength(0);
    assertThat(run("--format", "json", "--compare", second.toString(), first.toString())).isZero();
    assertThat(out.toString().lines())
        .startsWith(
            "{\"workload\": \"dense/sum/zstd\", \"first\": 0.600000, \"second\": 0.300000, \"ratio\": 2.00}")
        .endsWith(
            "{\"workload\": \"sparse/sum\", \"first\": null, \"second\": 1.000000, \"ratio\": null}");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void failsWhereTheComparedReadDifferentCells(@TempDir Path folder) throws IOException {
    Path first = folder.resolve("first.json");
    Path second = folder.resolve("second.json");
    Files.writeString(first, "{\"workload\": \"a\", \"seconds\": [1], \"checksum\": \"1\"}");
    Files.writeString(second, "{\"workload\": \"a\", \"seconds\": [1], \"checksum\": \"2\"}");

    assertThat(run("--compare", first.toString(), second.toString())).isEqualTo(1);
    assertThat(err.toString()).contains("the two runs read different cells in a");
  }

  @Test
  void refusesToCompareWhatIsNoResult(@TempDir Path folder) throws IOException {
    Path empty = Files.writeString(folder.resolve("empty.json"), "nothing");

    assertThat(run("--compare", empty.toString(), empty.toString())).isEqualTo(2);
    assertThat(run("--compare", "absent.json", "absent.json")).isEqualTo(2);
    assertThat(run("--compare", "one.json")).isEqualTo(2);
    assertThat(run("--compare", "a", "b", "--format", "xml")).isEqualTo(2);
    assertThat(err.toString())
        .contains("has no results")
        .contains("file absent.json not found")
        .contains("--compare requires two files")
        .contains("--format \"xml\" is not valid");
  }

  @Test
  void profilesWorkloadsAndSaysThePeakOfTheHeap(@TempDir Path folder) throws IOException {
    Path profile = folder.resolve("profile.jfr");

    assertThat(
            run(
                "--dir",
                folder.toString(),
                "--run",
                "fragments/open,remote/lookup",
                "--repeat",
                "1",
                "--warmup",
                "0",
                "--profile",
                profile.toString()))
        .isZero();
    assertThat(out.toString()).matches("(?s).*\"heap\": [1-9][0-9]+}\\s*");
    assertThat(RecordingFile.readAllEvents(profile))
        .anyMatch(event -> event.getEventType().getName().equals("io.azulejo.Open"));
  }

  @Test
  void canMakeTheArraysOfAllWorkloads() {
    assertThat(Workload.all()).anyMatch(workload -> !workload.array().isEmpty());
    for (Workload workload : Workload.all()) {
      if (!workload.array().isEmpty()) {
        assertThat(GivenArray.in(workload.array()).folder()).isEqualTo(workload.array());
      }
    }
  }

  @Test
  void drawsTheNumbersOfTheDefinition() {
    SplitMix64 random = new SplitMix64(1234567);

    assertThat(random.next()).isEqualTo(6457827717110365317L);
    assertThat(random.next()).isEqualTo(3203168211198807973L);
    assertThat(new SplitMix64(0).below(1000))
        .isEqualTo(Long.remainderUnsigned(-2152535657050944081L, 1000));
  }

  @Test
  void sumsWordsByTheirWidthAndValidityByBytes() {
    Batch batch =
        Batch.of(
            2,
            List.of(
                new FixedColumn(
                    "a", Datatype.INT32, 1, 2, new byte[] {-1, -1, -1, -1, 2, 0, 0, 0}, null),
                new FixedColumn("b", Datatype.INT64, 1, 2, longs(-5, 3), new byte[] {1, 0}),
                new VarColumn(
                    "c",
                    Datatype.STRING_ASCII,
                    2,
                    new int[] {0, 1, 3},
                    new byte[] {'a', 'b', (byte) 200, 99},
                    null)));

    assertThat(ValueChecksum.of(batch)).isEqualTo(0xffffffffL + 2 + (-5 + 3) + 1 + 'a' + 'b' + 200);
    assertThat(ValueChecksum.of(Batch.of(0, List.of()))).isZero();
  }

  private static byte[] longs(long... values) {
    byte[] bytes = new byte[8 * values.length];
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().put(values);
    return bytes;
  }
}
