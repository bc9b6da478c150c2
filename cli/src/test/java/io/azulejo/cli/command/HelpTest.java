package io.azulejo.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.cli.Session;
import io.azulejo.cli.help.Topic;
import io.azulejo.plot.picture.ColorDepth;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The brief help fits on a page; the full help and the manual have everything. */
class HelpTest {
  @TempDir private static Path man;

  @BeforeAll
  static void writeTheManual() {
    said("help", "--man", man.toString());
  }

  static List<String> commands() {
    return Commands.names();
  }

  /** The commands in the list of all; group stands for those below it. */
  private static Stream<String> listed() {
    return Arrays.stream(Topic.values()).flatMap(topic -> topic.commands().stream());
  }

  private static String said(String... words) {
    Session session = Session.wide(200, ColorDepth.NONE, words);
    assertThat(session.err).isEmpty();
    assertThat(session.code).isZero();
    return session.out;
  }

  /** The arguments of a command line that asks for something of a command. */
  private static String[] words(String command, String... more) {
    return Stream.concat(Arrays.stream(command.split(" ")), Arrays.stream(more))
        .toArray(String[]::new);
  }

  private static void fitsOnAPage(String help) {
    assertThat(help.lines()).hasSizeLessThanOrEqualTo(40);
    assertThat(help.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
  }

  @Test
  void theListOfCommandsFitsOnAPageAndNamesAllOfThem() {
    String help = said("help");

    fitsOnAPage(help);
    assertThat(help.split("[ ,\n]+")).contains("read", "create", "gc", "bench", "import-file");
    assertThat(help).contains("meta set", "group remove");
    assertThat(Stream.concat(listed(), Stream.of("group")))
        .containsExactlyInAnyOrderElementsOf(commands());
  }

  @ParameterizedTest
  @MethodSource("commands")
  void theBriefHelpFitsOnAPageAndNamesAllOptions(String command) {
    String help = said(words(command, "--help"));

    fitsOnAPage(help);
    assertThat(help).startsWith("Usage: azulejo " + command);
    for (OptionSpec option : Commands.get(command).options()) {
      if (!option.inherited()) {
        assertThat(help).contains(option.longestName().replaceFirst("^--header", "header"));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("commands")
  void aFewExamplesSayWhatTheyShow(String command) {
    List<String> examples =
        said(words(command, "--help"))
            .lines()
            .dropWhile(line -> !line.equals("Examples:"))
            .skip(1)
            .takeWhile(line -> !line.isEmpty())
            .toList();

    assertThat(examples).hasSizeBetween(2, 3);
    assertThat(examples).allSatisfy(line -> assertThat(line).matches("  azulejo .*  # \\S.*"));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void theFullHelpAndTheManualHaveEveryOptionWithItsDetails(String command) throws Exception {
    String asked = command.equals("help") ? "help help" : command;
    String help = said(words(asked, "--help-all")).replaceAll("\\s+", " ");
    String page =
        Files.readString(man.resolve("azulejo-" + command.replace(' ', '-') + ".1"))
            .replace("\\-", "-")
            .replace("\\(aq", "'")
            .replace("\\(rs", "\\");

    for (ArgSpec argument : Commands.get(command).args()) {
      String last = argument.description()[argument.description().length - 1];
      assertThat(help).contains(last);
      assertThat(page).contains(last);
      if (argument instanceof OptionSpec option) {
        for (String name : option.names()) {
          assertThat(help).contains(option.negatable() ? name.substring(2) : name);
          assertThat(page).contains(option.negatable() ? name.substring(2) : name);
        }
      }
    }
    for (String line : Commands.get(command).usageMessage().footer()) {
      assertThat(help).contains(line.strip().replaceAll("\\s+", " "));
    }
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyOptionHasALineThatStandsForItself(String command) {
    for (ArgSpec argument : Commands.get(command).args()) {
      assertThat(argument.description()[0]).as("%s", argument).doesNotEndWith(".");
    }
  }

  @Test
  void theFullHelpOfTheProgramHasAllCommandsAndExitCodes() {
    String help = said("--help-all");

    listed().forEach(name -> assertThat(help).containsPattern("(?m)^  " + name + "  +\\S"));
    assertThat(help).contains("\nExit codes:\n   0  ", "   1  ", "   7  ", "  70  ");
    assertThat(said("help", "--help-all")).isEqualTo(help);
    assertThat(said("help", "meta", "set", "--help-all"))
        .isEqualTo(said("meta", "set", "--help-all"));
  }
}
