package io.azulejo.acceptance;

import static io.azulejo.acceptance.Launcher.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Programs of others: compiled and run with what the published poms give them and no more, on the
 * class path and as modules.
 */
@Tag("full")
class ConsumerTest {
  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");

  private static final Pattern USED = Pattern.compile("<artifactId>azulejo-([^<]+)</artifactId>");

  /** The modules whose changes make the launcher build the program. */
  private static final Pattern LAUNCHER = Pattern.compile("for module in (.+); do");

  private static final Pattern ARTIFACT =
      Pattern.compile("<artifactId>azulejo-([^<]+)</artifactId>\\s*<version>");

  @TempDir private Path folder;

  @Test
  void theProgramOfTheReadmeRunsWithTheDependenciesOfTheGuide() throws Exception {
    String classPath = path(ConsumerProject.classPath(pom(dependenciesOfTheGuide())));

    compile(Map.of("First.java", firstProgram()), "-classpath", classPath);

    assertThat(run("-cp", classPath + File.pathSeparator + "classes", "First"))
        .isEqualTo(DocumentBlocks.of("README.md", "text").get(0));
  }

  @Test
  void theProgramOfTheReadmeRunsAsAModule() throws Exception {
    assertThat(runModule(dependenciesOfTheGuide(), "First", firstProgram()))
        .isEqualTo(DocumentBlocks.of("README.md", "text").get(0));
  }

  @Test
  void theWebpFilterIsFoundOnTheModulePath() throws Exception {
    String program =
        """
        import io.azulejo.Azulejo;

        public class Count {
          public static void main(String[] args) {
            try (Azulejo azulejo = Azulejo.create();
                var rows = azulejo.open(args[0]).read().rows()) {
              System.out.println(rows.count() > 0);
            }
          }
        }
        """;
    String array = "testkit/src/main/resources/arrays/made-filters/webp-rgba-lossless/array";

    assertThat(
            runModule(
                dependenciesOfTheGuide()
                    .replace("<artifactId>azulejo-core<", "<artifactId>azulejo-webp<"),
                "Count",
                program,
                ROOT.resolve(array).toString()))
        .isEqualTo("true\n");
  }

  /** Compiles and runs a class of a module that requires the engine alone. */
  private String runModule(String dependencies, String name, String code, String... arguments)
      throws Exception {
    String modulePath = path(ConsumerProject.classPath(pom(dependencies)));
    compile(
        Map.of(
            "module-info.java",
            "module reader { requires io.azulejo.core; }",
            "reader/" + name + ".java",
            "package reader;\n" + code),
        "--module-path",
        modulePath);
    List<String> command =
        new ArrayList<>(
            List.of(
                "-p", modulePath + File.pathSeparator + "classes", "-m", "reader/reader." + name));
    command.addAll(List.of(arguments));
    return run(command.toArray(String[]::new));
  }

  @Test
  void theBomNamesAllModulesThatArePublished() throws Exception {
    List<String> published = new ArrayList<>();
    for (String module : matches(MODULE, Files.readString(ROOT.resolve("pom.xml")))) {
      String pom = Files.readString(ROOT.resolve(module).resolve("pom.xml"));
      List<String> inner = matches(MODULE, pom);
      if (!inner.isEmpty()) {
        inner.forEach(line -> published.add(module + "-" + line));
      } else if (!pom.contains("<maven.deploy.skip>true") && !module.equals("bom")) {
        published.add(module);
      }
    }

    assertThat(matches(ARTIFACT, Files.readString(ROOT.resolve("bom/pom.xml"))))
        .contains("core")
        .containsExactlyInAnyOrderElementsOf(published);
  }

  @Test
  void theLauncherLooksAtAllModulesThatTheProgramIsMadeOf() throws Exception {
    Set<String> used = new HashSet<>();
    Deque<String> next = new ArrayDeque<>(List.of("cli"));
    while (!next.isEmpty()) {
      String module = next.pop();
      if (!module.equals("testkit") && used.add(module)) {
        next.addAll(matches(USED, Files.readString(ROOT.resolve(module).resolve("pom.xml"))));
      }
    }

    Matcher list = LAUNCHER.matcher(Files.readString(ROOT.resolve("azulejo")));
    assertThat(list.find()).isTrue();
    assertThat(list.group(1).split(" ")).containsExactlyInAnyOrderElementsOf(used);
  }

  private static String firstProgram() throws Exception {
    return DocumentBlocks.of("README.md", "java").stream()
        .filter(block -> block.contains("public class First "))
        .findFirst()
        .orElseThrow();
  }

  private static String dependenciesOfTheGuide() throws Exception {
    return DocumentBlocks.of("docs/java.md", "xml").get(0);
  }

  private Path pom(String dependencies) throws Exception {
    return Files.writeString(
        folder.resolve("pom.xml"),
        """
        <project xmlns="http://maven.apache.org/POM/4.0.0">
          <modelVersion>4.0.0</modelVersion>
          <groupId>org.example</groupId>
          <artifactId>consumer</artifactId>
          <version>1</version>
        %s</project>
        """
            .formatted(dependencies));
  }

  private void compile(Map<String, String> sources, String pathOption, String path) {
    SourceCompiler.compile(sources, "-d", folder.resolve("classes").toString(), pathOption, path);
  }

  /** What a program prints, which runs in the folder and ends well. */
  private String run(String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin/java").toString()));
    command.addAll(List.of(arguments));
    Path errors = folder.resolve("errors.txt");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectError(errors.toFile())
            .start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).as("%s ends", command).isTrue();
    assertThat(process.exitValue()).as(output + Files.readString(errors)).isZero();
    return output;
  }

  private static String path(List<Path> entries) {
    return entries.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  private static List<String> matches(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(match -> match.group(1)).toList();
  }
}
