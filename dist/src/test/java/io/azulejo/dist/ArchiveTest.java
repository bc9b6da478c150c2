package io.azulejo.dist;

import static io.azulejo.testkit.Launcher.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.azulejo.testkit.Launcher;
import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The archives run where only Java and the usual small programs are. */
@Tag("full")
class ArchiveTest {
  /** What the script calls, beside Java. */
  private static final List<String> PROGRAMS =
      List.of("sh", "readlink", "mkdir", "ln", "mv", "rm", "sed", "sleep", "stty");

  private static final Pattern LINK = Pattern.compile("\\]\\(([^):#]+)(#[^)]*)?\\)");

  /** For single starts: what would make later ones faster takes longer. */
  private static final Map<String, String> NOTHING_KEPT =
      Map.of("XDG_CACHE_HOME", "/dev/null/nothing");

  @TempDir private static Path folder;

  /** The folder that the archive was unpacked to. */
  private static Path unpacked;

  /** A folder with links to the programs. */
  private static Path programs;

  @BeforeAll
  static void theArchiveIsUnpacked() throws Exception {
    Path odd = Files.createDirectory(folder.resolve("with blanks"));
    Launcher.Result result =
        Launcher.run(odd, Map.of(), "tar xzf '" + archive("tar.gz") + "' && ls -d azulejo-*");
    assertThat(result.err()).isEmpty();
    unpacked = odd.resolve(result.out().strip());
    assertThat(Files.mismatch(unpacked.resolve("lib/azulejo.jar"), Launcher.jar()))
        .as("the jar of the archive is the runnable one")
        .isEqualTo(-1);
    programs = Files.createDirectory(folder.resolve("programs"));
    for (String program : PROGRAMS) {
      Files.createSymbolicLink(programs.resolve(program), onPath(program));
    }
    Files.createSymbolicLink(
        programs.resolve("java"), Path.of(System.getProperty("java.home"), "bin/java"));
  }

