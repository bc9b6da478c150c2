package io.azulejo.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.testkit.Launcher;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** One idea has one name, and one name means one thing in the whole project. */
class ClassNamesTest {
  private static final Set<String> NOT_SOURCES = Set.of(".git", "target");

  private static final Pattern DECLARATION =
      Pattern.compile("\\b(?:class|interface|record|enum) ([A-Z]\\w+)");

  private static final Set<String> JDK = Set.of("CancellationException", "ServiceLoader");

  /** A class in a document, with or without its package. */
  private static final Pattern NAME = Pattern.compile("`(?:[a-z]+\\.)*([A-Z][A-Za-z0-9]+)`");

  /** Public classes of the drop-in have the names of TileDB-Java. */
  private static final Pattern GIVEN = Pattern.compile("/io/tiledb/.*/(\\w+)\\.java");

  /** Sources that replace others for some releases of Spark. */
  private static final Pattern REPLACING = Pattern.compile("/spark/(?:\\d|src/main/spark-)");

  /**
   * Returns the sources of all modules.
   *
   * @param kind a pattern for the kind of sources, such as main
   */
  private static List<Path> sources(String kind) throws IOException {
    List<Path> sources = new ArrayList<>();
    Files.walkFileTree(
        Launcher.ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return NOT_SOURCES.contains(folder.getFileName().toString())
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            String path = Launcher.ROOT.relativize(file).toString().replace('\\', '/');
            if (path.matches(".*/src/" + kind + "/.*\\.java") && !path.endsWith("-info.java")) {
              sources.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return sources;
  }

  /** Returns whether a class has a name that the project chose, and replaces no other class. */
  private static boolean isNamedHere(Path source) throws IOException {
    String path = source.toString().replace('\\', '/');
    Matcher given = GIVEN.matcher(path);
    boolean isGiven =
        given.find()
            && Files.readString(source)
                .matches(
                    "(?s).*\npublic [a-z ]*(class|enum|interface) " + given.group(1) + "\\b.*");
    return !isGiven && !REPLACING.matcher(path).find();
  }

  @Test
  void noTwoClassesShareASimpleName() throws IOException {
    List<Path> named = new ArrayList<>();
    for (Path source : sources("main")) {
      if (isNamedHere(source)) {
        named.add(source);
      }
    }
    Map<String, List<Path>> byName =
        named.stream()
            .collect(
                Collectors.groupingBy(
                    file -> file.getFileName().toString().replace(".java", ""),
                    Collectors.toList()));

    assertThat(byName).hasSizeGreaterThan(1_000).containsKeys("Azulejo", "ArrayTable");
    assertThat(byName.entrySet()).filteredOn(entry -> entry.getValue().size() > 1).isEmpty();
  }

  @Test
  void theMapNamesClassesThatExist() throws IOException {
    String map = Files.readString(Launcher.ROOT.resolve("docs/architecture.md"));
    Set<String> declared = new HashSet<>(JDK);
    for (Path source : sources("[a-z]+")) {
      DECLARATION
          .matcher(Files.readString(source))
          .results()
          .forEach(m -> declared.add(m.group(1)));
    }

    Set<String> named =
        NAME.matcher(map).results().map(name -> name.group(1)).collect(Collectors.toSet());
    assertThat(named).hasSizeGreaterThan(300);
    assertThat(named).filteredOn(name -> !declared.contains(name)).isEmpty();
  }
}
