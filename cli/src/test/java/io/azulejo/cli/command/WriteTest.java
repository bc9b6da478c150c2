package io.azulejo.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.cli.Session;
import io.azulejo.cli.terminal.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriteTest {
  private static final String SPARSE =
      """
      {"type": "sparse", "schema": {
        "dimensions": [{"name": "id", "type": "INT32", "domain": ["0", "99"], "extent": "10"}],
        "attributes": [
          {"name": "r", "type": "FLOAT64"},
          {"name": "t", "type": "STRING_UTF8", "cell_val_num": "var", "nullable": true}]}}
      """;

  private static final String DENSE =
      """
      {"type": "dense", "schema": {
        "dimensions": [
          {"name": "y", "type": "INT32", "domain": ["1", "4"], "extent": "2"},
          {"name": "x", "type": "INT32", "domain": ["1", "4"], "extent": "2"}],
        "attributes": [{"name": "a", "type": "INT32"}]}}
      """;

  @TempDir private Path folder;
  private String array;

  @BeforeEach
  void locate() {
    array = folder.resolve("array").toString();
  }

  private void create(String schema) {
    Session session = Session.with(schema, "create", array, "--schema", "-");
    assertThat(session.err).isEmpty();
    assertThat(session.code).isZero();
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private Session write(String input, String... args) {
    return Session.with(input, Session.words("write %s - --format csv %s", array, args));
  }

  private String cells(String... args) {
    String said = Session.done(Session.words("read %s --format csv %s", array, args));
    return said;
  }

  private List<String> leftBehind() throws IOException {
    Path fragments = Path.of(array).resolve("__fragments");
    if (!Files.exists(fragments)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(fragments)) {
      return files.filter(Files::isRegularFile).map(Path::toString).toList();
    }
  }

  @Test
  void createShowsTheSchema() {
    Session session = Session.with(SPARSE, "create", array, "--schema", "-");

    assertThat(session.err).isEmpty();
    assertThat(session.out).startsWith("sparse array, schema of format version 22\n");
    Session again = Session.with(SPARSE, "create", array, "--schema", "-");
    assertThat(again.code).isEqualTo(Failure.EXISTENCE);
    assertThat(again.err).contains("array");
  }

  @Test
  void rowsOfAFileBecomeSparseCells() throws IOException {
    create(SPARSE);
    String said =
        Session.done("write", array, file("rows.csv", "t,id,r\nb,7,1.5\n,3,-1\n\"\",5,nan\n"));
    assertThat(said).matches("wrote 3 cells, \\d+ bytes, in 1 fragment\n");
    assertThat(cells()).isEqualTo("id,r,t\n3,-1.0,\n5,NaN,\"\"\n7,1.5,b\n");
    Session.done("write", array, file("rows.json", "[{\"id\":3,\"r\":2},{\"id\":9,\"r\":0}]"));
    assertThat(cells()).isEqualTo("id,r,t\n3,2.0,\n5,NaN,\"\"\n7,1.5,b\n9,0.0,\n");
  }

  @Test
  void aBadRowKeepsAllFromBeingWritten() throws IOException {
    create(SPARSE);
    Session session = write("id,r,t\n1,2,a\n100,2,b\n3,x,c\n");

    assertThat(session.code).isEqualTo(Failure.REQUEST);
    assertThat(session.err)
        .isEqualTo(
            "azulejo: standard input: cannot use 2 of 3 rows; nothing was written:"
                + " line 3, column id: \"100\" is outside the domain, 0 to 99; line 4, column r:"
                + " \"x\" is not a number such as -1.5, 2e10 or NaN\n");
    assertThat(Session.of("read", array, "--format", "csv").out).isEqualTo("id,r,t\n");
    assertThat(leftBehind()).isEmpty();
  }

  @Test
  void badRowsBeyondTheFirstBatchLeaveNothingBehind() throws IOException {
    create(SPARSE.replace("\"99\"", "\"999999\""));
    StringBuilder rows = new StringBuilder("id,r,t\n");
    for (int i = 0; i < 70_000; i++) {
      rows.append(i).append(",1,a\n");
    }

    Session session = write(rows + "x,1,a\n");

    assertThat(session.err).contains("cannot use 1 of 70,001 rows").contains("line 70002");
    assertThat(leftBehind()).isEmpty();
  }

  @Test
  void duplicatesAreRefusedOrMerged() {
    create(SPARSE);
    Session session = write("id,r,t\n1,1,a\n1,2,b\n");

    assertThat(session.code).isEqualTo(Failure.REQUEST);
    assertThat(write("id,r,t\n1,1,a\n1,2,b\n", "--duplicates", "keep-last").err).isEmpty();
    assertThat(cells()).isEqualTo("id,r,t\n1,2.0,b\n");
    assertThat(write("id,r,t\n", "--duplicates", "all").err)
        .isEqualTo("azulejo: --duplicates all: expected refuse or keep-last\n");
  }

  @Test
  void writesAreOfTheTimeThatIsSaid() {
    create(SPARSE);
    write("id,r,t\n1,1,a\n", "--at", "2030-01-01");
    write("id,r,t\n1,2,b\n", "--at", "2029-01-01");

    assertThat(cells("--at", "2031-01-01")).isEqualTo("id,r,t\n1,1.0,a\n");
    assertThat(cells("--at", "2029-06-01")).isEqualTo("id,r,t\n1,2.0,b\n");
  }

  @Test
  void denseCellsComeInAnyOrderWithTheirCoordinates() {
    create(DENSE);
    Session session = write("x,a,y\n3,23,2\n2,12,1\n2,22,2\n3,13,1\n");

    assertThat(session.err).isEmpty();
    assertThat(session.out).startsWith("wrote 4 cells, ");
    assertThat(cells()).isEqualTo("y,x,a\n1,2,12\n1,3,13\n2,2,22\n2,3,23\n");
  }

  @Test
  void missingDenseCellsAreNamedOrFilled() throws IOException {
    create(DENSE);
    Session session = write("x,a,y\n1,11,1\n2,22,2\n2,12,1\n");

    assertThat(session.code).isEqualTo(Failure.REQUEST);
    assertThat(session.err)
        .isEqualTo(
            "azulejo: 1 of the 4 cells of the tile y=1..2, x=1..2 are missing, the first at y=2, x=1;"
                + " write them too, or fill or keep them (missing: filled or kept)\n");
    assertThat(leftBehind()).isEmpty();
    assertThat(write("x,a,y\n1,11,1\n2,22,2\n2,12,1\n", "--fill").err).isEmpty();
    assertThat(cells()).isEqualTo("y,x,a\n1,1,11\n1,2,12\n2,1," + Integer.MIN_VALUE + "\n2,2,22\n");
    assertThat(write("x,a,y\n1,11,1\n1,12,1\n").err)
        .contains("have the same coordinates (y = 1, x = 1)");
    assertThat(write("x,a,y\n1,11,1\n", "--range", "y=2..3").err)
        .contains("coordinate 1 of dimension \"y\" is not within the subarray 2..3");
    assertThat(write("x,a,y\n1,11,2\n", "--range", "y=1..2", "--fill").err).isEmpty();
  }

  @Test
  void tilesOfDenseCellsAreCompletedOrRefused() throws IOException {
    create(DENSE);
    assertThat(write("x,a,y\n1,11,1\n", "--missing", "refused").err)
        .contains("3 of the 4 cells of the tile y=1..2, x=1..2 are missing, the first at y=1, x=2");
    assertThat(leftBehind()).isEmpty();

    Session session = write("x,a,y\n4,44,4\n1,11,1\n", "--missing", "filled");
    assertThat(session.err).isEmpty();
    assertThat(session.out).startsWith("wrote 2 cells, ").endsWith(", in 2 fragments\n");
    String fill = "," + Integer.MIN_VALUE + "\n";
    assertThat(cells("--range", "y=1"))
        .isEqualTo("y,x,a\n1,1,11\n1,2" + fill + "1,3" + fill + "1,4" + fill);

    write("x,a,y\n2,12,1\n2,120,1\n", "--missing", "kept", "--duplicates", "keep-last");
    assertThat(cells("--range", "y=1", "--range", "x=1..2")).isEqualTo("y,x,a\n1,1,11\n1,2,120\n");
    assertThat(write("x,a,y\n3,13,1\n", "--missing", "kept", "--range", "x=1..2").err)
        .contains("coordinate 3 of dimension \"x\" is not within the subarray 1..2");
  }

  @Test
  void denseCellsWithoutCoordinatesComeInTheOrderOfTheLayout() {
    create(DENSE);
    assertThat(
            write("a\n1\n2\n3\n4\n", "--range", "y=1..2", "--range", "x=1..2", "--layout", "col")
                .err)
        .isEmpty();
    assertThat(cells()).isEqualTo("y,x,a\n1,1,1\n1,2,3\n2,1,2\n2,2,4\n");
    assertThat(write("a\n1\n", "--range", "y=1..2", "--range", "x=1..2").code)
        .isEqualTo(Failure.REQUEST);
    assertThat(write("a\n1\n", "--fill").err).contains("--fill requires coordinates in the file");
    assertThat(write("a\n1\n", "--missing", "kept").err)
        .contains("--missing requires coordinates in the file");
    assertThat(write("a,x\n1,1\n").err).contains("no column for y");
    assertThat(write("a,x,y\n1,1,1\n", "--fill", "--missing", "kept").err).contains("use either");
    assertThat(write("a,x,y\n1,1,1\n", "--missing", "some").err)
        .contains("expected refused, filled or kept");
    assertThat(write("a,x,y\n1,1,1\n", "--layout", "row").err)
        .contains("--layout is only for files without coordinates");
  }

  @Test
  void adviceIsGivenForWhatDoesNotGoTogether() throws IOException {
    create(SPARSE);
    assertThat(write("id,r,t\n1,1,a\n", "--fill").err).contains("--fill is only for dense arrays");
    assertThat(write("id,r,t\n1,1,a\n", "--missing", "kept").err)
        .contains("--missing is only for dense arrays");
    assertThat(Session.of("write", array, "none.csv").code).isEqualTo(Failure.EXISTENCE);
    assertThat(Session.of("write", array, file("rows.txt", "\0\1")).err)
        .contains(
            "is binary, in an unknown format; rows can be read from csv, tsv, json and arrow");
    assertThat(write("id,r,t\n").err).contains("standard input has no rows");
    assertThat(Session.of("write", array, "x.csv", "--format", "xml").code)
        .isEqualTo(Failure.USAGE);
  }

  @Test
  void sizesHaveUnits() {
    assertThat(WriteCommand.bytes("1000")).isEqualTo(1000);
    assertThat(WriteCommand.bytes("1.5k")).isEqualTo(1536);
    assertThat(WriteCommand.bytes("2 GiB")).isEqualTo(2L << 30);
  }

  @Test
  void encryptedArraysTakeTheirKey() throws IOException {
    String key = file("key", "0123456789abcdeF0123456789abcdeF");
    Session created = Session.with(SPARSE, "create", array, "--schema", "-", "--key-file", key);
    assertThat(created.err).isEmpty();
    assertThat(write("id,r,t\n1,2,secret\n").code).isEqualTo(Failure.REQUEST);
    assertThat(write("id,r,t\n1,2,secret\n", "--key-file", key).err).isEmpty();
    assertThat(cells("--key-file", key)).isEqualTo("id,r,t\n1,2.0,secret\n");
    assertThat(write("id,r,t\n", "--key-file", "-").err)
        .contains("cannot read both the key and the rows from standard input");
  }

  @Test
  void whatIsReadOfOneArrayIsWrittenToAnother() {
    create(Session.of("schema", Session.sample("names"), "--format", "json").out);
    for (String format : List.of("csv", "tsv", "json")) {
      String rows = Session.of("read", Session.sample("names"), "--format", format).out;
      Session session = Session.with(rows, "write", array, "-", "--format", format);
      assertThat(session.err).isEmpty();
    }

    String expected = Session.of("read", Session.sample("names"), "--format", "tsv").out;
    String read = Session.of("read", array, "--format", "tsv").out;
    assertThat(read.lines().distinct().sorted().toList())
        .isEqualTo(expected.lines().distinct().sorted().toList());
  }

  @Test
  void denseArraysAreWrittenFromTheirOwnTextInAnyOrder() {
    for (String sample : List.of("grid", "colors")) {
      array = folder.resolve(sample).toString();
      create(Session.of("schema", Session.sample(sample), "--format", "json").out);
      String rows = Session.of("read", Session.sample(sample), "--format", "csv").out;
      List<String> lines = new ArrayList<>(rows.lines().toList());
      Collections.shuffle(lines.subList(1, lines.size()), new Random(7));
      assertThat(write(String.join("\n", lines)).err).isEmpty();
      assertThat(cells()).isEqualTo(rows);
    }
  }

  @Test
  void anInterruptedWriteLeavesNothing() throws IOException {
    create(SPARSE);
    Session session;
    try {
      Thread.currentThread().interrupt();
      session = write("id,r,t\n1,1,a\n");
    } finally {
      Thread.interrupted();
    }

    assertThat(session.code).isEqualTo(Failure.INTERRUPTED);
    assertThat(session.err).startsWith("azulejo: stopped: ");
    assertThat(leftBehind()).isEmpty();
  }

  @Test
  void aTokenLetsRowsBeWrittenOnlyIfNobodyHasChangedTheArraySince() throws Exception {
    create(SPARSE);
    String before = file("before", Session.of("info", array, "--token").out);
    assertThat(write("id,r,t\n1,2,a\n", "--only-if", before).err).isEmpty();

    Session late = write("id,r,t\n1,3,b\n", "--only-if", before);

    assertThat(late.code).isEqualTo(3);
    assertThat(late.err)
        .contains("after the snapshot of this commit was opened", "nothing was committed");
    assertThat(cells()).isEqualTo("id,r,t\n1,2.0,a\n");
    assertThat(Session.of("gc", array, "--complete-fragments", "--older-than", "0s").out)
        .isEqualTo("no garbage\n");
    String other = file("other", "no token");
    assertThat(write("id,r,t\n1,3,b\n", "--only-if", other).err)
        .contains(
            "other does not contain a token; create one with 'azulejo info URI --token > FILE'");
    assertThat(Session.of("info", folder.toString(), "--token").err)
        .contains("--token requires an array; this is a folder");
  }
}
