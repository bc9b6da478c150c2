package io.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.cli.picture.Depth;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProgressTest {
  @Test
  void tellsHowMuchIsDoneAndHowLongTheRestTakes() {
    assertThat(Progress.line(250, 1000, "cells", 10_000_000_000L))
        .isEqualTo("██████░░░░░░░░░░░░░░░░░░  25 %, 250 of 1,000 cells, 30 s left");
    assertThat(Progress.line(1, 1000, "tiles", 10_000_000_000L)).endsWith(", 2 h 46 min left");
    assertThat(Progress.line(10, 100, "tiles", 10_000_000_000L)).endsWith(", 1 min 30 s left");
    assertThat(Progress.line(0, 1000, "cells", 5)).endsWith("  0 %, 0 of 1,000 cells");
  }

  @Test
  void countsWhereNobodyKnowsTheWhole() {
    assertThat(Progress.line(1234, 0, "cells", 5)).isEqualTo("1,234 cells");
  }

  @Test
  void staysWithinTheWholeWhenMoreIsDoneThanWasExpected() {
    assertThat(Progress.line(1500, 1000, "cells", 5)).startsWith("█".repeat(24) + " 100 %");
  }

  @Test
  void saysNothingWhereNobodyWatches() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Terminal kept =
        new Terminal(InputStream.nullInputStream(), OutputStream.nullOutputStream(), err, 80);
    try (Progress progress = Progress.begin(kept, 10, "cells")) {
      progress.advance(10);
    }
    assertThat(err.size()).isZero();
  }

  @Test
  void coloursNeedATerminalThatWantsThem() {
    assertThat(Terminal.colors(Map.of())).isEqualTo(Depth.NONE);
    assertThat(Terminal.colors(Map.of("AZULEJO_TERMINALS", "2"))).isEqualTo(Depth.NONE);
    assertThat(Terminal.colors(Map.of("AZULEJO_TERMINALS", "12"))).isEqualTo(Depth.CUBE);
    assertThat(Terminal.colors(Map.of("AZULEJO_TERMINALS", "1", "COLORTERM", "truecolor")))
        .isEqualTo(Depth.ALL);
    assertThat(Terminal.colors(Map.of("AZULEJO_TERMINALS", "1", "NO_COLOR", "1")))
        .isEqualTo(Depth.NONE);
    assertThat(Terminal.colors(Map.of("AZULEJO_TERMINALS", "1", "TERM", "dumb")))
        .isEqualTo(Depth.NONE);
  }
}
