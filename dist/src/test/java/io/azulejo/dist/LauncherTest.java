package io.azulejo.dist;

import static io.azulejo.testkit.Launcher.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.azulejo.testkit.Launcher;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The launcher of a checkout. */
@Tag("full")
class LauncherTest {
  /** A dense array with few cells in a domain of a million by a million. */
  private static final String WIDE = "dist/src/test/wide";

  @TempDir private Path folder;

  private static Launcher.Result run(String variable, String value, String arguments)
      throws Exception {
    return Launcher.run(ROOT, Map.of(variable, value), "./azulejo " + arguments);
  }

  /** What a terminal shows of a command with a pager, by the program that records terminals. */
  private Stream<String> onATerminal(String pager, String command) throws Exception {
    assumeTrue(
        Launcher.run(folder, Map.of(), "script --version").out().contains("util-linux"),
        "the program script of util-linux is there");
    String script = "script -qec \"./azulejo %s; echo code \\$?\" /dev/null < /dev/null";
    return Launcher.run(
            ROOT, Map.of("AZULEJO_PAGER", pager, "TERM", "xterm"), script.formatted(command))
        .out()
        .lines();
  }

  @Test
  void longOutputOnATerminalGoesThroughThePager() throws Exception {
    String read = "read samples/grid --fields y,x";
    String third = "sed -n 3p";

    assertThat(onATerminal(third, read)).containsExactly(" 1  1", "code 0");
    // A pager that has the first lines alone and ends: that ends the command, too, without a word.
    assertThat(onATerminal("head -n 1", read)).containsExactly(" y  x", "code 0");
    assertThat(onATerminal(third, read + " --limit 3")).hasSize(6);
    assertThat(onATerminal(third, read + " --no-pager")).hasSizeGreaterThan(80);
    assertThat(onATerminal(third, read + " | cat")).hasSizeGreaterThan(80);
  }

  @Test
  void namesAndOutputAreUtf8InAnyLocaleAndTimeZone() throws Exception {
    String name = "größe 日本";
    String command =
        "[ -e '%2$s' ] || cp -R '%1$s/samples/colors' '%2$s'; '%1$s/azulejo' info '%2$s'; '%1$s/azulejo' ls ."
            .formatted(ROOT, name);
    List<Launcher.Result> results = new ArrayList<>();
    for (Map<String, String> variables :
        List.of(
            Map.of("LC_ALL", "C", "TZ", "Asia/Tokyo"),
            Map.of("LC_ALL", "none", "TZ", "America/St_Johns", "LANG", "tr_TR"),
            Map.of("LC_ALL", "C.UTF-8", "TZ", "UTC"))) {
      results.add(Launcher.run(folder, variables, command));
    }

    assertThat(results.get(0).err()).isEmpty();
    assertThat(results.get(0).out()).startsWith(name + "\n").contains("2024-07-03T09:46:42.000Z");
    assertThat(results).containsOnly(results.get(0));
  }

  static Stream<Path> javas() throws IOException {
    Path own = Path.of(System.getProperty("java.home")).toRealPath();
    List<Path> homes = new ArrayList<>(List.of(own));
    try (DirectoryStream<Path> others = Files.newDirectoryStream(own.getParent())) {
      for (Path other : others) {
        Path release = other.resolve("release");
        boolean usable =
            Files.isExecutable(other.resolve("bin/java"))
                && !Files.isSymbolicLink(other)
                && Files.exists(release)
                && !Files.readString(release).matches("(?s).*JAVA_VERSION=\"(1\\.8|9|1[0-6])\\b.*");
        if (usable && !other.toRealPath().equals(own)) {
          homes.add(other);
        }
      }
    }
    return homes.stream();
  }

  @ParameterizedTest
  @MethodSource("javas")
  void nothingIsSaidButTheAnswer(Path home) throws Exception {
    for (String command : List.of("read samples/names", "read samples/days", "info samples/grid")) {
      Launcher.Result result = run("JAVA_HOME", home.toString(), command);
      assertThat(result.err()).as(command).isEmpty();
      assertThat(result.code()).as(command).isZero();
      assertThat(result.out()).as(command).isNotEmpty();
    }
  }

  @Test
  void aReaderThatGoesAwayEndsTheCommandQuietly() throws Exception {
    String command = "{ ./azulejo read samples/grid --format csv; echo $? >&2; } | true";

    assertThat(Launcher.run(ROOT, Map.of(), command).err()).isEqualTo("0\n");
  }

  @Test
  void optionsOfTheJavaMachineArePassedOn() throws Exception {
    Launcher.Result result = run("AZULEJO_OPTS", "-Xmx77m -version", "info samples");

    assertThat(result.code()).isZero();
    assertThat(result.err()).contains(System.getProperty("java.version"));
  }

  @Test
  void withoutGraphicsSvgFilesCanBeWrittenStill() throws Exception {
    String modules = "--limit-modules java.base,java.logging,java.management,jdk.unsupported";

    Launcher.Result png =
        run("AZULEJO_OPTS", modules, "plot samples/grid --png " + folder + "/a.png");
    assertThat(png.err()).contains("java.desktop", "--svg").hasLineCount(1);
    assertThat(png.code()).isEqualTo(1);
    assertThat(folder.resolve("a.png")).doesNotExist();

    Launcher.Result svg = run("AZULEJO_OPTS", modules, "plot samples/grid --svg -");
    assertThat(svg.err()).isEmpty();
    assertThat(svg.out()).startsWith("<svg ").endsWith("</svg>\n");
  }

