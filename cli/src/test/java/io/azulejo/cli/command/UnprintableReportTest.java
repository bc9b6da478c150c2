package io.azulejo.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.azulejo.cli.Main;
import io.azulejo.cli.Session;
import io.azulejo.cli.terminal.Failure;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.testkit.TestLayer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What becomes of a command whose output cannot be printed: a change is made nevertheless, all of
 * it; a command that only prints ends.
 */
class UnprintableReportTest {
  /** Changes, by command: arguments, with the folder of the test for a dot and a slash. */
  private static final Map<String, String> CHANGES =
      Map.ofEntries(
          Map.entry("create", "./new --from ./rows.csv --write"),
          Map.entry("write", "./days ./rows.csv"),
          Map.entry("delete", "./names --where v>10"),
          Map.entry("evolve", "./days --add-attribute note:STRING_UTF8"),
          Map.entry("upgrade", "./names"),
          Map.entry("meta set", "./days k v"),
          Map.entry("meta unset", "./grid two"),
          Map.entry("group create", "./new"),
          Map.entry("group add", "./group ./days"),
          Map.entry("group remove", "./group first"),
          Map.entry("cp", "./days ./new"),
          Map.entry("mv", "./days ./new"),
          Map.entry("rm", "./remains ./days"),
          Map.entry("consolidate", "./grid"),
          Map.entry("vacuum", "./merged --mode all"),
          Map.entry("gc", "./garbage --older-than 0"),
          Map.entry("repack", "./grid ./new"),
          Map.entry("seal", "./days"),
          Map.entry("zip", "./days ./new.zip"),
          Map.entry("repair", "./garbage --apply --older-than 0"),
          Map.entry("import-file", "./new ./rows.csv"),
          Map.entry("export-file", "./file ./new.csv"));

  @TempDir private static Path made;

  @TempDir private Path folder;

  /** What stands in the way of printing. */
  private enum Output {
    /** The reader has gone before it was printed to, as {@code true} does. */
    GONE(0, () -> new Terminal.Closed(new IOException("Broken pipe"))),
    /** The reader goes after the first line, as {@code head -1} does. */
    ONE_LINE(1, () -> new Terminal.Closed(new IOException("Broken pipe"))),
    /** There is no room, as on {@code /dev/full}. */
    FULL(0, () -> new IOException("No space left on device"));

    private final int lines;
    private final Supplier<IOException> failure;

    Output(int lines, Supplier<IOException> failure) {
      this.lines = lines;
      this.failure = failure;
    }

    Failing stream() {
      return new Failing(this);
    }
  }

  /** A stream that takes some lines. */
  private static final class Failing extends OutputStream {
    private final Output output;
    private int lines;
    private int failures;

    Failing(Output output) {
      this.output = output;
    }

    @Override
    public void write(int b) throws IOException {
      if (lines >= output.lines) {
        failures++;
        throw output.failure.get();
      }
      lines += b == '\n' ? 1 : 0;
    }
  }

  static Stream<String> changes() {
    return CHANGES.keySet().stream().sorted();
  }

  @ParameterizedTest
  @MethodSource("changes")
  void aChangeIsMadeWhetherOrNotItsReportCanBePrinted(String command) throws IOException {
    Path printed = start("printed", CHANGES.get(command));
    List<String> before = state(printed);
    Session session = Session.of(arguments(command, CHANGES.get(command), printed));
    assertThat(session.code).as(session.err).isZero();
    List<String> after = state(printed);
    assertThat(after).isNotEqualTo(before);

    for (Output output : Output.values()) {
      Path place = start(output.name(), CHANGES.get(command));
      Failing out = output.stream();
      Session failing = Session.to(out, arguments(command, CHANGES.get(command), place));
      assertThat(state(place)).as(output.name()).isEqualTo(after);
      assertThat(failing.code).isZero();
      String said =
          "azulejo: %s succeeded, but its report could not be printed: No space left on device; do not repeat the command\n";
      boolean warned = output == Output.FULL && !session.out.isEmpty();
      assertThat(failing.err).isEqualTo(warned ? said.formatted(command) : "");
      assertThat(out.failures).isLessThanOrEqualTo(1);
    }
  }

  static List<String> changesOfProcesses() {
    return TestLayer.some(changes().toList(), 8);
  }

