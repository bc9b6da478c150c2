package io.azulejo.internal.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.internal.filter.Scratch;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.testkit.CorpusFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Facts of {@code docs/format}, in the arrays that come with the tests. */
class BundledCasesTest {
  private static final Path BUNDLED = CorpusFolder.bundledSelection().path();

  /** The bundled selection is part of the repository: it is not to grow beyond this. */
  private static final long MAX_BYTES = 3_000_000;

  private static final Pattern CASE =
      Pattern.compile("`((?:old|made|wild)-[a-z0-9-]+/[a-z0-9-]+)`");

  private static List<Path> files(String suffix) throws IOException {
    try (Stream<Path> files = Files.walk(BUNDLED)) {
      return files.filter(Files::isRegularFile).filter(f -> f.toString().endsWith(suffix)).toList();
    }
  }

  @Test
  void everyCaseThatTheDocumentsNameIsBundled() throws IOException {
    Set<String> named = new TreeSet<>();
    try (Stream<Path> pages =
        Files.list(Path.of(System.getProperty("azulejo.root"), "docs/format"))) {
      for (Path page : pages.toList()) {
        Matcher matcher = CASE.matcher(Files.readString(page));
        while (matcher.find()) {
          named.add(matcher.group(1));
        }
      }
    }

    assertThat(named).hasSizeGreaterThan(20);
    assertThat(named)
        .allSatisfy(name -> assertThat(BUNDLED.resolve(name).resolve("expected.json")).exists());
  }

  @Test
  void theBundledFilesStaySmall() throws IOException {
    long bytes = 0;
    for (Path file : files("")) {
      bytes += Files.size(file);
    }
    assertThat(bytes).isLessThan(MAX_BYTES);
  }

  @Test
  void lockFilesAreEmpty() throws IOException {
    List<Path> locks = files("/" + ArrayPaths.LOCK_FILE);

    assertThat(locks).hasSizeGreaterThan(5).allSatisfy(file -> assertThat(file).isEmptyFile());
  }

  @Test
  void processedConditionsAreSortedByTimestamp() throws IOException {
    Path metadata =
        files("/" + ArrayPaths.FRAGMENT_METADATA_FILE).stream()
            .filter(file -> file.toString().contains("old-v16/sparse-deletes-consolidated"))
            .filter(file -> Files.exists(file.resolveSibling("dci.tdb")))
            .findFirst()
            .orElseThrow();

    List<Long> times = new ArrayList<>();
    for (String path : processedConditions(metadata)) {
      String name = ArrayPaths.stem(ArrayPaths.lastComponent(path));
      times.add(FragmentName.parse(name).orElseThrow().t1());
    }
    assertThat(times).containsExactly(1660000003000L, 1660000005000L);
  }

  private static List<String> processedConditions(Path metadata) throws IOException {
    Slice file = Slice.of(Files.readAllBytes(metadata));
    Path array = metadata.getParent().getParent().getParent();
    try (Stream<Path> schemas = Files.list(array.resolve(ArrayPaths.SCHEMA_FOLDER));
        Scratch scratch = new Scratch()) {
      Slice schema = Slice.of(Files.readAllBytes(schemas.findFirst().orElseThrow()));
      StoredSchema stored =
          ArraySchemaFormat.decode(
              GenericTile.read(ArraySchemaFormat.STRUCTURE, schema, 0, Optional.empty(), scratch)
                  .content());
      FragmentFooterFormat.Extent extent =
          FragmentFooterFormat.locate(
              file.length(),
              file.from(file.length() - Long.BYTES),
              FragmentName.parse(metadata.getParent().getFileName().toString()).orElseThrow(),
              Optional.empty());
      FragmentFooter footer =
          FragmentFooterFormat.decode(
              file.slice((int) extent.offset(), extent.length()), name -> Optional.of(stored));
      return ProcessedConditionsFormat.decode(
          GenericTile.read(
                  ProcessedConditionsFormat.STRUCTURE,
                  file,
                  Math.toIntExact(footer.processedConditions()),
                  Optional.empty(),
                  scratch)
              .content(),
          footer.version());
    }
  }
}
