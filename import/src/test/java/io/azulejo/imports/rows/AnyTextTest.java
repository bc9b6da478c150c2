package io.azulejo.imports.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.testkit.TestLayer;
import io.azulejo.text.input.InputFormat;
import io.azulejo.text.input.Melting;
import io.azulejo.text.input.RowFile;
import io.azulejo.text.input.RowOptions;
import io.azulejo.text.input.TextDialect;
import io.azulejo.text.input.ValueNotation;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Whatever a file is, it has rows, or there is an error that says why not. */
class AnyTextTest {
  private static final long SEED = 41;
  private static final String[] PIECES = {
    "a",
    "name",
    "1",
    "2.5",
    "-3",
    "2020-01-31",
    "NA",
    ",",
    ",",
    ";",
    "\t",
    "|",
    " ",
    "  ",
    "\n",
    "\n",
    "\r\n",
    "\"",
    "#",
    "\ufeff",
    "1990",
    "----",
    "ü",
    ",,",
    "x y"
  };

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    if (random.nextBoolean()) {
      for (int i = random.nextInt(60); i > 0; i--) {
        text.append(PIECES[random.nextInt(PIECES.length)]);
      }
      return text.toString();
    }
    // A table with a few odd pieces.
    String separator = PIECES[7 + random.nextInt(7)];
    int width = 1 + random.nextInt(4);
    for (int row = random.nextInt(12); row > 0; row--) {
      for (int column = 0; column < width; column++) {
        text.append(column == 0 ? "" : separator).append(PIECES[random.nextInt(7)]);
        text.append(random.nextInt(20) == 0 ? PIECES[random.nextInt(PIECES.length)] : "");
      }
      text.append('\n');
    }
    return text.toString();
  }

  private static TextDialect dialect(Random random) {
    Character[] separators = {null, null, null, ',', '\t', ' ', TextDialect.FIXED};
    Boolean[] headers = {null, null, true, false};
    Melting[] meltings = {null, null, new Melting(true, List.of()), new Melting(false, List.of())};
    return new TextDialect(
        Optional.ofNullable(separators[random.nextInt(separators.length)]),
        Optional.empty(),
        Optional.of(FileHead.FINDER),
        Optional.ofNullable(headers[random.nextInt(headers.length)]),
        random.nextInt(4) == 0 ? random.nextInt(3) : 0,
        Optional.ofNullable(meltings[random.nextInt(meltings.length)]));
  }

  @Test
  void textsOfAllKindsAreRowsOrRefused() throws IOException {
    Random random = new Random(SEED);
    int understood = 0;
    for (int trial = 0; trial < TestLayer.cases(20_000, 2_500); trial++) {
      String text = text(random);
      RowOptions options =
          new RowOptions(
              random.nextInt(4) == 0 ? InputFormat.TSV : InputFormat.CSV,
              "",
              false,
              ValueNotation.USUAL,
              dialect(random));
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      RowFile file = RowFile.of("data", new ByteArrayInputStream(bytes));
      try {
        TableProfile profile =
            TableProfiler.profile(List.of(file), options, Set.of(), Long.MAX_VALUE, done -> {});
        understood += profile.rows() > 0 ? 1 : 0;
      } catch (InvalidRequestException e) {
        assertThat(e.getMessage()).as("seed %d, trial %d", SEED, trial).startsWith("data: ");
      } catch (RuntimeException e) {
        throw new AssertionError(
            "seed %d, trial %d, %s: %s".formatted(SEED, trial, options, text), e);
      }
    }
    assertThat(understood).isBetween(TestLayer.cases(2_000, 250), TestLayer.cases(19_000, 2_400));
  }
}
