package io.azulejo.cli.command;

import static io.azulejo.cli.Session.done;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import io.azulejo.cli.Session;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.testkit.Golden;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every command on the bundled arrays. */
class SamplesTest {
  private static final String GRID = Session.sample("grid");
  private static final String NAMES = Session.sample("names");
  private static final String COLORS = Session.sample("colors");
  private static final String DAYS = Session.sample("days");
  private static final String GROUP = Session.sample("group");

  @TempDir private Path folder;

  /** Commands whose whole output is in the golden file. Names of samples stand for their paths. */
  private static final String SCREENS =
      """
      info|names
      tree|group
      ls|group|--format|json
      fragments|colors|--format|csv
      fragments|grid
      meta|grid
      meta|group|--format|json
      meta|group|--format|csv
      meta|group|--format|tsv
      read|grid|--range|y=1..2|--range|x=4|--range|x=5|--fields|x,"y",a|--layout|col|--format|csv
      read|grid|--limit|2|--format|csv
      read|grid|--limit|0|--format|csv
      read|days|--range|day=1970-01-10..|--fields|day|--limit|1|--format|json
      read|names|--range|name="\\x01 odd ~"|--fields|name,v|--format|tsv
      read|colors|--range|i=1..3|--format|json
      read|colors|--where|w = 'green'|--keep-shape|--range|i=1..3|--format|csv
      agg|grid|count(), count(a), null_count(s), sum(a), min(f)
      agg|names|min(name), max(v) , mean(v)|--format|json
      agg|days|min(day),max(min)|--format|csv
      agg|colors|count(), max(n) by w|--range|i=1..8|--format|csv
      agg|grid|sum(a) by "y"|--range|y=2..3|--format|tsv
      agg|grid|count(), sum(a)|--where|a > 40|--format|csv
      agg|grid|count(), sum(a)|--where|a > 40|--format|csv|--keep-shape
      """;

  @Test
  void screensAreThoseOfTheGoldenFile() {
    Golden.check(getClass(), SCREENS.lines().map(SamplesTest::screen));
  }

  private static String screen(String line) {
    String[] words = line.split("\\|");
    words[1] = Session.sample(words[1]);
    String shown = done(words);
    assertThat(shown).endsWith("\n");
    return ("$ azulejo " + line + "\n" + shown).replace(Session.sample("") + "/", "");
  }

  @Test
  void infoShowsAnArrayAsItWas() {
    assertThat(done("info", GRID, "--at", "20")).contains("fragments         2, written");
    assertThat(done("info", GRID, "--from", "30", "--to", "1970-01-01T00:00:00.040Z"))
        .contains(
            "fragments         2, written 1970-01-01T00:00:00.030Z to 1970-01-01T00:00:00.040Z");
    assertThat(done("info", GRID, "--at", "5"))
        .contains("fragments         none", "non-empty domain  no cells written");
  }

  @Test
  void infoAsJsonHasAllThatTheTextHas() {
    assertThat(done("info", GRID, "--format", "json"))
        .startsWith("{\n  \"uri\" : ")
        .contains(
            "\"type\" : \"array\"",
            "\"format_version\" : 23",
            "\"fragment_format_versions\" : [ 23 ]",
            "\"read_by_tiledb_from\" : null",
            "\"fragments\" : 5",
            "\"written_to\" : \"1970-01-01T00:00:00.050Z\"",
            "\"non_empty_domain\" : [ [ ",
            "\"metadata_keys\" : ",
            "\"schema_version\" : 23",
            "\"tile_order\" : \"row-major\"")
        .endsWith("}\n");
    assertThat(done("info", COLORS, "--format", "json"))
        .contains("\"format_version\" : 22", "\"read_by_tiledb_from\" : \"2.25\"");
    assertThat(done("info", GRID, "--at", "5", "--format", "json"))
        .contains("\"fragments\" : 0", "\"written_from\" : null", "\"non_empty_domain\" : null");
    assertThat(done("info", GROUP, "--format", "json"))
        .contains(
            "\"type\" : \"group\"",
            "\"name\" : \"deep 日/x\"",
            "\"below\" : [ {\n",
            "\"location\" : \"" + GROUP + "/one\"");
  }

  @Test
  void infoOfAGroupIsItsTreeWithALineForEachArray() {
    assertThat(done("info", GROUP))
        .startsWith(GROUP + " (group): 3 arrays, 2 groups, ")
        .containsPattern("├── first  array: (dense|sparse), .*: .*; .* in \\d+ fragments?, .*\n")
        .contains("└── below  group\n");
  }

