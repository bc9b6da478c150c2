package io.azulejo.text.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.query.Batch;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.Datatype;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class TsvRowWriterTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @Test
  void writesNamesThenALineForEachCell() throws IOException {
    TsvRowWriter tsv = TsvRowWriter.begin(out, List.of("d", "täg", "s"));
    tsv.write(batch(), 3);
    tsv.write(batch(), 1);
    tsv.finish();

    assertThat(out.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            """
            d\ttäg\ts
            9\t[1 2]\t"ab"
            10\tnull\t""
            1\t[5 6]\t"c"
            9\t[1 2]\t"ab"
            """);
    assertThat(tsv.rows()).isEqualTo(4);
  }

  @Test
  void sortsRowsByTheirBytesButLeavesTheNamesInFront() throws IOException {
    TsvRowWriter tsv = TsvRowWriter.beginSorted(out, List.of("d", "z", "s"));
    tsv.write(batch(), 3);
    tsv.finish();

    assertThat(out.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            """
            d\tz\ts
            1\t[5 6]\t"c"
            10\tnull\t""
            9\t[1 2]\t"ab"
            """);
  }

  @Test
  void writesTheNamesOfAnEmptyAnswer() throws IOException {
    TsvRowWriter.begin(out, List.of("a", "")).finish();

    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("a\t\n");
  }

  @Test
  void writesMoreThanItHoldsBack() throws IOException {
    byte[] data = new byte[100_000];
    TsvRowWriter tsv = TsvRowWriter.begin(out, List.of("b"));
    tsv.write(
        Batch.of(
            data.length, List.of(new FixedColumn("b", Datatype.UINT8, 1, data.length, data, null))),
        data.length);
    tsv.finish();

    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("b\n" + "0\n".repeat(100_000));
  }

  private static Batch batch() {
    byte[] validity = {1, 0, 1};
    byte[] text = "abc".getBytes(StandardCharsets.US_ASCII);
    return Batch.of(
        3,
        List.of(
            new FixedColumn("d", Datatype.INT8, 1, 3, new byte[] {9, 10, 1}, null),
            new FixedColumn("t", Datatype.UINT8, 2, 3, new byte[] {1, 2, 3, 4, 5, 6}, validity),
            new VarColumn("s", Datatype.CHAR, 3, new int[] {0, 2, 2, 3}, text, null)));
  }
}
