package io.azulejo.acceptance;

import static io.azulejo.acceptance.Launcher.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("full")
class LauncherTest {
  private static final Path START = ROOT.resolve("azulejo");

  @TempDir private Path folder;

  @BeforeEach
  void needsTheRunnableJar() throws IOException {
    Launcher.requireBuilt();
  }

  /** A terminal for a command, by the program that records them; it keeps what is shown. */
  private Launcher.Result onATerminal(Map<String, String> variables, String command)
      throws Exception {
    assumeTrue(
        Launcher.run(folder, Map.of(), "script --version").out().contains("util-linux"),
        "the program script of util-linux is there");
    return Launcher.run(
        ROOT, variables, "script -qec \"" + command + "; echo code \\$?\" /dev/null < /dev/null");
  }

  @Test
  void longOutputOnATerminalGoesThroughThePager() throws Exception {
    String read = "./azulejo read samples/grid --fields y,x";
    Map<String, String> third = Map.of("AZULEJO_PAGER", "sed -n 3p", "TERM", "xterm");
    // The pager has the first lines alone and ends: that ends the command, too, without a word.
    Map<String, String> quits = Map.of("AZULEJO_PAGER", "head -n 1", "TERM", "xterm");

    assertThat(onATerminal(third, read).out().lines()).containsExactly(" 1  1", "code 0");
    assertThat(onATerminal(quits, read).out().lines()).containsExactly(" y  x", "code 0");
    assertThat(onATerminal(third, read + " --limit 3").out().lines()).hasSize(6);
    assertThat(onATerminal(third, read + " --no-pager").out().lines()).hasSizeGreaterThan(80);
    assertThat(onATerminal(third, read + " | cat").out().lines()).hasSizeGreaterThan(80);
  }

  @Test
  void namesAndOutputAreUtf8InAnyLocaleAndTimeZone() throws Exception {
    String name = "größe 日本";
    Launcher.Result copied =
        Launcher.run(folder, Map.of(), "cp -R '" + ROOT + "/samples/colors' '" + name + "'");
    assertThat(copied.err()).isEmpty();

    List<Launcher.Result> results = new ArrayList<>();
    for (Map<String, String> variables :
        List.of(
            Map.of("LC_ALL", "C", "TZ", "Asia/Tokyo"),
            Map.of("LC_ALL", "none", "TZ", "America/St_Johns", "LANG", "tr_TR"),
            Map.of("LC_ALL", "C.UTF-8", "TZ", "UTC"))) {
      results.add(
          Launcher.run(
              folder, variables, "'" + START + "' info '" + name + "'; '" + START + "' ls ."));
    }

    assertThat(results.get(0).err()).isEmpty();
    assertThat(results.get(0).out()).startsWith(name + "\n").contains("2024-07-03T09:46:42.000Z");
    assertThat(results).containsOnly(results.get(0));
  }

  static Stream<String> javas() throws IOException {
    List<String> homes = new ArrayList<>();
    Path own = Path.of(System.getProperty("java.home")).toRealPath();
    homes.add(own.toString());
    try (DirectoryStream<Path> others = Files.newDirectoryStream(own.getParent())) {
      for (Path other : others) {
        boolean usable =
            Files.isExecutable(other.resolve("bin/java"))
                && !Files.isSymbolicLink(other)
                && Files.exists(other.resolve("release"))
                && !Files.readString(other.resolve("release"))
                    .matches("(?s).*JAVA_VERSION=\"(1\\.8|9|1[0-6])\\b.*");
        if (usable && !other.toRealPath().equals(own)) {
          homes.add(other.toString());
        }
      }
    }
    return homes.stream();
  }

  @ParameterizedTest
  @MethodSource("javas")
  void nothingIsSaidButTheAnswer(String home) throws Exception {
    for (String command : List.of("read samples/names", "read samples/days", "info samples/grid")) {
      Launcher.Result result =
          Launcher.run(ROOT, Map.of("JAVA_HOME", home), "./azulejo " + command);
      assertThat(result.err()).as(command).isEmpty();
      assertThat(result.code()).as(command).isZero();
      assertThat(result.out()).as(command).isNotEmpty();
    }
  }

  @Test
  void aReaderThatGoesAwayEndsTheCommandQuietly() throws Exception {
    Launcher.Result result =
        Launcher.run(
            ROOT, Map.of(), "{ ./azulejo read samples/grid --format csv; echo $? >&2; } | true");

    assertThat(result.err()).isEqualTo("0\n");
  }

