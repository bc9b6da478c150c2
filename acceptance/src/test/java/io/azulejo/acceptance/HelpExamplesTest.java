package io.azulejo.acceptance;

import static io.azulejo.acceptance.Launcher.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The examples that the help shows can be typed as they stand. */
class HelpExamplesTest {
  /** Commands that have little to say. */
  private static final Pattern CHANGE =
      Pattern.compile(
          "azulejo (write|delete|evolve|upgrade|meta (un)?set|group|cp|mv|rm|gc|consolidate|vacuum|seal|zip|repair|(im|ex)port-file|help --man) ");

  /** More than a hundred short runs of the program: for each, the JVM that starts sooner. */
  private static final Map<String, String> QUICK_START =
      Map.of("AZULEJO_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");

  @TempDir private static Path folder;

  @BeforeAll
  static void needsTheRunnableJar() throws IOException {
    Launcher.requireBuilt();
    Launcher.copySamples(folder);
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
            "dump",
            "diff",
            "advise",
            "create",
            "write",
            "delete",
            // before evolve, which writes schemas of the newest released version
            "upgrade",
            "evolve",
            "meta set",
            "meta unset",
            "group create",
            "group add",
            "group remove",
            "cp",
            "mv",
            "rm",
            "consolidate",
            "vacuum",
            "gc",
            "seal",
            "zip",
            "verify",
            "repair",
            "repack",
            "import-file",
            "export-file",
            "completion",
            "help")) {
      script.append("; ./azulejo ").append(command).append(" --help");
    }
    // A comment begins after three blanks.
    return Launcher.run(ROOT, QUICK_START, script.toString())
        .out()
        .lines()
        .filter(l -> l.startsWith("  azulejo "))
        .map(l -> l.strip().replaceFirst(" {3,}.*", ""))
        .map(l -> "./" + l.replace("| azulejo ", "| ./azulejo "));
  }

  @ParameterizedTest
  @MethodSource("examples")
  void everyExampleWorks(String command) throws Exception {
    Launcher.Result result = Launcher.run(folder, QUICK_START, command);
    if (command.contains(" --stats")) {
      assertThat(result.err()).startsWith("files: ");
    } else {
      assertThat(result.err()).isEmpty();
    }
    boolean differs = command.startsWith("./azulejo diff ") && command.contains(" --at");
    assertThat(result.code()).isEqualTo(differs ? 1 : 0);
    if (!command.contains(" > ") && !CHANGE.matcher(command).find()) {
      assertThat(result.out().lines().count()).isGreaterThan(1);
    }
  }
}
