package io.azulejo.acceptance;

import static io.azulejo.acceptance.Launcher.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
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
    String program = firstProgram();
    List<Path> classPath = ConsumerProject.classPath(pom(dependenciesOfTheGuide()));
    Files.writeString(folder.resolve("First.java"), program);

    compile("-classpath", path(classPath), "First.java");

    assertThat(run("-cp", path(classPath) + File.pathSeparator + "classes", "First"))
        .isEqualTo(DocumentBlocks.of("README.md", "text").get(0));
  }

  @Test
  void theProgramOfTheReadmeRunsAsAModule() throws Exception {
    List<Path> modulePath = ConsumerProject.classPath(pom(dependenciesOfTheGuide()));
    Files.createDirectories(folder.resolve("reader"));
    Files.writeString(
        folder.resolve("module-info.java"), "module reader { requires io.azulejo.core; }");
    Files.writeString(folder.resolve("reader/First.java"), "package reader;\n" + firstProgram());

    compile("--module-path", path(modulePath), "module-info.java", "reader/First.java");

    assertThat(
            run(
                "-p",
                path(modulePath) + File.pathSeparator + "classes",
                "-m",
                "reader/reader.First"))
        .isEqualTo(DocumentBlocks.of("README.md", "text").get(0));
  }

  @Test
  void theWebpFilterIsFoundOnTheModulePath() throws Exception {
    List<Path> modulePath =
        ConsumerProject.classPath(
            pom(
                dependenciesOfTheGuide()
                    .replace("<artifactId>azulejo-core<", "<artifactId>azulejo-webp<")));
    Files.createDirectories(folder.resolve("reader"));
    Files.writeString(
        folder.resolve("module-info.java"), "module reader { requires io.azulejo.core; }");
    Files.writeString(
        folder.resolve("reader/Count.java"),
        """
        package reader;

        import io.azulejo.Azulejo;

        public class Count {
          public static void main(String[] args) {
            try (Azulejo azulejo = Azulejo.create();
                var rows = azulejo.open(args[0]).read().rows()) {
              System.out.println(rows.count() > 0);
            }
          }
        }
        """);

    compile("--module-path", path(modulePath), "module-info.java", "reader/Count.java");

    assertThat(
            run(
                "-p",
                path(modulePath) + File.pathSeparator + "classes",
                "-m",
                "reader/reader.Count",
                ROOT.resolve(
                        "testkit/src/main/resources/arrays/made-filters/webp-rgba-lossless/array")
                    .toString()))
        .isEqualTo("true\n");
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

  private void compile(String pathOption, String path, String... sources) throws Exception {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      boolean compiled =
          compiler
              .getTask(
                  messages,
                  files,
                  null,
                  List.of("-d", folder.resolve("classes").toString(), pathOption, path),
                  null,
                  files.getJavaFileObjectsFromPaths(
                      Stream.of(sources).map(folder::resolve).toList()))
              .call();
      assertThat(compiled).as(messages.toString()).isTrue();
    }
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
