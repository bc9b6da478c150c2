package io.azulejo.imports.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.text.input.DateForm;
import io.azulejo.text.input.InputFormat;
import io.azulejo.text.input.RowFile;
import io.azulejo.text.input.RowOptions;
import io.azulejo.text.input.TableLayout;
import io.azulejo.text.input.ValueNotation;
import io.azulejo.text.row.CellNotation;
import io.azulejo.text.row.RowParser;
import io.azulejo.text.row.RowSink;
import io.azulejo.text.row.RowText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Compares profiles of columns of blocks with profiles of the same cells one by one. */
class ColumnProfilesTest {
  private static final long SEED = Long.getLong("azulejo.seed", 20_260_601);

  private static String table(Random random, int rows) {
    StringBuilder text = new StringBuilder("i,r,t,note,flag,small\n");
    for (int row = 0; row < rows; row++) {
      text.append(random.nextInt()).append(',');
      text.append(random.nextInt(9) == 0 ? "" : random.nextInt(100_000) / 100.0).append(',');
      text.append("20%02d-%02d-02 1%d:59:00".formatted(row % 100, 1 + row % 12, row % 10));
      text.append(
          switch (random.nextInt(5)) {
            case 0 -> ",,";
            case 1 -> ",\"\",";
            case 2 -> ",\"a,\n\"\"é\",";
            case 3 -> "," + "x".repeat(random.nextInt(60)) + ",";
            default -> ",ö" + random.nextInt(100) + ",";
          });
      text.append(random.nextBoolean() ? "Y," : "N,");
      text.append(random.nextInt(9) == 0 ? "" : random.nextInt(256));
      text.append(random.nextInt(50) == 0 ? "\r\n" : "\n");
      text.append(random.nextInt(100) == 0 ? "\n" : "");
    }
    return text.toString();
  }

  @Test
  void profilesAreThoseOfTheCellsOneByOne() throws IOException {
    Random random = new Random(SEED);
    for (int trial = 0; trial < 4; trial++) {
      int rows = 1 + random.nextInt(15_000);
      long max = trial % 2 == 0 ? Long.MAX_VALUE : 1 + random.nextInt(rows);
      String text = table(random, rows);
      TableProfile profile =
          TableProfiler.profile(
              List.of(
                  RowFile.of(
                      "data", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))),
              RowOptions.of(InputFormat.CSV),
              Set.of("note"),
              max,
              bytes -> {});

      assertThat(profile.rows()).isEqualTo(Math.min(max, rows));
      assertThat(profile.complete()).isEqualTo(max >= rows);
      assertThat(profile.columns().stream().map(ColumnProfilesTest::facts).toList())
          .as("seed %d, trial %d", SEED, trial)
          .isEqualTo(profileCellByCell(text, profile.rows()));
    }
  }

  private static String facts(ColumnProfile column) {
    return String.join(
        " ",
        column.name(),
        column.type().toString(),
        column.count() + " " + column.hasNulls() + " " + column.isAscii(),
        column.min() + " " + column.max() + " " + column.low() + " " + column.high(),
        column.values().map(v -> Integer.toString(List.copyOf(v).hashCode())).orElse(""));
  }

  private static List<String> profileCellByCell(String text, long rows) throws IOException {
    List<TextProfile> columns = new ArrayList<>();
    RowSink sink =
        new RowSink() {
          @Override
          public int column(String name) {
            throw new IllegalStateException(name);
          }

          @Override
          public int[] header(List<String> names) {
            names.forEach(
                n ->
                    columns.add(
                        new TextProfile(
                            n, false, DateForm.GUESS, n.equals("note"), new RowKeys(6))));
            return new int[] {0, 1, 2, 3, 4, 5};
          }

          @Override
          public void cell(int column, char[] cell, int start, int end, CellNotation notation) {
            columns.get(column).cell(cell, start, end, notation, 0);
          }

          @Override
          public void missingCell(int column, boolean empty) {
            columns.get(column).missingCell(1);
          }

          @Override
          public void fail(int column, String reason) {
            throw new IllegalStateException(reason);
          }

          @Override
          public void endRow(long line) {}
        };
    try (RowParser parser =
        RowText.rows(
            new StringReader(text), TableLayout.strict(','), RowOptions.of(InputFormat.CSV))) {
      for (long row = 0; row < rows; row++) {
        assertThat(parser.next(sink)).isTrue();
      }
    }
    return NotationChoice.profile(columns, rows, true, ValueNotation.USUAL).columns().stream()
        .map(ColumnProfilesTest::facts)
        .toList();
  }
}
