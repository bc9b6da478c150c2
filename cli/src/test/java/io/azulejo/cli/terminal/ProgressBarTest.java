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
    assertThat(ProgressBar.line("copying", 250, 1000, "cells", 30))
        .isEqualTo("copying  ██████░░░░░░░░░░░░░░░░░░  25 %, 250 of 1,000 cells, 30 s left");
    assertThat(ProgressBar.line("a", 1, 1000, "tiles", 9999)).endsWith(", 2 h 46 min left");
    assertThat(ProgressBar.line("a", 10, 100, "tiles", 90)).endsWith(", 1 min 30 s left");
    assertThat(ProgressBar.line("a", 0, 1000, "cells", -1)).endsWith("  0 %, 0 of 1,000 cells");
    assertThat(ProgressBar.line("reading", 3 << 19, 3 << 20, "bytes", 0))
        .endsWith(" 50 %, 1.5 MiB of 3.0 MiB, 0 s left");
  }

  @Test
  void theRestTakesAsLongAsWorkTookOfLate() {
    assertThat(ProgressBar.seconds(250, 750, 10_000_000_000L)).isEqualTo(30);
    assertThat(ProgressBar.seconds(1, 999, 10_000_000_000L)).isEqualTo(9990);
    assertThat(ProgressBar.seconds(5, 0, 10_000_000_000L)).isZero();
    assertThat(ProgressBar.seconds(0, 100, 10_000_000_000L)).isEqualTo(-1);
    assertThat(ProgressBar.seconds(50, 100, 1_000_000)).isEqualTo(-1);
    assertThat(ProgressBar.seconds(150, -50, 10_000_000_000L)).isEqualTo(-1);
  }

  @Test
  void countsWhereNobodyKnowsTheWhole() {
    assertThat(ProgressBar.line("guessing", 1234, 0, "cells", 5))
        .isEqualTo("guessing  1,234 cells");
  }

  @Test
  void staysWithinTheWholeWhenMoreIsDoneThanWasExpected() {
    assertThat(ProgressBar.line("a", 1500, 1000, "cells", 5))
        .startsWith("a  " + "█".repeat(24) + " 100 %");
  }

  @Test
  void saysNothingWhereNobodyWatches() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Terminal kept =
        new Terminal(InputStream.nullInputStream(), OutputStream.nullOutputStream(), err, 80);
    try (ProgressBar progress = ProgressBar.begin(kept, "copying", 10, "cells")) {
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
