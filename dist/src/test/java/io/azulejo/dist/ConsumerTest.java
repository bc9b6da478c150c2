package io.azulejo.dist;

import static io.azulejo.testkit.Launcher.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.testkit.DocumentBlocks;
import io.azulejo.testkit.Launcher;
import io.azulejo.testkit.SourceCompiler;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
    String path = modulePath + File.pathSeparator + "classes";
    return run(
        Stream.concat(Stream.of("-p", path, "-m", "reader/reader." + name), Stream.of(arguments))
            .toArray(String[]::new));
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
    String command =
        Stream.of(arguments).map(word -> " '" + word + "'").collect(Collectors.joining());
    Launcher.Result result = Launcher.run(folder, Map.of(), "\"$JAVA_HOME/bin/java\"" + command);
    assertThat(result.code()).as(result.out() + result.err()).isZero();
    return result.out();
  }

  private static String path(List<Path> entries) {
    return entries.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  private static List<String> matches(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(match -> match.group(1)).toList();
  }
}
