package io.azulejo.text.row;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.text.input.InputField;
import io.azulejo.text.input.InputFormat;
import io.azulejo.text.input.RowOptions;
import io.azulejo.text.input.TableLayout;
import io.azulejo.text.read.RowReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Compares rows that are understood column by column with the same rows cell by cell. */
class TableRowsTest {
  private static final long SEED = Long.getLong("azulejo.seed", 20_260_601);
  private static final String[] NAMES = {"i", "r", "t", "note", "flag", "small"};
  private static final List<InputField> FIELDS =
      List.of(
          field("i", Datatype.INT32, false),
          field("r", Datatype.FLOAT64, true),
          field("t", Datatype.DATETIME_SEC, false),
          field("note", Datatype.STRING_UTF8, true),
          field("flag", Datatype.STRING_ASCII, false),
          field("small", Datatype.UINT8, true));

  private static InputField field(String name, Datatype type, boolean nullable) {
    Attribute.Builder attribute = Attribute.builder(name, type).nullable(nullable);
    return InputField.of(
        type.isString() ? attribute.var().build() : attribute.build(), Optional.empty());
  }

  /** What came of a file: the cells of all batches, or what was refused. */
  private static String outcome(Rows rows) throws IOException {
    StringBuilder text = new StringBuilder();
    try {
      for (Batch batch = rows.next(); batch != null; batch = rows.next()) {
        text.append(batch.rows()).append(':').append(hash(batch)).append(' ');
      }
      rows.check();
    } catch (InvalidRequestException e) {
      text.append(e.getMessage().replaceFirst("^data: ", ""));
    }
    return text.toString();
  }

  private interface Rows {
    Batch next() throws IOException;

    void check() throws IOException;
  }

  private static int hash(Batch batch) {
    int hash = 0;
    for (Column column : batch.columns()) {
      for (int row = 0; row < batch.rows(); row++) {
        hash = 31 * hash + (column.isNull(row) ? 1 : 0);
        byte[] cell = Arrays.copyOfRange(column.array(), column.start(row), column.end(row));
        hash = 31 * hash + Arrays.hashCode(cell);
      }
    }
    return hash;
  }

  /** The plain way: each row, cell by cell, goes to its columns. */
  private static String cellByCell(InputFormat format, String text) throws IOException {
    BatchBuilder batches =
        new BatchBuilder(FIELDS, List.of(), new RowOptions(format, "", false), false);
    CheckedRows rows = new CheckedRows(batches);
    try (RowParser parser = parser(format, text)) {
      return outcome(
          new Rows() {
            @Override
            public Batch next() throws IOException {
              while (rows.bad().isEmpty() && parser.next(rows)) {
                if (batches.rows() == BatchBuilder.ROWS) {
                  return batches.take();
                }
              }
              return rows.bad().isEmpty() && batches.rows() > 0 ? batches.take() : null;
            }

            @Override
            public void check() throws IOException {
              if (!rows.bad().isEmpty()) {
                while (parser.next(rows)) {
                  batches.clear();
                }
                throw rows.bad().failure("data", rows.rows(), "; nothing was written");
              }
            }
          });
    }
  }

  private static RowParser parser(InputFormat format, String text) throws IOException {
    return format == InputFormat.CSV
        ? new CsvRowParser(new StringReader(text), TableLayout.strict(','), "")
        : new TsvRowParser(new StringReader(text), TableLayout.strict('\t'), "");
  }

  private static String columnByColumn(InputFormat format, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    try (RowReader in =
        RowReader.open(
            "data", new ByteArrayInputStream(bytes), new RowOptions(format, "", false), FIELDS)) {
      return outcome(
          new Rows() {
            @Override
            public Batch next() throws IOException {
              return in.next();
            }

            @Override
            public void check() throws IOException {
              in.check();
            }
          });
    }
  }

