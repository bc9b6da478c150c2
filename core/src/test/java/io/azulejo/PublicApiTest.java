package io.azulejo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The public interface as it is written down in {@code public-api.txt}: what users may build on
 * changes on purpose, and where a reviewer sees it.
 */
class PublicApiTest {
  private static final Path WRITTEN =
      Path.of(System.getProperty("basedir", "."), "src/test/resources/public-api.txt");

  @Test
  void isAsItIsWrittenDown() throws Exception {
    List<String> lines = PublicApi.lines();
    if (Boolean.getBoolean("azulejo.api.update")) {
      Files.createDirectories(WRITTEN.getParent());
      Files.write(WRITTEN, lines);
    }

    assertThat(lines)
        .as(
            "the public interface; if it was changed on purpose, write it down by"
                + " mvn test -pl core -Dtest=PublicApiTest -Dazulejo.api.update=true")
        .isEqualTo(Files.readAllLines(WRITTEN));
  }

  /** Nested types are not counted: they are read with the type around them. */
  @Test
  void hasAtMost130Types() throws Exception {
    assertThat(PublicApi.lines())
        .filteredOn(line -> line.startsWith("public ") && !line.contains("$"))
        .hasSizeBetween(100, 130);
  }
}
