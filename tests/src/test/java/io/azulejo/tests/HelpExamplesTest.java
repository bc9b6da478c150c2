package io.azulejo.tests;

import static io.azulejo.tests.Launcher.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The examples that the help shows can be typed as they stand. */
class HelpExamplesTest {
  @BeforeAll
  static void needsTheRunnableJar() throws IOException {
    Launcher.assumeBuilt();
  }

  static Stream<String> examples() throws Exception {
    StringBuilder script = new StringBuilder("./azulejo --help");
    for (String command :
        List.of(
            "info",
            "schema",
            "ls",
            "tree",
            "fragments",
            "history",
            "meta",
            "head",
            "read",
            "summarize",
            "agg",
            "tiles",
            "plot",
            "dump")) {
      script.append("; ./azulejo ").append(command).append(" --help");
    }
    // A comment begins after three blanks.
    return Launcher.run(ROOT, Map.of(), script.toString())
        .out()
        .lines()
        .filter(l -> l.startsWith("  azulejo "))
        .map(l -> "./" + l.strip().replaceFirst(" {3,}.*", ""));
  }

  @ParameterizedTest
  @MethodSource("examples")
  void everyExampleWorks(String command) throws Exception {
    Launcher.Result result = Launcher.run(ROOT, Map.of(), command);
    if (command.contains(" --stats")) {
      assertThat(result.err()).startsWith("files: ");
    } else {
      assertThat(result.err()).isEmpty();
    }
    assertThat(result.code()).isZero();
    assertThat(result.out().lines().count()).isGreaterThan(1);
  }
}
