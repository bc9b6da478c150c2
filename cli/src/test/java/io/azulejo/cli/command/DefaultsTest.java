package io.azulejo.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.cli.Session;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Defaults of options: what variables and the file of the user say of them. */
class DefaultsTest {
  private static final String GRID = Session.sample("grid");
  private static final String[] ROW = {"read", GRID, "--fields", "a", "--limit", "1"};

  @TempDir private Path folder;

  /** The variables of a user who has a file of settings at the usual place. */
  private Map<String, String> withFile(String lines) throws IOException {
    Path file = folder.resolve(".config/azulejo/config");
    Files.createDirectories(file.getParent());
    Files.writeString(file, lines);
    return Map.of("HOME", folder.toString());
  }

  private static String said(Map<String, String> environment, String... args) {
    Session session = Session.in(environment, args);
    assertThat(session.err).isEmpty();
    return session.out;
  }

  @Test
  void aVariableIsTheDefaultOfAnOption() {
    Map<String, String> json = Map.of("AZULEJO_FORMAT", "json");
    assertThat(said(json, ROW)).isEqualTo("{\"a\":-37}\n");
    assertThat(said(json, "read", GRID, "--fields", "a", "--limit", "1", "--format", "csv"))
        .isEqualTo("a\n-37\n");
    assertThat(said(Map.of("AZULEJO_FORMAT", "csv", "AZULEJO_READ_FORMAT", "JSON"), ROW))
        .isEqualTo("{\"a\":-37}\n");
    assertThat(said(Map.of("AZULEJO_LAYOUT", "col-major"), ROW))
        .isEqualTo(
            said(Map.of(), "read", GRID, "--fields", "a", "--limit", "1", "--layout", "col"));
  }

  @Test
  void theFileOfTheUserComesAfterVariables() throws IOException {
    Map<String, String> file = withFile("# mine\nformat = csv\nread.format json\n");
    assertThat(said(file, ROW)).isEqualTo("{\"a\":-37}\n");
    assertThat(said(file, "agg", GRID, "count()")).startsWith("count()\n");
    Map<String, String> both =
        Map.of("HOME", folder.toString(), "AZULEJO_FORMAT", "tsv", "XDG_CONFIG_HOME", "");
    assertThat(said(both, ROW)).isEqualTo("a\n-37\n");

    Path other = Files.createDirectories(folder.resolve("xdg/azulejo")).resolve("config");
    Files.writeString(other, "format tsv\n");
    Map<String, String> xdg =
        Map.of("HOME", folder.toString(), "XDG_CONFIG_HOME", folder.resolve("xdg").toString());
    assertThat(said(xdg, ROW)).isEqualTo("a\n-37\n");
    assertThat(said(Map.of("AZULEJO_CONFIG", other.toString()), ROW)).isEqualTo("a\n-37\n");
    assertThat(
            said(
                file,
                "read",
                GRID,
                "--fields",
                "a",
                "--limit",
                "1",
                "--config-file",
                other.toString()))
        .isEqualTo("a\n-37\n");
  }

  @Test
  void aFileThatAnOptionNamesGoesBeforeVariables() throws IOException {
    Path file = Files.writeString(folder.resolve("named"), "format = csv\n");
    Map<String, String> variable = Map.of("AZULEJO_FORMAT", "json");
    List<String> words = List.of("read", GRID, "--fields", "a", "--limit", "1");
    List<String> named = new ArrayList<>(words);
    named.addAll(List.of("--config-file", file.toString()));

    assertThat(said(variable, named.toArray(String[]::new))).isEqualTo("a\n-37\n");
    assertThat(
            said(
                Map.of("AZULEJO_FORMAT", "json", "AZULEJO_CONFIG", file.toString()),
                words.toArray(String[]::new)))
        .startsWith("{");
  }

  @Test
  void aFormThatOtherCommandsHaveIsPassedOver() {
    assertThat(said(Map.of("AZULEJO_FORMAT", "csv"), "info", GRID))
        .isEqualTo(Session.of("info", GRID).out);
    assertThat(said(Map.of("AZULEJO_FORMAT", "json"), "info", GRID)).startsWith("{");
    assertThat(Session.in(Map.of("AZULEJO_INFO_FORMAT", "csv"), "info", GRID).err)
        .contains("--format csv: expected one of text, json")
        .contains("(--format set by AZULEJO_INFO_FORMAT)");
  }

