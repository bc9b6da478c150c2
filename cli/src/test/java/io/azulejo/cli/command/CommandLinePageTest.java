package io.azulejo.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.cli.Session;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The commands of the page on the command line that stand by themselves do what they should. */
class CommandLinePageTest {
  private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)");

  static Stream<String> commands() throws IOException {
    List<String> commands =
        Files.readAllLines(Session.root().resolve("docs/cli.md")).stream()
            .filter(line -> line.matches("azulejo (read|agg|info|head|summarize) samples/.*"))
            .toList();
    assertThat(commands).hasSizeGreaterThan(6);
    return commands.stream();
  }

  @TempDir private Path folder;

  @ParameterizedTest
  @MethodSource("commands")
  void showsSomething(String command) {
    List<String> words = new ArrayList<>();
    Matcher word = WORD.matcher(command.substring("azulejo ".length()));
    for (MatchResult found : word.results().toList()) {
      String plain = found.group(3);
      String text = found.group(1) != null ? found.group(1) : found.group(2);
      boolean file = !words.isEmpty() && words.get(words.size() - 1).equals("-o");
      words.add(
          file
              ? folder.resolve(plain).toString()
              : plain == null
                  ? text
                  : plain.startsWith("samples/")
                      ? Session.root().resolve(plain).toString()
                      : plain);
    }
    String said = Session.done(words.toArray(String[]::new));
    int output = words.indexOf("-o");
    if (output < 0) {
      assertThat(said.lines()).hasSizeGreaterThan(2);
    } else {
      assertThat(said).isEmpty();
      assertThat(Path.of(words.get(output + 1))).isNotEmptyFile();
    }
  }
}