  private static String table(Random random, InputFormat format, int rows, double bad) {
    char separator = format == InputFormat.CSV ? ',' : '\t';
    StringBuilder text = new StringBuilder(String.join(separator + "", NAMES)).append('\n');
    for (int row = 0; row < rows; row++) {
      String[] cells = {
        Integer.toString(random.nextInt()),
        random.nextInt(9) == 0 ? "" : Double.toString(random.nextInt(100_000) / 100.0),
        "20%02d-%02d-%02d 1%d:59:%02d"
            .formatted(
                random.nextInt(100),
                1 + random.nextInt(12),
                1 + random.nextInt(28),
                random.nextInt(10),
                random.nextInt(60)),
        switch (random.nextInt(5)) {
          case 0 -> "";
          case 1 -> "\"\"";
          case 2 -> "\"a" + separator + "\n\"\"é\"";
          case 3 -> "x".repeat(random.nextInt(60));
          default -> "ö" + random.nextInt(100);
        },
        random.nextBoolean() ? "Y" : "N",
        random.nextInt(9) == 0 ? "" : Integer.toString(random.nextInt(256)),
      };
      if (random.nextDouble() < bad) {
        switch (random.nextInt(4)) {
          case 0 -> cells[random.nextInt(3)] = "?";
          case 1 -> cells[5] = "256";
          case 2 -> cells[4] = "N" + separator + "more";
          default -> cells = Arrays.copyOf(cells, 1 + random.nextInt(5));
        }
      }
      text.append(String.join(separator + "", cells))
          .append(random.nextInt(50) == 0 ? "\r\n" : "\n");
      text.append(random.nextInt(100) == 0 ? "\n" : "");
    }
    return text.toString();
  }

  @Test
  void cellsAndReasonsAreThoseOfRowsReadCellByCell() throws IOException {
    Random random = new Random(SEED);
    for (InputFormat format : new InputFormat[] {InputFormat.CSV, InputFormat.TSV}) {
      for (int trial = 0; trial < 8; trial++) {
        int rows = trial == 0 ? 70_000 : random.nextInt(15_000);
        double bad = trial < 4 ? 0 : trial % 2 == 0 ? 0.01 : 1.0 / Math.max(1, rows);
        String text = table(random, format, rows, bad);
        text += trial == 5 ? "1,\"" : "";

        assertThat(columnByColumn(format, text))
            .as("seed %d, %s, trial %d", SEED, format, trial)
            .isEqualTo(cellByCell(format, text));
      }
    }
  }

  @Test
  void aTableWithoutRowsIsEmptyAndOneWithoutNamesIsRefused() throws IOException {
    for (InputFormat format : new InputFormat[] {InputFormat.CSV, InputFormat.TSV}) {
      for (String text : new String[] {table(new Random(SEED), format, 0, 0), "", "a\nb\n"}) {
        assertThat(columnByColumn(format, text)).isEqualTo(cellByCell(format, text));
      }
    }
  }

  @Test
  void columnsThatAreNoFieldsArePassedOver() throws IOException {
    String text = table(new Random(SEED), InputFormat.CSV, 1_000, 0);
    RowOptions options = RowOptions.of(InputFormat.CSV);
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    List<InputField> some = List.of(FIELDS.get(2), FIELDS.get(0));
    try (RowReader all = RowReader.open("data", new ByteArrayInputStream(bytes), options, FIELDS);
        RowReader few =
            RowReader.openFields("data", new ByteArrayInputStream(bytes), options, some)) {
      Batch expected = all.next();
      Batch batch = few.next();

      assertThat(batch.rows()).isEqualTo(expected.rows());
      assertThat(batch.columns()).hasSize(2);
      for (Column column : batch.columns()) {
        assertThat(column.array()).isNotEmpty();
        assertThat(Arrays.copyOf(column.array(), column.end(batch.rows() - 1)))
            .isEqualTo(
                Arrays.copyOf(
                    expected.column(column.name()).array(), column.end(batch.rows() - 1)));
      }
    }
  }
}
