package io.azulejo.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.cli.Session;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shells complete what is typed by the scripts that are printed for them. */
class CompletionTest {
  @TempDir private Path folder;

  /** What bash offers for the last of some words. */
  private List<String> offered(String... words) throws IOException, InterruptedException {
    Path script = folder.resolve("azulejo.bash");
    Files.writeString(script, Session.of("completion", "bash").out);
    String asked =
        """
        source '%s'
        compopt() { :; }
        COMP_WORDS=(%s)
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        COMP_LINE="${COMP_WORDS[*]}"
        COMP_POINT=${#COMP_LINE}
        _complete_azulejo
        printf '%%s\\n' "${COMPREPLY[@]}"
        """
            .formatted(script, "azulejo '" + String.join("' '", words) + "'");
    Process bash = new ProcessBuilder("bash", "-c", asked).redirectErrorStream(true).start();
    String out = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(bash.waitFor()).as(out).isZero();
    return out.lines().filter(line -> !line.isBlank()).toList();
  }

  @Test
  void bashCompletesCommandsOfOneWordAndOfTwo() throws Exception {
    assertThat(offered("summ")).containsExactly("summarize");
    assertThat(offered("meta", "")).containsExactlyInAnyOrder("set", "unset");
  }

  @Test
  void bashCompletesOptionsAndTheirValues() throws Exception {
    assertThat(offered("read", "a", "--ran")).containsExactly("--range");
    assertThat(offered("group", "create", "a", "--deb")).containsExactly("--debug");
    assertThat(offered("info", "a", "--format", "")).containsExactly("text", "json");
  }

  @Test
  void fishIsToldAllCommandsTheirOptionsAndValues() {
    String script = Session.of("completion", "fish").out;

    assertThat(script)
        .contains("-n '__fish_use_subcommand' -a info -d 'Describes an array")
        .contains("-n '__fish_seen_subcommand_from meta' -a set -d ")
        .contains(
            "-n '__fish_seen_subcommand_from meta; and __fish_seen_subcommand_from set' -l type -r")
        .contains("-n '__fish_seen_subcommand_from info' -l format -r -f -a 'text json'");
  }

  @Test
  void fishDoesNotTakeTheSecondWordOfACommandForAnother() {
    assertThat(Session.of("completion", "fish").out)
        .contains(
            "-n '__fish_seen_subcommand_from create; and not __fish_seen_subcommand_from group' -l from ");
  }

  @Test
  void otherShellsAreRefusedWithTheOnesThatThereAre() {
    Session session = Session.of("completion", "tcsh");

    assertThat(session.code).isEqualTo(2);
    assertThat(session.err).contains("tcsh").contains("bash").contains("fish");
  }
}
