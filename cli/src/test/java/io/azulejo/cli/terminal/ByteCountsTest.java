package io.azulejo.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ByteCountsTest {
  @Test
  void scalesCountsToUnits() {
    assertThat(ByteCounts.of(1)).isEqualTo("1 byte");
    assertThat(ByteCounts.of(1023)).isEqualTo("1023 bytes");
    assertThat(ByteCounts.of(1536)).isEqualTo("1.5 KiB");
    assertThat(ByteCounts.exact(1536)).isEqualTo("1536 (1.5 KiB)");
    assertThat(ByteCounts.of(Long.MAX_VALUE)).isEqualTo("8.0 EiB");
  }

  @Test
  void readsNegativeCountsAsUnsigned() {
    assertThat(ByteCounts.of(-1)).isEqualTo("16.0 EiB");
    assertThat(ByteCounts.exact(-1)).isEqualTo("18446744073709551615 (16.0 EiB)");
  }
}