  @AfterAll
  static void linksGoFirst() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path link : files.filter(Files::isSymbolicLink).toList()) {
        Files.delete(link);
      }
    }
  }

  private static Path archive(String suffix) throws IOException {
    Path target = ROOT.resolve("dist/target");
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(target, "azulejo-[0-9]*." + suffix)) {
      return files.iterator().next();
    }
  }

  private static Path onPath(String program) {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
        .map(place -> Path.of(place, program))
        .filter(Files::isExecutable)
        .findFirst()
        .orElse(null);
  }

  /** Runs the program with nothing from the environment but what is given. */
  private static Launcher.Result bare(String home, String variables, Path program, String command)
      throws Exception {
    return Launcher.run(
        folder,
        Map.of(),
        "exec env -i HOME='%s' PATH='%s' %s sh '%s' %s"
            .formatted(folder.resolve(home), programs, variables, program, command));
  }

  private static Launcher.Result bare(String home, String variables, String command)
      throws Exception {
    return bare(home, variables, unpacked.resolve("bin/azulejo"), command);
  }

  private static Path copy(String name) throws Exception {
    Path copy = folder.resolve(name);
    String command = "cp -R '%s' '%s'".formatted(unpacked, copy);
    assertThat(Launcher.run(folder, Map.of(), command).code()).isZero();
    return copy;
  }

  @Test
  void runsFromAnyFolderThroughALinkAndReadsASample() throws Exception {
    Files.createSymbolicLink(folder.resolve("first link"), unpacked.resolve("bin/azulejo"));
    Path link = Files.createSymbolicLink(folder.resolve("a link"), Path.of("first link"));
    String command = "'%s' read '%s/samples/names' --format csv".formatted(link, unpacked);
    String alone = "exec env -i HOME='%s/home one' PATH='%s' ".formatted(folder, programs);

    Launcher.Result first = Launcher.run(folder, Map.of(), alone + command);
    Launcher.Result second = Launcher.run(folder, Map.of(), alone + command);

    assertThat(first.err()).isEmpty();
    assertThat(first.code()).isZero();
    assertThat(first.out())
        .isEqualTo(Launcher.azulejo("read samples/names --format csv").out())
        .startsWith("name,v,s\n");
    assertThat(second).isEqualTo(first);
  }

  @Test
  void laterStartsTakeTheirClassesFromWhatTheFirstOneLeft() throws Exception {
    // Without a blank in its path: Java 17 would not find the classes of the jar again.
    Path plain = copy("plain");
    Path start = plain.resolve("bin/azulejo");
    Path log = folder.resolve("classes");
    String logged = "AZULEJO_OPTS='-Xlog:class+load=info:file=" + log + "'";

    assertThat(bare("home two", "", start, "--version").err()).isEmpty();
    bare("home two", logged, start, "info '" + unpacked + "/samples/grid'");

    assertThat(Files.readString(log))
        .contains(" io.azulejo.cli.command.InfoCommand source: shared objects file (top)");
    try (Stream<Path> files = Files.walk(folder.resolve("home two/.cache/azulejo"))) {
      assertThat(files.filter(Files::isRegularFile))
          .singleElement()
          .asString()
          .endsWith(".jsa")
          .contains(plain.toRealPath().toString());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"HOME= ", "HOME=/dev/null ", "XDG_CACHE_HOME=relative "})
  void withoutAPlaceForThatItRunsAllTheSame(String variables) throws Exception {
    Launcher.Result result = bare("home three", variables, "ls '" + unpacked + "/samples'");

    assertThat(result.err()).isEmpty();
    assertThat(result.out()).contains("grid").contains("names");
    assertThat(folder.resolve("relative")).doesNotExist();
  }

  @Test
  void aMissingJavaIsNamed() throws Exception {
    Path nothing = Files.createDirectory(folder.resolve("nothing"));
    for (String program : List.of("readlink", "sh")) {
      Files.createSymbolicLink(nothing.resolve(program), onPath(program));
    }

    Launcher.Result result = bare("home four", "PATH='" + nothing + "'", "--version");

    assertThat(result.err())
        .isEqualTo(
            "azulejo: Java 17 or later is required; set JAVA_HOME, or add java to the PATH\n");
    assertThat(result.code()).isEqualTo(6);
  }

  @Test
  void aScriptThatWasMovedOutOfItsFolderSaysSo() throws Exception {
    Path bin = Files.createDirectories(folder.resolve("elsewhere/bin"));
    Files.copy(unpacked.resolve("bin/azulejo"), bin.resolve("azulejo"));

    Launcher.Result result = bare("", "", bin.resolve("azulejo"), "--version");

    assertThat(result.err())
        .isEqualTo(
            "azulejo: "
                + folder.toRealPath().resolve("elsewhere/lib/azulejo.jar")
                + " not found; unpack the archive again, and link to bin/azulejo instead of moving it\n");
    assertThat(result.code()).isEqualTo(6);
  }

  @Test
  void furtherStoresBelongIntoItsFolder() throws Exception {
    Launcher.Result result = bare("home one", "", "info gs://bucket/array");

    assertThat(result.err())
        .contains("azulejo-gcs-")
        .contains(unpacked.toRealPath().resolve("stores").toString());
    assertThat(unpacked.resolve("stores/README.md")).exists();
  }

  @Test
  void bothArchivesHaveTheSameFilesInTheSameOrderAndOfOneTime() throws Exception {
    Map<String, Path> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(unpacked)) {
      all.filter(Files::isRegularFile)
          .forEach(file -> files.put(unpacked.getParent().relativize(file).toString(), file));
    }
    try (ZipFile zip = new ZipFile(archive("zip").toFile())) {
      List<ZipEntry> entries = new ArrayList<>();
      zip.stream().filter(entry -> !entry.isDirectory()).forEach(entries::add);
      assertThat(entries)
          .extracting(ZipEntry::getName)
          .containsExactlyInAnyOrderElementsOf(files.keySet());
      assertThat(entries.stream().map(ZipEntry::getLastModifiedTime).distinct()).hasSize(1);
      for (ZipEntry entry : entries) {
        assertThat(zip.getInputStream(entry))
            .as(entry.getName())
            .hasBinaryContent(Files.readAllBytes(files.get(entry.getName())));
      }
    }
    String listed =
        Launcher.run(folder, Map.of("TZ", "UTC"), "tar tvzf '" + archive("tar.gz") + "'").out();
    assertThat(listed.lines().filter(line -> !line.startsWith("d")))
        .hasSameSizeAs(files.keySet())
        .allMatch(
            line -> line.startsWith(line.endsWith("/bin/azulejo") ? "-rwxr-xr-x" : "-rw-r--r--"))
        .allMatch(line -> line.contains("root/root") || line.contains("0/0"));
  }

  @Test
  void whatTheArchiveSaysOfItselfIsThere() throws Exception {
    int links = 0;
    for (String page : List.of("README.md", "THIRD-PARTY.md", "stores/README.md")) {
      Path file = unpacked.resolve(page);
      Matcher link = LINK.matcher(Files.readString(file));
      while (link.find()) {
        assertThat(file.resolveSibling(link.group(1))).as(page).exists();
        links++;
      }
    }
    assertThat(links).isPositive();
    assertThat(Files.readString(unpacked.resolve("THIRD-PARTY.md")))
        .contains("| com.github.luben:zstd-jni:")
        .contains("| org.webjars.npm:uplot:")
        .doesNotContain("io.azulejo")
        .doesNotContain("${");
    assertThat(unpacked.resolve("NOTICE")).content().contains("Apache Commons Compress");
    assertThat(unpacked.resolve("LICENSE")).hasSameBinaryContentAs(ROOT.resolve("LICENSE"));
  }

  @Test
  void pagesAndCompletionsAreThoseOfTheProgram() throws Exception {
    for (String shell : List.of("bash", "zsh", "fish")) {
      assertThat(unpacked.resolve("completions/azulejo." + shell))
          .hasContent(Launcher.azulejo("completion " + shell).out());
    }
    assertThat(Launcher.azulejo("help --man '" + folder + "/man1'").err()).isEmpty();
    Map<String, String> own = texts(unpacked.resolve("man/man1"));
    assertThat(own).isEqualTo(texts(folder.resolve("man1"))).containsKey("azulejo-meta-set.1");
  }

  private static Map<String, String> texts(Path place) throws IOException {
    Map<String, String> texts = new TreeMap<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(place)) {
      for (Path file : files) {
        texts.put(file.getFileName().toString(), Files.readString(file));
      }
    }
    return texts;
  }

  @Test
  void manFindsThePagesByThePathOfTheProgram() throws Exception {
    assumeTrue(onPath("man") != null, "there is no man");
    Launcher.Result result =
        Launcher.run(
            folder,
            Map.of("MANPATH", "", "LC_ALL", "C.UTF-8"),
            "unset MANPATH; PATH='" + unpacked + "/bin':$PATH man -w azulejo-read");

    assertThat(result.out().strip())
        .isEqualTo(unpacked.resolve("man/man1/azulejo-read.1").toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  void shellsUnderstandTheirCompletions(String shell) throws Exception {
    assumeTrue(onPath(shell) != null, "there is no " + shell);
    Launcher.Result result =
        Launcher.run(unpacked.resolve("completions"), Map.of(), shell + " -n ./azulejo." + shell);

    assertThat(result.err()).isEmpty();
    assertThat(result.code()).isZero();
  }

  /** What can be said of it without Windows. */
  @Test
  void theScriptForWindowsHasItsLineEndsLabelsAndTheOptionsOfTheOtherScript() throws Exception {
    String script = Files.readString(unpacked.resolve("bin/azulejo.cmd"));
    assertThat(script.replace("\r\n", "")).doesNotContain("\r").doesNotContain("\n");
    assertThat(script).isASCII().startsWith("@echo off\r\n");

    TreeSet<String> labels = matches("(?m)^:(\\w+)$", script);
    assertThat(labels).isEqualTo(matches("goto (\\w+)", script)).isNotEmpty();
    assertThat(script.chars().filter(c -> c == '"').count()).isEven();

    String other = Files.readString(unpacked.resolve("bin/azulejo"));
    TreeSet<String> options = matches("(-XX?:[\\w:+.-]+(?:=\\d+)?)", script);
    options.addAll(matches("(-Dfile[\\w.=-]+|--sun-misc[\\w=-]+)", script));
    assertThat(options).hasSizeGreaterThan(8).allMatch(other::contains);
    String commands = other.replaceAll("(?s).*?\n( *read \\| plot[^)]*)\\).*", "$1");
    assertThat(
            matches("for %%c in \\(([a-z -]+)\\)", script).stream()
                .flatMap(list -> Stream.of(list.split(" "))))
        .containsExactlyInAnyOrder(commands.replaceAll("[|\\\\\\s]+", " ").strip().split(" "));
  }

  private static TreeSet<String> matches(String pattern, String text) {
    TreeSet<String> found = new TreeSet<>();
    Pattern.compile(pattern).matcher(text).results().forEach(match -> found.add(match.group(1)));
    return found;
  }

  @Test
  void theContainerFileNamesWhatTheArchiveHas() throws Exception {
    List<String> lines =
        Files.readAllLines(ROOT.resolve("dist/Containerfile")).stream()
            .filter(line -> !line.startsWith("#") && !line.isBlank())
            .toList();
    assertThat(lines)
        .contains("ADD azulejo-*.tar.gz /unpacked/", "WORKDIR /data", "ENTRYPOINT [\"azulejo\"]")
        .anyMatch(line -> line.matches("USER [1-9]\\d*:[1-9]\\d*"));
    TreeSet<String> places = matches("/opt/azulejo/([\\w/]+)", String.join("\n", lines));
    assertThat(places).isNotEmpty();
    for (String place : places) {
      assertThat(unpacked.resolve(place)).exists();
    }
  }

  /** The commands of a page, one after the other; the first that fails is the last. */
  private static String commands(Path page) throws IOException {
    StringBuilder script = new StringBuilder("set -e\n");
    Matcher block = Pattern.compile("(?s)```sh\n(.*?)```").matcher(Files.readString(page));
    while (block.find()) {
      script.append(block.group(1));
    }
    return script.toString();
  }

  @Test
  void whatTheReadmeOfTheArchiveShowsWorks() throws Exception {
    Path copy = copy("copy");

    Launcher.Result result = Launcher.run(copy, NOTHING_KEPT, commands(copy.resolve("README.md")));

    assertThat(result.err()).isEmpty();
    assertThat(result.code()).isZero();
    assertThat(result.out())
        .contains("dense array")
        .contains("wrote 1,707 cells")
        .contains("Usage: azulejo COMMAND");
  }

  @Test
  void whatThePageOnInstallingShowsWorks() throws Exception {
    Path work = Files.createDirectory(folder.resolve("page"));
    Files.createSymbolicLink(work.resolve(archive("tar.gz").getFileName()), archive("tar.gz"));
    Launcher.Result result =
        Launcher.run(work, NOTHING_KEPT, commands(ROOT.resolve("docs/installing.md")));

    assertThat(result.err()).isEmpty();
    assertThat(result.code()).isZero();
    assertThat(result.out()).contains("dense array").contains("\nazulejo ").contains("└── names");
  }
}
