package io.azulejo.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PeersTest {
  private static String line(String peer, String work, String seconds, String checksum) {
    return "{\"peer\": \"%s\", \"workload\": \"%s\", \"seconds\": [%s], \"checksum\": \"%s\", \"stored\": 2500000}"
        .formatted(peer, work, seconds, checksum);
  }

  @Test
  void readTheSameValuesAsTheEngine(@TempDir Path folder) throws Exception {
    PeerResults results = new PeerResults();
    for (String peer : PeerProgram.PEERS.keySet()) {
      PeerProgram program = new PeerProgram(peer, folder, 0, 1, 530, 3000);
      for (String line : PeerProgram.lines()) {
        program.run(line).ifPresent(results::add);
      }
    }

    assertThat(results.table(List.copyOf(PeerProgram.PEERS.keySet())).lines())
        .hasSize(2 + PeerProgram.lines().size() + PeerProgram.VARIANTS.size() + 1)
        .allMatch(row -> row.chars().filter(c -> c == '|').count() == PeerProgram.PEERS.size() + 2);
  }

  @Test
  void comparesMediansAndSizesWithTheEngine() {
    PeerResults results = new PeerResults();
    results.add(line("azulejo", "field/full/none", "3.0, 1.0, 2.0", "a"));
    results.add("a line of something else");
    results.add(line("other", "field/full/none", "5.0", "a"));
    results.add(line("other", "points/write", "0.25", "b"));

    assertThat(results.table(List.of("azulejo", "other")).lines())
        .containsExactly(
            "| line | azulejo | other |",
            "| --- | --- | --- |",
            "| field/full/none, s | 2.00 | 5.00 (2.5) |",
            "| points/write, s | | 0.250 |",
            "| field, none, MB | 2.50 | 2.50 (1.0) |");
  }

  @Test
  void refuseToCompareThoseThatReadOtherValues() {
    PeerResults results = new PeerResults();
    results.add(line("azulejo", "points/scan", "1.0", "a"));

    assertThatThrownBy(() -> results.add(line("other", "points/scan", "1.0", "b")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("points/scan: other reads other values than those before it");
  }
}
