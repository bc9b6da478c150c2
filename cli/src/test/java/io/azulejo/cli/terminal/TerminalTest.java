package io.azulejo.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class TerminalTest {
  @Test
  void tablesAreAsWideAsTheTerminal() {
    assertThat(Terminal.width(Map.of("COLUMNS", "250", "AZULEJO_TERMINALS", "12"))).isEqualTo(250);
    assertThat(Terminal.width(Map.of("COLUMNS", "3"))).isEqualTo(20);
    assertThat(Terminal.width(Map.of("AZULEJO_TERMINALS", "1"))).isEqualTo(100);
  }

  @Test
  void outputThatIsNoTerminalHasNoWidth() {
    assertThat(Terminal.width(Map.of("AZULEJO_TERMINALS", "2"))).isEqualTo(Terminal.UNLIMITED);
    assertThat(Terminal.width(Map.of("COLUMNS", "wide"))).isEqualTo(Terminal.UNLIMITED);
  }
}