  @Test
  void infoOfAFolderHasALineForEachArray() {
    String folder = Session.root().resolve("samples").toString();
    assertThat(done("info", folder))
        .startsWith(folder + ": ")
        .contains("grid    array: dense, y, x: a, s, f; ", "group   group\n");
    assertThat(done("info", folder, "--format", "json"))
        .contains(
            "\"type\" : \"folder\"",
            "\"dense\" : true",
            "\"attributes\" : [ \"a\", \"s\", \"f\" ]");
    Session none = Session.of("info", folder + "/none");
    assertThat(none.code).isEqualTo(3);
  }

  @Test
  void schemaTellsAll() {
    assertThat(done("schema", COLORS))
        .contains(
            "tile order          row-major\n",
            "  n      INT32  nullable  of nums   fill null (-2147483648)  no filters\n",
            "enumeration nums: 3 values of INT32, ordered\n  0  1\n  1  5\n  2  7\n",
            "  3  \"dark blue\"\n");
  }

  @Test
  void schemaAsJsonIsOneObject() throws IOException {
    String text = done("schema", COLORS, "--format", "json");
    try (JsonParser json = new JsonFactory().createParser(text)) {
      json.nextToken();
      json.skipChildren();
      assertThat(json.nextToken()).isNull();
    }
    assertThat(text).contains("\"schema_version\" : 22", "\"type\" : \"dense\"").endsWith("}\n");
  }

  @Test
  void lsListsWhatIsDirectlyBelow() {
    assertThat(done("ls", Session.sample(""), "--format", "csv").lines().map(l -> l.split(",")))
        .extracting(l -> l[0] + " " + l[1])
        .containsExactly(
            "name type", "colors array", "days array", "grid array", "group group", "names array");
  }

  @Test
  void treeShowsMembersThatAreGone() throws IOException {
    Session.copy(Path.of(GROUP), folder.resolve("group"));
    try (Stream<Path> files = Files.walk(folder.resolve("group/one"))) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
    assertThat(done("tree", folder.toString()))
        .contains("group  group\n", "first  array, missing\n", "three  array\n");
  }

  @Test
  void aggRefusesWhatMakesNoSense() {
    assertThat(Session.of("agg", COLORS, "mean(n)").err)
        .isEqualTo(
            "azulejo: mean(n): cannot calculate with values of an enumeration; count"
                + " them, or group by them\n");
    assertThat(Session.of("agg", GRID, "sum(s)").err).contains("sum and mean need");
    assertThat(Session.of("agg", GRID, "sum(z)").err).contains("unknown field \"z\"");
    assertThat(Session.of("agg", GRID, "sum(a)) by y").err)
        .endsWith("expected a comma, by, having or the end\n  sum(a)) by y\n        ^\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "grid|a > 40 and s is not null and not x = 1|y,x|1,5 2,6 4,2 5,4 6,4 8,3 9,4",
        "grid|a < -47|y,x|2,2 6,2 7,2 8,5",
        "grid|y = 1 and f is null|y,x|1,2 1,4",
        "grid|s = '' or s = 'iota\\back'|y,x|2,4 2,5 7,2 7,6 8,5",
        "grid|s >= 'zz' and f between -100 and 300|y,x|3,1 5,4 5,7 9,6 9,9",
        "grid|a > 1000|y,x|``",
        "colors|w = 'green' and n is not null|i|2 13 14 17",
        "colors|n > 1 and not n = 7|i|2",
        "colors|w not in ('red', 'green', 'mauve') and index(w) < 3|i|4 8 9",
        "colors|n != 7|i|2 6 7 9 10",
        "days|min < 1969-12-05T00:00Z|day|1970-01-16 1970-01-19",
        "days|1970-01-22 < day and ns > '1970-01-01T00:00:00.0000001Z'|day|1970-01-23 1970-01-24",
        "names|\"name\" > 'h' and name < 'kappa1' and v < 90|name|iotaa23 iotaj45 kappa",
        "names|s in ('lbg', '') and not v > 60|name|epsilon-535 epsilon-5s1 gamma ray31 "
            + "\"lambda\"\"q\\\"",
      })
  void readFindsTheCellsThatMeetACondition(
      String array, String condition, String fields, String cells) {
    String rows =
        done(
            "read",
            Session.sample(array),
            "--where",
            condition,
            "--fields",
            fields,
            "--format",
            "csv");
    assertThat(rows.replace('\n', ' ').strip()).isEqualTo((fields + " " + cells).strip());
  }

