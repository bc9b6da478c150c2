package io.azulejo.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.cli.help.Topic;
import io.azulejo.testkit.Launcher;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The examples that the help shows can be typed as they stand, one after the other. */
class HelpExamplesTest {
  /** Commands that print at most one line. */
  private static final Pattern QUIET =
      Pattern.compile(
          "azulejo (write|delete|evolve|upgrade|meta (un)?set|group|cp|mv|rm|gc|consolidate|vacuum|seal|zip|repair|(im|ex)port-file|help"
              + " --man) | > | -o | --png [^-]");

  /** Commands that do not end by themselves, or take long. */
  private static final List<String> LEFT_OUT = List.of("view", "bench");

  /** Commands whose examples need what those of another one make, with that one. */
  private static final Map<String, String> FIRST = Map.of("evolve", "upgrade", "verify", "seal");

  @TempDir private static Path folder;
  @TempDir private static Path results;

  @TestFactory
  Stream<DynamicTest> everyExampleWorks() throws Exception {
    Launcher.copySamples(folder);
    List<String> examples = examples();
    assertThat(examples).hasSizeGreaterThan(120);
    List<Launcher.Result> said = ExampleRuns.of(folder, Map.of(), results, examples);
    return IntStream.range(0, examples.size())
        .mapToObj(
            i ->
                DynamicTest.dynamicTest(
                    examples.get(i), () -> check(examples.get(i), said.get(i))));
  }

  /** All examples of the full help of all commands, without their comments. */
  private static List<String> examples() {
    List<String> commands = new ArrayList<>();
    Arrays.stream(Topic.values()).forEach(topic -> commands.addAll(topic.commands()));
    commands.removeAll(LEFT_OUT);
    FIRST.forEach(
        (command, first) -> {
          commands.remove(first);
          commands.add(commands.indexOf(command), first);
        });
    List<String> examples = new ArrayList<>();
    for (String command : commands) {
      List<String> words = new ArrayList<>(Arrays.asList(command.split(" ")));
      words.add(0, "help");
      words.add("--help-all");
      CommandRun.of(words)
          .out()
          .lines()
          .filter(line -> line.startsWith("  azulejo "))
          .map(line -> line.strip().replaceFirst(" +# .*", ""))
          .forEach(examples::add);
    }
    return examples;
  }

  private static void check(String command, Launcher.Result result) {
    if (command.contains(" --stats")) {
      assertThat(result.err()).startsWith("files: ");
    } else {
      assertThat(result.err()).isEmpty();
    }
    boolean differs = command.startsWith("azulejo diff ") && command.contains(" --at");
    assertThat(result.code()).isEqualTo(differs ? 1 : 0);
    if (!QUIET.matcher(command).find()) {
      assertThat(result.out().lines().count()).isGreaterThan(1);
    }
  }
}
