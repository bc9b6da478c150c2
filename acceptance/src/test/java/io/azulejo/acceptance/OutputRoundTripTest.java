package io.azulejo.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.cli.Main;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.error.AzulejoException;
import io.azulejo.query.Batch;
import io.azulejo.schema.ArraySchema;
import io.azulejo.storage.Location;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.Expectation;
import io.azulejo.text.input.InputField;
import io.azulejo.text.input.InputFormat;
import io.azulejo.text.input.RowOptions;
import io.azulejo.text.output.TsvRowWriter;
import io.azulejo.text.read.RowReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What {@code read} writes, in every format, is read as the same cells again. */
class OutputRoundTripTest {
  private static final int MOST_CELLS = 3_000;

  @Test
  void everyFormatReadsBackToTheSameCells() throws IOException {
    CorpusFolder corpus = CorpusFolder.find();
    List<String> problems = new ArrayList<>();
    int arrays = 0;
    try (Azulejo azulejo = Azulejo.create()) {
      for (Path file : corpus.expectationFiles()) {
        Expectation expectation = corpus.expectation(file);
        if (expectation.group() || expectation.openingFails() || expectation.key().isPresent()) {
          continue;
        }
        Array array;
        byte[] rows;
        try {
          array = azulejo.open(Location.of(expectation.location()));
          rows = read(expectation, InputFormat.TSV);
        } catch (AzulejoException e) {
          assertThat(expectation.someFails()).as("%s: %s", expectation.name(), e).isTrue();
          continue;
        }
        if (rows.length == 0 || count(rows) > MOST_CELLS) {
          continue;
        }
        arrays++;
        for (InputFormat format : InputFormat.values()) {
          String problem = difference(array, rows, read(expectation, format), format);
          if (!problem.isEmpty()) {
            problems.add(expectation.name() + ", " + format + ": " + problem);
          }
        }
      }
    }
    assertThat(problems).isEmpty();
    assertThat(arrays).isGreaterThan(5);
  }

  private static long count(byte[] text) {
    long lines = 0;
    for (byte b : text) {
      lines += b == '\n' ? 1 : 0;
    }
    return lines;
  }

  /** What read writes; nothing where it cannot. */
  private static byte[] read(Expectation expectation, InputFormat format) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Terminal terminal = new Terminal(System.in, out, new ByteArrayOutputStream(), 100);
    int code =
        Main.run(
            terminal,
            "read",
            expectation.location().toString(),
            "--format",
            format.name().toLowerCase(Locale.ROOT),
            "--limit",
            String.valueOf(MOST_CELLS + 1));
    return code == 0 ? out.toByteArray() : new byte[0];
  }

  private static String difference(Array array, byte[] rows, byte[] text, InputFormat format) {
    ByteArrayOutputStream again = new ByteArrayOutputStream();
    try (RowReader in =
        RowReader.open(
            "rows", new ByteArrayInputStream(text), RowOptions.of(format), fields(array))) {
      TsvRowWriter tsv =
          TsvRowWriter.begin(again, fields(array).stream().map(InputField::name).toList());
      for (Batch batch = in.next(); batch != null; batch = in.next()) {
        tsv.write(batch, batch.rows());
      }
      in.check();
      tsv.finish();
    } catch (AzulejoException | IOException e) {
      return e.toString();
    }
    String[] expected = new String(rows, StandardCharsets.UTF_8).split("\n", -1);
    String[] actual = again.toString(StandardCharsets.UTF_8).split("\n", -1);
    for (int i = 0; i < Math.min(expected.length, actual.length); i++) {
      if (!expected[i].equals(actual[i])) {
        return "line %d is %s, not %s".formatted(i + 1, actual[i], expected[i]);
      }
    }
    return expected.length == actual.length
        ? ""
        : "%d lines, not %d".formatted(actual.length, expected.length);
  }

  private static List<InputField> fields(Array array) {
    ArraySchema schema = array.schema();
    return Stream.concat(
            schema.dimensions().stream().map(d -> InputField.of(d, d.domain())),
            schema.attributes().stream()
                .map(a -> InputField.of(a, a.enumeration().map(array::enumeration))))
        .toList();
  }
}
