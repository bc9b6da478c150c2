package io.azulejo.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Texts that tests expect word for word, in files of their own: {@code src/test/resources/golden}
 * has one for each test class. With {@code -Dazulejo.golden.update=true} a test writes its file
 * instead; the change is then reviewed like any other.
 */
public final class Golden {
  private static final Path FOLDER =
      Path.of(System.getProperty("basedir", "."), "src/test/resources/golden");

  private Golden() {}

  /** Checks that texts are those in the file of a test class, in the same order. */
  public static void check(Class<?> test, Stream<String> texts) {
    Path file = FOLDER.resolve(test.getSimpleName() + ".txt");
    List<String> lines = texts.flatMap(String::lines).toList();
    try {
      if (Boolean.getBoolean("azulejo.golden.update")) {
        Files.createDirectories(FOLDER);
        Files.write(file, lines);
      }
      assertThat(lines)
          .as("%s; if it changed on purpose, run with -Dazulejo.golden.update=true", file)
          .isEqualTo(Files.readAllLines(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
