package io.azulejo.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.query.Batch;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.Datatype;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;

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
        .contains("no workload \"dense/none\"")
        .contains("dense/read-all/none, ")
        .contains("fragments/append; a name may end in *");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void refusesOptionsThatItDoesNotKnowOrUnderstand() {
    assertThat(run("--dri", "x")).isEqualTo(2);
    assertThat(run("--dir")).isEqualTo(2);
    assertThat(run("--dir", "x")).isEqualTo(2);
    assertThat(run("--dir", "x", "--run", "all", "--threads", "0")).isEqualTo(2);
    assertThat(err.toString())
        .contains("unknown option --dri; there are --dir, ")
        .contains("--dir needs a value after it")
        .contains("--dir DIR and --run NAME[,NAME...] are needed")
        .contains("--threads needs an integer from 1 on, not 0");
  }

  @Test
  void canMakeTheArraysOfAllWorkloads() {
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