  @Test
  void ofADenseArrayThatIsMostlyEmptyOnlyWhatWasWrittenIsDrawn() throws Exception {
    Launcher.Result result = Launcher.azulejo("plot " + WIDE + " --svg -");

    assertThat(result.err()).isEmpty();
    assertThat(result.out()).contains(">1,000,000</text>", "#440154", "#fde725");
  }

  @Test
  void readsMoreThanTheHeapHolds() throws Exception {
    String read =
        "read --format csv --fields y,x %s --range y=0..4095 --range x=0..8191 | tail -n 1";

    Launcher.Result result = run("AZULEJO_OPTS", "-Xmx64m", read.formatted(WIDE));

    assertThat(result.err()).isEmpty();
    assertThat(result.out()).isEqualTo("4095,8191\n");
  }

  @Test
  void aKeyComesThroughAPipe() throws Exception {
    String array = "testkit/src/main/resources/arrays/made-schema/encrypted-dense/array";
    Launcher.Result result =
        Launcher.run(
            ROOT,
            Map.of(),
            "echo 0123456789abcdeF0123456789abcdeF | ./azulejo info --key-file - " + array);

    assertThat(result.err()).isEmpty();
    assertThat(result.out()).contains("dense array");
  }

  @Test
  void aJavaThatIsMissingOrTooOldIsNamed() throws Exception {
    Launcher.Result missing = run("JAVA_HOME", folder.toString(), "info samples/grid");
    Files.writeString(folder.resolve("release"), "JAVA_VERSION=\"11.0.2\"\n");
    Path java = program(Files.createDirectory(folder.resolve("bin")).resolve("java"), "exit 1");
    Launcher.Result old = run("JAVA_HOME", folder.toString(), "info samples/grid");

    assertThat(missing.code()).isEqualTo(6);
    assertThat(missing.err())
        .isEqualTo("azulejo: JAVA_HOME is " + folder + ", which has no bin/java\n");
    assertThat(old.code()).isEqualTo(6);
    assertThat(old.err())
        .isEqualTo("azulejo: Java 17 or later is required; " + java + " has version 11.0.2\n");
  }

  private static Path program(Path file, String script) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + script + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }

  @Test
  void severalFirstStartsAtOnceDoNotDisturbEachOther() throws Exception {
    try (DirectoryStream<Path> archives =
        Files.newDirectoryStream(Launcher.jar().getParent(), "*.jsa")) {
      for (Path archive : archives) {
        Files.delete(archive);
      }
    }
    List<Process> processes = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      processes.add(
          Launcher.start(ROOT, Map.of(), "./azulejo read samples/names --format csv 2>&1"));
    }
    List<String> outputs = new ArrayList<>();
    for (Process process : processes) {
      outputs.add(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
      assertThat(process.waitFor()).isZero();
    }
    assertThat(outputs.get(0)).startsWith("name,v,s\n");
    assertThat(outputs).containsOnly(outputs.get(0));
  }

  /** A checkout of poms and one source, with a program and a Maven that says what it was asked. */
  @Test
  void theProgramIsBuiltAgainIfASourceOfAModuleOfItIsNewerAndOnlyThen() throws Exception {
    Files.copy(
        ROOT.resolve("azulejo"), folder.resolve("azulejo"), StandardCopyOption.COPY_ATTRIBUTES);
    Files.createFile(folder.resolve("pom.xml"));
    try (DirectoryStream<Path> poms = Files.newDirectoryStream(ROOT, "*")) {
      for (Path module : poms) {
        if (Files.exists(module.resolve("pom.xml"))) {
          Path copy = Files.createDirectory(folder.resolve(module.getFileName().toString()));
          Files.copy(module.resolve("pom.xml"), copy.resolve("pom.xml"));
        }
      }
    }
    Path jar = folder.resolve("cli/target/azulejo.jar");
    Files.createDirectories(jar.getParent());
    Files.copy(Launcher.jar(), jar);
    Files.setLastModifiedTime(jar, FileTime.fromMillis(0));
    // What Maven finds the same as before is not built again.
    program(folder.resolve("mvn"), "");

    assertThat(version().err()).isEqualTo("azulejo: building (mvn package) ...\n");
    assertThat(version().err()).isEmpty();
    for (String module : List.of("cli", "core", "text", "s3")) {
      assertThat(afterAChangeOf(module).err()).as(module).contains("building (mvn package)");
    }
    for (String module : List.of("testkit", "table", "azure", "dist")) {
      assertThat(afterAChangeOf(module).err()).as(module).isEmpty();
    }
    Files.setLastModifiedTime(folder.resolve("pom.xml"), later());
    assertThat(version().err()).contains("building (mvn package)");
  }

  private Launcher.Result afterAChangeOf(String module) throws Exception {
    Path sources = Files.createDirectories(folder.resolve(module).resolve("src/main"));
    Files.setLastModifiedTime(Files.createFile(sources.resolve("New.java")), later());
    Launcher.Result result = version();
    Files.delete(sources.resolve("New.java"));
    Files.setLastModifiedTime(sources, FileTime.fromMillis(0));
    return result;
  }

  /** A time after the program was touched last. */
  private FileTime later() throws IOException {
    Path jar = folder.resolve("cli/target/azulejo.jar");
    return FileTime.fromMillis(Files.getLastModifiedTime(jar).toMillis() + 2000);
  }

  private Launcher.Result version() throws Exception {
    Launcher.Result result = Launcher.run(folder, Map.of(), "PATH=.:$PATH ./azulejo --version");
    assertThat(result.out()).startsWith("azulejo ");
    return result;
  }
}
