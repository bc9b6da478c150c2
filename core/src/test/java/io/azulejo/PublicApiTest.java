package io.azulejo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The public interface as it is written down in {@code public-api.txt}: what users may build on
 * changes on purpose, and where a reviewer sees it.
 */
class PublicApiTest {
  private static final Path WRITTEN =
      Path.of(System.getProperty("basedir", "."), "src/test/resources/public-api.txt");

  @Test
  void matchesTheListedApi() throws Exception {
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

  /**
   * The public records, with the reason of each. Constructor and components of a record are public
   * for ever; see docs/adr/0034-results-are-interfaces.md.
   */
  private static final Map<String, String> RECORDS =
      Map.ofEntries(
          Map.entry("query.Statistic", "a value and how well it is known"),
          Map.entry("query.TileRange", "a range of tiles: its fragment and its two ends"),
          Map.entry("query.TimeRange", "a range: its two ends"),
          Map.entry("schema.NDRange", "a box: the list of its ranges"),
          Map.entry("schema.Range$Longs", "a range: its two ends"),
          Map.entry("schema.Range$Doubles", "a range: its two ends"),
          Map.entry("schema.Range$Strided", "a range: its two ends and its step"),
          Map.entry("schema.Range$Open", "a range: its end and its direction"),
          Map.entry("storage.InputFile$Piece", "the parameters of InputFile.read"),
          Map.entry("storage.objects.ObjectClient$Page", "a page: its entries and the next page"),
          Map.entry("storage.objects.ObjectClient$Upload", "an upload: its key, id and time"),
          Map.entry("storage.objects.ObjectName", "the three parts of a name"));

  @Test
  void hasOnlyRecordsWithAReason() throws Exception {
    assertThat(PublicApi.lines())
        .filteredOn(
            line -> line.startsWith("public ") && line.contains(" extends java.lang.Record"))
        .extracting(line -> line.replaceAll("^.* record io\\.azulejo\\.|[< ].*", ""))
        .as("a new public record of the core needs a reason here")
        .containsExactlyInAnyOrderElementsOf(RECORDS.keySet());
  }

  /** Nested types are not counted: they are read with the type around them. */
  @Test
  void hasAtMost130Types() throws Exception {
    assertThat(PublicApi.lines())
        .filteredOn(line -> line.startsWith("public ") && !line.contains("$"))
        .hasSizeBetween(100, 130);
  }
}
