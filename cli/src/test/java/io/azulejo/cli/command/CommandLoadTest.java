package io.azulejo.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.cli.command.CommandLoad.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The launchers treat each command as its declaration says. */
class CommandLoadTest {
  /** The commands of a kind. Launchers only look at the first word of a command. */
  private static Set<String> declared(Kind... kinds) {
    return Commands.line().getSubcommands().keySet().stream()
        .filter(name -> List.of(kinds).contains(workload(name).value()))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static CommandLoad workload(String command) {
    CommandLoad workload =
        Commands.get(command).userObject().getClass().getAnnotation(CommandLoad.class);
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
}
