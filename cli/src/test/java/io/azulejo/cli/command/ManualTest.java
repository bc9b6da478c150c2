package io.azulejo.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.azulejo.cli.Session;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages for man, of the program as it is. */
class ManualTest {
  @TempDir private Path folder;

  private Path man;

  @BeforeEach
  void allPagesAreWritten() {
    man = folder.resolve("new/man1");
    String said = Session.done("help", "--man", man.toString());
    assertThat(said).isEmpty();
  }

  private String page(String name) throws IOException {
    return Files.readString(man.resolve(name + ".1"));
  }

  private List<Path> pages() throws IOException {
    try (Stream<Path> files = Files.list(man)) {
      return files.sorted().toList();
    }
  }

  @Test
  void eachCommandHasAPageAndTheProgramHasOneThatNamesThem() throws Exception {
    List<String> commands = Commands.names().stream().map(name -> name.replace(' ', '-')).toList();
    List<String> names = new ArrayList<>(List.of("azulejo.1"));
    commands.forEach(command -> names.add("azulejo-" + command + ".1"));

    assertThat(commands).contains("read", "meta-set", "group-create");
    assertThat(pages())
        .extracting(page -> page.getFileName().toString())
        .containsExactlyInAnyOrderElementsOf(names);
    for (String command : commands) {
      assertThat(page("azulejo"))
          .contains("\n\\fBazulejo\\-%s\\fR(1)\n".formatted(command.replace("-", "\\-")));
    }
  }

  @Test
  void aPageSaysWhatTheHelpSays() throws Exception {
    assertThat(page("azulejo-meta-set").lines())
        .startsWith(
            ".TH \"AZULEJO\\-META\\-SET\" 1 2026-01-01 \"azulejo %s\" \"azulejo\""
                .formatted(Session.of("--version").out.split(" ")[1].replace("-", "\\-")))
        .contains(".SH \"NAME\"", ".SH \"SYNOPSIS\"", ".SH \"ARGUMENTS\"", ".SH \"EXAMPLES\"")
        .contains("\\fI" + "URI" + "\\fR");
    assertThat(page("azulejo-read"))
        .contains("\n.TP\n\\fB\\-\\-limit\\fR")
        .contains("\nazulejo read samples/grid \\-\\-offset 10 \\-\\-limit 5   # five cells")
        .contains("\n.SS \"Time\"\n")
        .contains("name=\"\"..\"\\(rsx01 odd \\(ti\"");
    assertThat(page("azulejo"))
        .contains("\n.SH \"EXIT CODES\"\n.nf\n")
        .contains("\n.SH \"NAMES AND VALUES\"\n");
  }

  @Test
  void onePageIsWrittenOfACommandThatIsNamed() throws Exception {
    Path one = folder.resolve("one");

    assertThat(Session.of("help", "--man", one.toString(), "meta", "set").code).isZero();

    try (Stream<Path> files = Files.list(one)) {
      assertThat(files).containsExactly(one.resolve("azulejo-meta-set.1"));
    }
    assertThat(one.resolve("azulejo-meta-set.1"))
        .hasSameTextualContentAs(man.resolve("azulejo-meta-set.1"));
  }

  @Test
  void aFolderThatCannotBeMadeIsNamed() throws Exception {
    Path file = Files.createFile(folder.resolve("file"));

    Session session = Session.of("help", "--man", file.resolve("man1").toString());

    assertThat(session.code).isEqualTo(6);
    assertThat(session.err).contains("cannot write " + file);
  }

  @Test
  void groffFindsNoFaultAndPrintsSignsAsTheyAre() throws Exception {
    requireProgram("groff");
    for (Path page : pages()) {
      assertThat(said("groff", "-man", "-Tutf8", "-ww", "-z", page.toString()))
          .as("%s", page)
          .isEmpty();
    }
    String read =
        said(
            Session.words(
                "groff -man -Tutf8 -P-cbou -rLL=200n %s",
                man.resolve("azulejo-read.1").toString()));
    assertThat(read)
        .contains("azulejo read samples/names --range 'name=\"\"..\"\\x01 odd ~\"' --format json")
        .contains("--where \"a > 40 and s is not null and not x = 1\"");
  }

  @Test
  void mandocFindsNoFault() throws Exception {
    requireProgram("mandoc");
    List<String> command = new ArrayList<>(List.of("mandoc", "-Tlint", "-Wwarning"));
    pages().forEach(page -> command.add(page.toString()));

    assertThat(said(command.toArray(String[]::new))).isEmpty();
  }

  private static void requireProgram(String name) {
    assumeTrue(
        Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(place -> Files.isExecutable(Path.of(place, name))),
        "there is no " + name);
  }

  private static String said(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return text;
  }
}
