package io.azulejo.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.testkit.DocumentBlocks;
import io.azulejo.testkit.Launcher;
import io.azulejo.testkit.S3Server;
import io.azulejo.testkit.SourceCompiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The README, the tour and the guide for Java show what happens. */
class ReadmeExamplesTest {
  /** The line that stands for lines of output that a document leaves out. */
  private static final String LEFT_OUT = "\n...\n";

  @TempDir private static Path folder;

  private record Example(String command, String output) {}

  /** Makes the public bucket of the tour, on the server of the tests. */
  @BeforeAll
  static void publish() throws IOException {
    PublicGrid.publish(folder.resolve("settings"));
  }

  @TestFactory
  Stream<DynamicTest> everyCommandPrintsWhatTheReadmeShows() throws Exception {
    return checks("README.md", 4);
  }

  @TestFactory
  Stream<DynamicTest> everyCommandPrintsWhatTheTourShows() throws Exception {
    return checks("docs/tour.md", 18);
  }

  private static Stream<DynamicTest> checks(String document, int number) throws Exception {
    List<Example> examples = examples(document);
    assertThat(examples).hasSizeGreaterThanOrEqualTo(number);
    Path place = Files.createTempDirectory(folder, "examples");
    Launcher.copySamples(place);
    List<Launcher.Result> said =
        ExampleRuns.of(
            place,
            // S3 is the server of the tests.
            Map.of("TILEDB_VFS_S3_ENDPOINT_OVERRIDE", S3Server.shared().endpoint().toString()),
            Files.createTempDirectory(folder, "results"),
            examples.stream().map(Example::command).toList());
    return IntStream.range(0, examples.size())
        .mapToObj(
            i ->
                DynamicTest.dynamicTest(
                    examples.get(i).command(), () -> check(examples.get(i), said.get(i))));
  }

  private static void check(Example example, Launcher.Result result) {
    assertThat(result.err()).isEmpty();
    int left = example.output().indexOf(LEFT_OUT);
    if (left < 0) {
      assertThat(result.out()).isEqualTo(example.output());
    } else {
      assertThat(result.out())
          .startsWith(example.output().substring(0, left + 1))
          .endsWith(example.output().substring(left + LEFT_OUT.length()));
    }
    assertThat(result.code()).isZero();
  }

  private static List<Example> examples(String document) throws IOException {
    List<Example> examples = new ArrayList<>();
    for (String block : DocumentBlocks.of(document, "console")) {
      for (String part : block.split("(?m)^\\$ ")) {
        if (!part.isEmpty()) {
          int end = part.indexOf('\n');
          examples.add(new Example(part.substring(0, end), part.substring(end + 1)));
        }
      }
    }
    return examples;
  }

  @Test
  void theReadmeIsShortAndItsLinksLeadSomewhere() throws IOException {
    String readme = Files.readString(Launcher.ROOT.resolve("README.md"));

    assertThat(readme.lines()).hasSizeLessThanOrEqualTo(200);
    for (String document : List.of("README.md", "docs/tour.md", "docs/java.md")) {
      assertThat(DocumentBlocks.links(document))
          .isNotEmpty()
          .allSatisfy(path -> assertThat(path).exists());
    }
    try (Stream<Path> pages = Files.list(Launcher.ROOT.resolve("docs"))) {
      assertThat(pages.map(page -> page.getFileName().toString()).filter(p -> p.endsWith(".md")))
          .isNotEmpty()
          .allSatisfy(page -> assertThat(readme).contains("(docs/" + page + ")"));
    }
  }

  @ParameterizedTest
  @CsvSource({"README.md, 1", "docs/java.md, 6"})
  void theJavaExamplesCompile(String document, int number, @TempDir Path classes)
      throws IOException {
    List<String> blocks = DocumentBlocks.of(document, "java");
    assertThat(blocks).hasSize(number);
    for (String block : blocks) {
      SourceCompiler.compile(block.contains("class First") ? block : wrapped(block), classes);
    }
  }

  /** The module {@code tests} compiles it and runs it. */
  @Test
  void theDocumentedStoreIsTheTestedOne() throws IOException {
    Path source = Launcher.ROOT.resolve("tests/src/test/java/io/azulejo/tests/MapClient.java");

    assertThat(DocumentBlocks.of("docs/extending.md", "java"))
        .hasSize(1)
        .first()
        .asString()
        .isEqualTo(Files.readString(source).replaceFirst("package .*;\n\n", ""));
  }

  /** A class that has some statements in a method. */
  private static String wrapped(String block) {
    return """
    import io.azulejo.*;
    import io.azulejo.imports.*;
    import io.azulejo.imports.proposal.*;
    import io.azulejo.query.*;
    import io.azulejo.schema.*;
    import io.azulejo.storage.*;
    import java.nio.file.*;

    class First {
      static void run() throws Exception {
    %s  }
    }
    """
        .formatted(block);
  }
}
