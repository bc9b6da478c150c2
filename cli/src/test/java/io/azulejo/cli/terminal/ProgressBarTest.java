package io.azulejo.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.plot.picture.ColorDepth;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProgressBarTest {
  @Test
  void tellsHowMuchIsDoneAndHowLongTheRestTakes() {
    assertThat(ProgressBar.line(250, 1000, "cells", 10_000_000_000L))
        .isEqualTo("██████░░░░░░░░░░░░░░░░░░  25 %, 250 of 1,000 cells, 30 s left");
    assertThat(ProgressBar.line(1, 1000, "tiles", 10_000_000_000L)).endsWith(", 2 h 46 min left");
    assertThat(ProgressBar.line(10, 100, "tiles", 10_000_000_000L)).endsWith(", 1 min 30 s left");
    assertThat(ProgressBar.line(0, 1000, "cells", 5)).endsWith("  0 %, 0 of 1,000 cells");
  }

  @Test
  void countsWhereNobodyKnowsTheWhole() {
    assertThat(ProgressBar.line(1234, 0, "cells", 5)).isEqualTo("1,234 cells");
  }

  @Test
  void staysWithinTheWholeWhenMoreIsDoneThanWasExpected() {
    assertThat(ProgressBar.line(1500, 1000, "cells", 5)).startsWith("█".repeat(24) + " 100 %");
  }

  @Test
  void saysNothingWhereNobodyWatches() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Terminal kept =
        new Terminal(InputStream.nullInputStream(), OutputStream.nullOutputStream(), err, 80);
    try (ProgressBar progress = ProgressBar.begin(kept, 10, "cells")) {
      progress.advance(10);
    }
    assertThat(err.size()).isZero();
  }

  @Test
  void coloursNeedATerminalThatWantsThem() {
    assertThat(Terminal.colors(Map.of())).isEqualTo(ColorDepth.NONE);
    assertThat(Terminal.colors(Map.of("AZULEJO_TERMINALS", "2"))).isEqualTo(ColorDepth.NONE);
    assertThat(Terminal.colors(Map.of("AZULEJO_TERMINALS", "12"))).isEqualTo(ColorDepth.CUBE);
    assertThat(Terminal.colors(Map.of("AZULEJO_TERMINALS", "1", "COLORTERM", "truecolor")))
        .isEqualTo(ColorDepth.ALL);
    assertThat(Terminal.colors(Map.of("AZULEJO_TERMINALS", "1", "NO_COLOR", "1")))
        .isEqualTo(ColorDepth.NONE);
    assertThat(Terminal.colors(Map.of("AZULEJO_TERMINALS", "1", "TERM", "dumb")))
        .isEqualTo(ColorDepth.NONE);
  }
}
