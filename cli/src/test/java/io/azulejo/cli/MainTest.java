package io.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.cli.terminal.Failure;
import io.azulejo.error.CancelledException;
import io.azulejo.error.CorruptDataException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.StorageException;
import io.azulejo.error.UnsupportedFormatException;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {
  @Test
  void tellsItsVersion() {
    Session session = Session.of("--version");
    assertThat(session.code).isZero();
    assertThat(session.out).matches("azulejo \\d+\\.\\d+\\.\\d+\\S* \\(Java \\S+\\)\\n");
    assertThat(session.err).isEmpty();
  }

  @Test
  void helpNamesEveryCommandAndExitCode() {
    Session session = Session.of("--help-all");
    assertThat(session.code).isZero();
    assertThat(session.out)
        .contains("info", "schema", "ls", "tree", "fragments", "meta", "read", "dump")
        .contains("Exit codes:", "   0  ", "   1  ", "   2  ", "  70  ");
    assertThat(session.err).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"info", "schema", "ls", "tree", "fragments", "meta", "read", "dump"})
  void everyCommandHasHelpWithExamples(String command) {
    Session session = Session.of(command, "--help");
    assertThat(session.code).isZero();
    assertThat(session.out)
        .startsWith("Usage: azulejo " + command)
        .contains("Examples:", "  azulejo " + command + " ");
  }

  @Test
  void whatIsNotUnderstoodIsSaidInOneLine() {
    usage(
        "azulejo: missing command, such as info, read or create; azulejo help lists all commands (see"
            + " azulejo --help)\n");
    usage(
        "azulejo: URI is missing: path or URI, such as samples/grid or s3://bucket/grid (see"
            + " azulejo read --help)\n",
        "read");
    usage(
        "azulejo: unknown option --ranges; did you mean \"--range\"? (see azulejo read --help)\n",
        Session.words("read x --ranges y=1"));
    usage(
        "azulejo: unexpected argument \"y\"; read takes URI; quote arguments that contain blanks or"
            + " * (see azulejo read --help)\n",
        Session.words("read x y"));
  }

  @Test
  void helpOfACommandIsWhatItsOptionPrints() {
    assertThat(Session.of("help", "read").out).isEqualTo(Session.of("read", "--help").out);
    assertThat(Session.of("help", "meta", "set").out)
        .isEqualTo(Session.of("meta", "set", "--help").out)
        .startsWith("Usage: azulejo meta set");
    assertThat(Session.of("help").out).isEqualTo(Session.of("--help").out);
    usage(
        "azulejo: unknown command \"reed\"; did you mean \"read\"? (see azulejo --help)\n",
        "help",
        "reed");
    assertThat(Session.of("help", "group").out)
        .startsWith("Usage: azulejo group COMMAND")
        .contains("\n  create ", "\n  add ", "\n  remove ");
  }

  @Test
  void optionsAndArgumentsOfACommandDoNotStandInFrontOfOneBelowIt() {
    String grid = Session.sample("grid");
    usage(
        "azulejo: --at must come after set (see azulejo meta set --help)\n",
        Session.words("meta --at 5 set %s k v", grid));
    usage(
        "azulejo: URI must come after unset (see azulejo meta unset --help)\n",
        Session.words("meta %s unset %s k", grid, grid));
    assertThat(Session.of("meta", "--debug", "unset", grid + "/none", "k").err).contains("\tat ");
    assertThat(Session.of("meta", "./set").err).contains("no array found at ", "/set;");
  }

  @Test
  void whatMayBeMeantIsSuggested() {
    usage(
        "azulejo: unknown command \"inof\"; did you mean \"info\"? (see azulejo --help)\n",
        "inof",
        "x");
    String grid = Session.sample("grid");
    String names = Session.sample("names");
    assertThat(Session.of("read", names, "--fields", "nmae").err)
        .endsWith("; did you mean \"name\"?\n");
    assertThat(Session.of("read", names, "--where", "nam = 'x'").err)
        .endsWith("; did you mean \"name\"?\n");
    assertThat(Session.of("read", names, "--range", "naem=a").err)
        .endsWith("; did you mean \"name\"?\n");
    assertThat(Session.of("read", grid, "--range", "Y=1").err).endsWith("; did you mean \"y\"?\n");
  }

  @Test
  void unknownCommandsAndFormatsAreUsageErrors() {
    Session command = Session.of("reed", "x");
    assertThat(command.code).isEqualTo(2);
    assertThat(command.err).startsWith("azulejo: ").hasLineCount(1);
    Session format = Session.of("read", "x", "--format", "xml");
    assertThat(format.code).isEqualTo(2);
    assertThat(format.err)
        .contains("--format xml: expected one of table, csv, tsv, json,")
        .hasLineCount(1);
  }

  @Test
  void requestsThatCannotBeMetAreSaidInOneLine() {
    failure(1, "azulejo: --limit -1: must be at least 0\n", "read", "x", "--limit", "-1");
    failure(1, "azulejo: --sorted requires --format tsv\n", "read", "x", "--sorted");
    failure(
        1,
        "azulejo: --layout hilbert: expected row-major (row), col-major (col), global-order"
            + " (global) or unordered\n",
        Session.words("read x --layout hilbert"));
    failure(
        1,
        "azulejo: --at cannot be combined with --from or --to\n",
        Session.words("info x --at 1 --to 2"));
    failure(1, "azulejo: --from 5 is later than --to 2\n", "info", "x", "--from", "5", "--to", "2");
    failure(
        3,
        "azulejo: key file /none/at/all does not exist\n",
        Session.words("info x --key-file /none/at/all"));
  }

  @Test
  void argumentsOfTheWorkloadsArePassedOn() {
    Session session = Session.of("bench", "--nope", "1");
    assertThat(session.err).startsWith("azulejo-bench: unknown option --nope").hasLineCount(1);
    assertThat(session.code).isEqualTo(2);
  }

  @Test
  void debugShowsWhereAnErrorCameFrom() {
    Session session = Session.of("read", "x", "--limit", "-1", "--debug");
    assertThat(session.code).isEqualTo(1);
    assertThat(session.err).startsWith("azulejo: --limit -1").contains("\tat io.azulejo.cli.");
    assertThat(Session.of("--debug", "read", "x", "--limit", "-1").err).contains("\tat ");
  }

  @Test
  void namesThatBeginWithAnAtSignAreNames() {
    assertThat(Session.of("read", "@none", "--limit", "-1").code).isEqualTo(1);
  }

  @Test
  void everyKindOfFailureHasItsCode() {
    assertThat(Failure.code(new NotFoundException("x"))).isEqualTo(3);
    assertThat(Failure.code(CorruptDataException.of("s", "f", 0, "r"))).isEqualTo(4);
    assertThat(Failure.code(new UnsupportedFormatException("x"))).isEqualTo(5);
    assertThat(Failure.code(new StorageException("x", "y", null, false))).isEqualTo(6);
    assertThat(Failure.code(new IOException("No space left on device"))).isEqualTo(6);
    assertThat(Failure.code(new IllegalStateException("x"))).isEqualTo(70);
    assertThat(Failure.code(new OutOfMemoryError("x"))).isEqualTo(1);
    assertThat(Failure.code(new CancelledException("x"))).isEqualTo(130);
  }

  @Test
  void failuresAreOneLineWithTheirLocation() {
    assertThat(Failure.text(new NotFoundException("two\n  lines", "/a/b")))
        .isEqualTo("azulejo: /a/b: two; lines");
    assertThat(Failure.text(new IllegalStateException("odd")))
        .isEqualTo(
            "azulejo: internal error: IllegalStateException: odd (use --debug for a stack trace)");
    assertThat(Failure.text(new CancelledException("the thread was interrupted")))
        .isEqualTo("azulejo: stopped: the thread was interrupted");
    assertThat(Failure.text(new OutOfMemoryError("heap")))
        .isEqualTo(
            "azulejo: out of memory (heap); increase the memory, such as AZULEJO_OPTS=-Xmx4g");
  }

  @Test
  void errorsInConditionsShowThePlace() {
    failure(
        1,
        """
        azulejo: the condition cannot be read: expected a value such as 30, 'text' or 2024-05-31,\
         found >
          a >> 30
             ^
        """,
        Session.words("read %s --where %s", Session.sample("grid"), "a >> 30"));
    failure(
        1,
        "azulejo: --keep-shape requires --where\n",
        Session.words("read %s --keep-shape", Session.sample("grid")));
  }

  private static void usage(String err, String... args) {
    failure(2, err, args);
  }

  private static void failure(int code, String err, String... args) {
    Session session = Session.of(args);
    assertThat(session.err).isEqualTo(err);
    assertThat(session.code).isEqualTo(code);
    assertThat(session.out).isEmpty();
  }
}