  @Test
  void theEndOfTheNameOfAFileCountsMore() throws IOException {
    Path file = folder.resolve("a.csv");
    Map<String, String> json = Map.of("AZULEJO_FORMAT", "json");
    assertThat(
            said(json, "read", GRID, "--fields", "a", "--limit", "1", "--output", file.toString()))
        .isEmpty();
    assertThat(file).hasContent("a\n-37\n");
  }

  @Test
  void wrongValuesAreSaidWithTheirSource() throws IOException {
    Session variable = Session.in(Map.of("AZULEJO_FORMAT", "cvs"), ROW);
    assertThat(variable.code).isEqualTo(2);
    assertThat(variable.err)
        .contains("--format cvs: expected one of table, csv,")
        .contains("(--format set by AZULEJO_FORMAT)")
        .hasLineCount(1);

    Map<String, String> file = withFile("\nlayout = diagonal\n");
    Session line = Session.in(file, ROW);
    assertThat(line.code).isEqualTo(1);
    assertThat(line.err)
        .contains("--layout diagonal: expected row-major")
        .contains("(--layout set by " + folder.resolve(".config/azulejo/config") + ", line 2)");
  }

  @Test
  void whatDeletesOrReplacesHasNoDefault() throws IOException {
    for (String name : List.of("force", "apply", "dry-run", "fields")) {
      Session session = Session.in(withFile(name + " = true\n"), ROW);
      assertThat(session.code).as(name).isEqualTo(1);
      assertThat(session.err).contains("config, line 1: ");
    }
    Path file = Files.writeString(folder.resolve("a.csv"), "mine");
    Map<String, String> force = Map.of("AZULEJO_FORCE", "true", "AZULEJO_READ_FORCE", "true");
    assertThat(Session.in(force, "read", GRID, "-o", file.toString()).code).isEqualTo(1);
    assertThat(file).hasContent("mine");
    assertThat(Session.in(withFile("formt = csv\n"), ROW).err)
        .contains("the default of --formt cannot be set; did you mean \"format\"?");
  }

  @Test
  void whatIsInForceCanBeSeen() throws IOException {
    Path file = folder.resolve("mine");
    Files.writeString(file, "format = csv\nvfs.s3.region = secret-place\n");
    Map<String, String> environment =
        Map.of(
            "AZULEJO_CONFIG", file.toString(), "AZULEJO_VIEW_PORT", "8080", "AZULEJO_FORMT", "x");

    assertThat(said(environment, "help", "--defaults"))
        .contains("file: " + file)
        .containsPattern("view.port +8080 +AZULEJO_VIEW_PORT")
        .containsPattern("format +csv +.*mine, line 1")
        .containsPattern("vfs.s3.region +\\(not shown\\)")
        .contains(
            "AZULEJO_FORMT does not set the default of an option; did you mean \"AZULEJO_FORMAT\"?")
        .doesNotContain("secret");
    assertThat(said(Map.of("HOME", folder.toString()), "help", "--defaults"))
        .contains("azulejo/config (does not exist)");
  }

  @Test
  void helpIsThereWhateverTheFileSays() throws IOException {
    Map<String, String> wrong = withFile("nonsense\n");
    assertThat(said(wrong, "read", "--help")).startsWith("Usage: azulejo read");
    assertThat(said(wrong, "help")).startsWith("Usage: azulejo");
    assertThat(Session.in(wrong, ROW).code).isEqualTo(1);
  }

  @Test
  void defaultsOfTextAreNotRefusedForOtherFiles() throws IOException {
    Map<String, String> german = Map.of("AZULEJO_DATE_FORMAT", "dmy", "AZULEJO_DECIMAL", ",");
    Path csv = Files.writeString(folder.resolve("a.csv"), "id;t;v\n1;3/4/2020;1,5\n2;5/6/2020;2\n");
    String array = folder.resolve("a").toString();
    said(german, "create", array, "--from", csv.toString(), "--dims", "id", "--write");
    assertThat(said(Map.of(), "read", array, "--format", "csv"))
        .isEqualTo("id,t,v\n1,2020-04-03,1.5\n2,2020-06-05,2.0\n");
    Path arrow = folder.resolve("a.arrow");
    said(Map.of(), "read", array, "-o", arrow.toString());
    said(german, "write", array, arrow.toString(), "--at", "2040-01-01");
    assertThat(Session.of("write", array, arrow.toString(), "--decimal", ",").err)
        .contains("--decimal is only for text");
  }
}
