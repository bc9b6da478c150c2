package io.azulejo.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** One idea has one name, and one name means one thing in the whole project. */
class ClassNamesTest {
  /** Names that two modules use, for things that are alike. The list may only become shorter. */
  private static final Set<String> SHARED =
      Set.of("DenseRows", "PlotField", "PlotFields", "TimeUnits");

  private static final Set<String> NOT_SOURCES = Set.of(".git", "target", "test");

  /** The main sources of all modules, without those that replace others for a line of Spark. */
  private static List<Path> sources() throws IOException {
    List<Path> sources = new ArrayList<>();
    Files.walkFileTree(
        Launcher.ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            String name = folder.getFileName().toString();
            boolean skipped = NOT_SOURCES.contains(name) || name.matches("\\d.*|spark-.*");
            return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            String path = Launcher.ROOT.relativize(file).toString().replace('\\', '/');
            if (path.matches(".*/src/main/java/.*\\.java") && !path.endsWith("-info.java")) {
              sources.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return sources;
  }

  @Test
  void noTwoClassesShareASimpleName() throws IOException {
    Map<String, List<Path>> byName =
        sources().stream()
            .collect(
                Collectors.groupingBy(
                    file -> file.getFileName().toString().replace(".java", ""),
                    Collectors.toList()));

    assertThat(byName).hasSizeGreaterThan(1_000).containsKeys("Azulejo", "ArrayTable");
    assertThat(byName.entrySet())
        .filteredOn(entry -> entry.getValue().size() > 1)
        .extracting(Map.Entry::getKey)
        .containsExactlyInAnyOrderElementsOf(SHARED);
  }
}