  /** As after {@code >&-}: files that the process opens may get the number of the output. */
  @ParameterizedTest
  @MethodSource("changesOfProcesses")
  void aChangeIsMadeByAProcessWhoseOutputIsClosed(String command) throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")));
    Path printed = start("printed", CHANGES.get(command));
    Session session = Session.of(arguments(command, CHANGES.get(command), printed));
    Path place = start("closed", CHANGES.get(command));
    List<String> line = new ArrayList<>();
    line.addAll(List.of("/bin/sh", "-c", "exec \"$@\" >&-", "sh"));
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    line.addAll(List.of(arguments(command, CHANGES.get(command), place)));
    Process process = new ProcessBuilder(line).start();
    String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(err).isZero();
    assertThat(state(place)).isEqualTo(state(printed));
    String said = "azulejo: %s succeeded, but its report could not be printed: ".formatted(command);
    if (session.out.isEmpty()) {
      assertThat(err).doesNotContain("report");
    } else {
      assertThat(err).contains(said);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "create ./new --from ./rows.csv --dry-run",
        "consolidate ./grid --plan",
        "vacuum ./merged --dry-run",
        "gc ./garbage --dry-run --older-than 0",
        "repair ./garbage --dry-run --older-than 0",
        "rm ./days --dry-run",
        "export-file ./file -",
        "read ./grid",
        "agg ./grid count()",
        "dump ./grid/__fragments/__10_10_6ad1e6c944e985ccff238e25f5ccc88a_23/__fragment_metadata.tdb",
        "info ./grid",
        "verify ./grid",
        "help read",
        "completion bash",
      })
  void aCommandThatOnlyPrintsEndsWhereItCannot(String line) throws IOException {
    Path place = start("place", line);
    List<String> before = state(place);
    String[] words = line.split(" ", 2);

    for (Output output : Output.values()) {
      Failing out = output.stream();
      Session session = Session.to(out, arguments(words[0], words[1], place));
      boolean full = output == Output.FULL;
      assertThat(session.code).isEqualTo(full ? Failure.STORAGE : Failure.OK);
      if (full) {
        assertThat(session.err).startsWith("azulejo: ").endsWith("No space left on device\n");
      } else {
        assertThat(session.err).isEmpty();
      }
      assertThat(out.failures).as("it goes on").isLessThanOrEqualTo(1);
    }
    assertThat(state(place)).isEqualTo(before);
  }

  @Test
  void everyCommandThatChangesSomethingIsHere() {
    assertThat(
            Commands.names().stream()
                .filter(name -> Commands.get(name).userObject() instanceof ChangingCommand))
        .containsExactlyInAnyOrderElementsOf(CHANGES.keySet());
  }

  private static String[] arguments(String command, String line, Path place) {
    return Stream.concat(Stream.of(command.split(" ")), Arrays.stream(line.split(" ")))
        .map(word -> word.startsWith("./") ? place.resolve(word.substring(2)).toString() : word)
        .toArray(String[]::new);
  }

  @BeforeAll
  static void makeWhatIsChanged() throws IOException {
    for (String array : List.of("grid", "days", "names", "group")) {
      Session.copy(array, made);
    }
    Files.writeString(
        made.resolve("rows.csv"), "day,month,day_,min,ms,ns,fs\n1970-01-20,1,1970-01-20,1,1,1,1\n");
    Session.copy(made.resolve("grid"), made.resolve("merged"));
    Session.done("consolidate", made.resolve("merged").toString());
    Session.copy(made.resolve("days"), made.resolve("remains"));
    deleteFiles(made.resolve("remains/__schema"));
    Session.copy(made.resolve("grid"), made.resolve("garbage"));
    Path orphan =
        made.resolve("garbage/__fragments/__60_60_0123456789abcdef0123456789abcdef_23/a0.tdb");
    Files.createDirectories(orphan.getParent());
    Files.writeString(orphan, "half");
    Session.done(
        "import-file", made.resolve("file").toString(), made.resolve("rows.csv").toString());
  }

  /** Creates a folder with a copy of each existing file or array that the command names. */
  private Path start(String name, String line) throws IOException {
    Path place = Files.createDirectory(folder.resolve(name));
    for (String word : line.split(" ")) {
      String inner = word.startsWith("./") ? word.substring(2).replaceFirst("/.*", "") : "";
      if (!inner.isEmpty() && Files.exists(made.resolve(inner))) {
        Session.copy(made.resolve(inner), place.resolve(inner));
      }
    }
    return place;
  }

  private static void deleteFiles(Path in) throws IOException {
    try (Stream<Path> files = Files.list(in)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
  }

  /** All files below a folder by their names, without the times and the random parts of those. */
  private static List<String> state(Path place) throws IOException {
    try (Stream<Path> all = Files.walk(place)) {
      return all.map(path -> place.relativize(path).toString())
          .map(name -> name.replaceAll("\\d{13}_\\d{13}_[0-9a-f]{32}", "NEW"))
          .map(name -> name.replaceAll("[0-9a-f]{32}", "RANDOM"))
          .sorted()
          .toList();
    }
  }
}