  @Test
  void readNotesThatNothingWasWritten() {
    Session unwritten =
        Session.of(
            "read", COLORS, "--range", "i=6..7", "--from", "1720000003001", "--format", "csv");
    assertThat(unwritten.out).isEqualTo("i,w,n,plain\n6,#255,,-2147483648\n7,#255,,-2147483648\n");
    assertThat(unwritten.err).contains("nothing was written to").hasLineCount(1);
  }

  @Test
  void sortedRowsAreSortedByTheirBytes() {
    List<String> rows = done("read", GRID, "--format", "tsv", "--sorted").lines().toList();
    List<String> cells = rows.subList(1, rows.size());
    assertThat(rows.get(0)).isEqualTo("y\tx\ta\ts\tf");
    assertThat(cells).isSorted().hasSize(90);
    assertThat(done("read", GRID, "--format", "tsv").lines().skip(1))
        .containsExactlyInAnyOrderElementsOf(cells);
  }

  @ParameterizedTest
  @ValueSource(strings = {"table", "csv", "tsv", "json"})
  void aReaderThatGoesAwayIsNoError(String format) {
    OutputStream closed =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new Terminal.Closed(new IOException("Broken pipe"));
          }
        };
    Session session = Session.to(closed, "read", GRID, "--format", format);
    assertThat(session.err).isEmpty();
    assertThat(session.code).isZero();
  }

  @Test
  void anOutputThatFailsIsAnError() {
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("No space left on device");
          }
        };
    Session session = Session.to(full, "read", GRID);
    assertThat(session.err).isEqualTo("azulejo: No space left on device\n");
    assertThat(session.code).isEqualTo(6);
  }

  @Test
  void dumpShowsAFileFieldByField() throws IOException {
    Path schema;
    try (Stream<Path> files = Files.list(Path.of(COLORS, "__schema"))) {
      schema = files.filter(Files::isRegularFile).findFirst().orElseThrow();
    }
    assertThat(done("dump", schema.toString()))
        .startsWith(schema + "\n")
        .containsPattern("\n +117 +\\+4 +attributes\\[0\\]\\.name_length +1\n");
    assertThat(done("dump", schema.toString(), "--format", "csv"))
        .contains(",array schema,0,0,4,version,22\n");
  }

  @Test
  void dumpFindsTheSchemaThatFragmentMetadataNeeds() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of(NAMES))) {
      List<Path> metadata = files.filter(f -> f.endsWith("__fragment_metadata.tdb")).toList();
      assertThat(metadata).isNotEmpty();
      for (Path file : metadata) {
        assertThat(done("dump", file.toString())).contains("footer at ");
      }
    }
  }

  @Test
  void dumpOfDamagedBytesShowsWhatItCanAndFails() throws IOException {
    Path file = Files.createDirectories(folder.resolve("__schema")).resolve("__1_1_0");
    Files.write(file, new byte[] {22, 0, 0, 0, 1, 2, 3});
    Session session = Session.of("dump", file.toString());
    assertThat(session.code).isEqualTo(4);
    assertThat(session.out)
        .contains("array schema at 0", "  ! corrupt array schema, field tile.persisted_size");
    assertThat(session.err).startsWith("azulejo: corrupt ").hasLineCount(1);
  }

  @Test
  void errorsSayWhatWouldBeRight() {
    failure(3, "no array found at " + folder, "info", folder.toString());
    failure(3, "nothing exists at " + folder + "/none", "ls", folder + "/none");
    failure(3, "file " + folder + "/none does not exist", "dump", folder + "/none");
    failure(1, "is a folder; use the path of a file", "dump", folder.toString());
    failure(1, "is an array, which contains no other objects", "ls", GRID);
    failure(1, "unknown dimension z; valid: y, x", "read", GRID, "--range", "z=1");
    failure(1, "nope", "read", GRID, "--fields", "nope");
    failure(1, "1..99", "read", GRID, "--range", "y=1..99");
    failure(1, "not encrypted", "info", GRID, "--key-file", "-");
  }

  private static void failure(int code, String part, String... args) {
    Session session = Session.with("k".repeat(32), args);
    assertThat(session.err).startsWith("azulejo: ").contains(part).hasLineCount(1);
    assertThat(session.code).isEqualTo(code);
  }
}
