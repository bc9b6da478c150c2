package io.azulejo.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.cli.command.CommandLoad.Kind;
import io.azulejo.cli.terminal.Defaults;
import io.azulejo.cli.terminal.Terminal;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The launchers treat each command as its declaration says. */
class CommandLoadTest {
  private static final CommandLine ROOT =
      RootCommand.line(
          new Terminal(
              InputStream.nullInputStream(),
              OutputStream.nullOutputStream(),
              OutputStream.nullOutputStream(),
              100),
          Defaults.NONE,
          Optional.empty());

  /** The first words of the commands of a kind, which are all that the launchers look at. */
  private static Set<String> declared(Kind... kinds) {
    return RootCommand.names().stream()
        .filter(name -> List.of(kinds).contains(workload(name).value()))
        .map(name -> name.split(" ")[0])
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static CommandLoad workload(String command) {
    CommandLoad workload =
        ROOT.getSubcommands()
            .get(command)
            .getCommandSpec()
            .userObject()
            .getClass()
            .getAnnotation(CommandLoad.class);
    assertThat(workload).as("%s declares its workload", command).isNotNull();
    return workload;
  }

  private static String launcher(String path) throws IOException {
    return Files.readString(Path.of("..").resolve(path)).replace("\\\n", " ");
  }

  /** The commands that a list in a script names, where its first group matches. */
  private static Set<String> listed(String script, String pattern, String separator) {
    Matcher matcher = Pattern.compile(pattern, Pattern.MULTILINE).matcher(script);
    assertThat(matcher.find()).as(pattern).isTrue();
    return new TreeSet<>(List.of(matcher.group(1).strip().split(separator)));
  }

  @Test
  void theLauncherOfUnixListsTheCommandsOfEachKind() throws IOException {
    String script = launcher("azulejo");
    String bar = "\\s*\\|\\s*";

    assertThat(listed(script, "^ *([a-z| -]+)\\)\\s+compiler=\"-XX:Tier4", bar))
        .isEqualTo(declared(Kind.CELLS, Kind.CELLS_AS_OBJECTS));
    assertThat(listed(script, "^ *([a-z| -]+)\\) collector=''", bar))
        .isEqualTo(declared(Kind.CELLS_AS_OBJECTS));
    assertThat(listed(script, "^ *([a-z| -]+)\\) compiler='' collector=''", bar))
        .isEqualTo(declared(Kind.BENCHMARKS));
  }

  @Test
  void theLauncherOfWindowsListsTheCommandsOfEachKind() throws IOException {
    String script = launcher("dist/src/main/launcher/azulejo.cmd");

    assertThat(listed(script, "in \\(([a-z -]+)\\) do .*%later% -XX:\\+UseSerialGC", " "))
        .isEqualTo(declared(Kind.CELLS));
    assertThat(listed(script, "in \\(([a-z -]+)\\) do .*%later%\"", " "))
        .isEqualTo(declared(Kind.CELLS_AS_OBJECTS));
    assertThat(listed(script, "\"%word%\"==\"([a-z-]+)\" set \"compiler=\"", " "))
        .isEqualTo(declared(Kind.BENCHMARKS));
  }

  @Test
  void commandsWithTheSameFirstWordAreOfOneKind() {
    assertThat(
            RootCommand.names().stream()
                .map(name -> name.split(" ")[0] + " " + workload(name).value())
                .distinct()
                .map(line -> line.split(" ")[0]))
        .doesNotHaveDuplicates();
  }
}
