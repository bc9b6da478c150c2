package io.azulejo.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class RootCommandTest {
  /** The commands that look at the others. */
  private static final Set<String> LOOK_AT_ALL = Set.of("help", "completion");

  @Test
  void makesTheCommandAloneThatArgumentsBeginWith() {
    Map<String, CommandLine> all = Commands.line().getSubcommands();
    assertThat(all).hasSizeGreaterThan(30);
    all.forEach(
        (name, command) -> {
          if (!LOOK_AT_ALL.contains(name)) {
            Map<String, CommandLine> one = Commands.line(name, "x", "--help").getSubcommands();
            assertThat(one).containsOnlyKeys(name);
            assertThat(one.get(name).getUsageMessage()).isEqualTo(command.getUsageMessage());
          }
        });
  }

  @Test
  void makesAllCommandsForHelpAndWhereNoneIsNamedFirst() {
    int all = Commands.line().getSubcommands().size();
    String[][] lines = {
      {"help", "read"}, {"completion", "zsh"}, {"--debug", "read", "x"}, {"raed", "x"}
    };
    for (String[] words : lines) {
      assertThat(Commands.line(words).getSubcommands()).hasSize(all);
    }
  }
}