  @Test
  void optionsOfTheJavaMachineArePassedOn() throws Exception {
    Launcher.Result result =
        Launcher.run(ROOT, Map.of("AZULEJO_OPTS", "-Xmx77m -version"), "./azulejo info samples");

    assertThat(result.code()).isZero();
    assertThat(result.err()).contains(System.getProperty("java.version"));
  }

  @Test
  void withoutGraphicsSvgFilesCanBeWrittenStill() throws Exception {
    Map<String, String> variables =
        Map.of(
            "AZULEJO_OPTS",
            "--limit-modules java.base,java.logging,java.management,jdk.unsupported");
    Launcher.Result png =
        Launcher.run(ROOT, variables, "./azulejo plot samples/grid --png " + folder + "/a.png");
    assertThat(png.err())
        .contains("java.desktop", "or write an SVG file with --svg")
        .hasLineCount(1);
    assertThat(png.code()).isEqualTo(1);
    assertThat(folder.resolve("a.png")).doesNotExist();

    Launcher.Result svg = Launcher.run(ROOT, variables, "./azulejo plot samples/grid --svg -");
    assertThat(svg.err()).isEmpty();
    assertThat(svg.out()).startsWith("<svg ").endsWith("</svg>\n");
  }

  @Test
  void ofADenseArrayThatIsMostlyEmptyOnlyWhatWasWrittenIsDrawn() throws Exception {
    // A dense array with few cells in a domain of a million by a million.
    Launcher.Result result =
        Launcher.run(ROOT, Map.of(), "./azulejo plot acceptance/src/test/resources/wide --svg -");

    assertThat(result.err()).isEmpty();
    assertThat(result.out()).contains(">1,000,000</text>", "#440154", "#fde725");
  }

  @Test
  void readsMoreThanTheHeapHolds() throws Exception {
    // A dense array with few cells in a domain of a million by a million.
    String array = "acceptance/src/test/resources/wide";
    Launcher.Result result =
        Launcher.run(
            ROOT,
            Map.of("AZULEJO_OPTS", "-Xmx64m"),
            "./azulejo read --format csv --fields y,x "
                + array
                + " --range y=0..4095 --range x=0..8191 | tail -n 1");

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
  void aMissingJavaIsNamed() throws Exception {
    Launcher.Result result =
        Launcher.run(ROOT, Map.of("JAVA_HOME", folder.toString()), "./azulejo info samples/grid");

    assertThat(result.code()).isEqualTo(6);
    assertThat(result.err())
        .isEqualTo("azulejo: JAVA_HOME is " + folder + ", but there is no bin/java in it\n");
  }

  @Test
  void aJavaThatIsTooOldIsNamed() throws Exception {
    Path bin = Files.createDirectories(folder.resolve("bin"));
    Files.writeString(folder.resolve("release"), "JAVA_VERSION=\"11.0.2\"\n");
    Path java = Files.writeString(bin.resolve("java"), "#!/bin/sh\nexit 1\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();

    Launcher.Result result =
        Launcher.run(ROOT, Map.of("JAVA_HOME", folder.toString()), "./azulejo info samples/grid");

    assertThat(result.code()).isEqualTo(6);
    assertThat(result.err())
        .isEqualTo("azulejo: Java 17 or later is needed: " + java + " is 11.0.2\n");
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

  @Test
  void whatMavenFindsTheSameAsBeforeIsNotBuiltAgain() throws Exception {
    Files.copy(START, folder.resolve("azulejo"), StandardCopyOption.COPY_ATTRIBUTES);
    Path jar = folder.resolve("cli/target/azulejo.jar");
    Files.createDirectories(jar.getParent());
    Files.copy(Launcher.jar(), jar);
    Files.setLastModifiedTime(jar, FileTime.fromMillis(0));
    Files.createFile(folder.resolve("pom.xml"));
    Path maven = Files.writeString(folder.resolve("mvn"), "#!/bin/sh\n");
    assertThat(maven.toFile().setExecutable(true)).isTrue();
    String command = "PATH=.:$PATH ./azulejo --version";

    Launcher.Result first = Launcher.run(folder, Map.of(), command);
    Launcher.Result second = Launcher.run(folder, Map.of(), command);

    assertThat(first.err()).isEqualTo("azulejo: building, once (mvn package) ...\n");
    assertThat(second.err()).isEmpty();
    assertThat(second.out()).startsWith("azulejo ").isEqualTo(first.out());
  }
}
