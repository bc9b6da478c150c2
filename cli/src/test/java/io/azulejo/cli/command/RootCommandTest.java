package io.azulejo.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.cli.terminal.Defaults;
import io.azulejo.cli.terminal.Terminal;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class RootCommandTest {
  private static final Terminal NOWHERE =
      new Terminal(
          InputStream.nullInputStream(),
          OutputStream.nullOutputStream(),
          OutputStream.nullOutputStream(),
          100);

  /** The commands that look at the others. */
  private static final Set<String> LOOK_AT_ALL = Set.of("help", "completion");

  @Test
  void makesTheCommandAloneThatArgumentsBeginWith() {
    Map<String, CommandLine> all =
        RootCommand.line(NOWHERE, Defaults.NONE, Optional.empty()).getSubcommands();
    assertThat(all).hasSizeGreaterThan(30);
    all.forEach(
        (name, command) -> {
          assertThat(RootCommand.isCommand(name)).as(name).isTrue();
          if (!LOOK_AT_ALL.contains(name)) {
            Map<String, CommandLine> one =
                RootCommand.line(NOWHERE, Defaults.NONE, Optional.empty(), name, "x", "--help")
                    .getSubcommands();
            assertThat(one).containsOnlyKeys(name);
            assertThat(one.get(name).getUsageMessage()).isEqualTo(command.getUsageMessage());
          }
        });
  }

  @Test
  void makesAllCommandsForHelpAndWhereNoneIsNamedFirst() {
    int all = RootCommand.line(NOWHERE, Defaults.NONE, Optional.empty()).getSubcommands().size();
    String[][] lines = {
      {"help", "read"}, {"completion", "zsh"}, {"--debug", "read", "x"}, {"raed", "x"}
    };
    for (String[] words : lines) {
      assertThat(RootCommand.line(NOWHERE, Defaults.NONE, Optional.empty(), words).getSubcommands())
          .hasSize(all);
    }
  }
}
