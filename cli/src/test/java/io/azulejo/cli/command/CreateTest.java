package io.azulejo.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.cli.Session;
import io.azulejo.cli.terminal.Failure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CreateTest {
  @TempDir private Path folder;
  private String array;

  @BeforeEach
  void locate() {
    array = folder.resolve("array").toString();
  }

  private Session create(String text, String... args) throws IOException {
    return createFrom("rows.csv", text, args);
  }

  private Session createFrom(String name, String text, String... args) throws IOException {
    Path file = Files.writeString(folder.resolve(name), text);
    return Session.line("create %s --from %s %s", array, file.toString(), args);
  }

  private static String rows(String header, int count, String row) {
    StringBuilder text = new StringBuilder(header + "\n");
    for (int i = 0; i < count; i++) {
      text.append(row.replace("#", String.valueOf(i))).append('\n');
    }
    return text.toString();
  }

  @Test
  void typesAreThoseThatHoldAllCells() throws IOException {
    Session session =
        create(
            "id,big,real,truth,day,time,code,text,empty,maybe\n"
                + "1,1,1,true,2024-01-01,2024-01-01T10:00Z,007,a,,1\n"
                + "2,3000000000,1.5,false,2024-02-29,2024-01-01T10:00:00.125Z,010,ü,,\n"
                + "3,2,nan,TRUE,2024-03-01,2024-01-01 10:00:00,011,\"1\",,3\n",
            Session.words("--dims id --dry-run"));

    assertThat(session.err).isEmpty();
    assertThat(session.out)
        .startsWith("guessed from the 3 rows of ")
        .contains("sparse array")
        .contains("duplicates          not allowed")
        .containsPattern("id +INT32 +-2147483647\\.\\.2147483645 +tile 2 ")
        .containsPattern("big +INT64 ")
        .containsPattern("real +FLOAT64 ")
        .containsPattern("truth +BOOL ")
        .containsPattern("day +DATETIME_DAY ")
        .containsPattern("time +DATETIME_MS ")
        .containsPattern("code +STRING_UTF8\\[\\] ")
        .containsPattern("text +STRING_UTF8\\[\\] ")
        .containsPattern("empty +STRING_UTF8\\[\\] +nullable ")
        .containsPattern("maybe +INT32 +nullable ");
    assertThat(Files.exists(Path.of(array))).isFalse();
  }

  @Test
  void jsonTellsTextsFromNumbersAndHasLists() throws IOException {
    Session session =
        createFrom(
            "rows.json",
            "[{\"k\":\"a\",\"n\":\"5\",\"l\":[1,2],\"m\":[]},"
                + "{\"k\":\"b\",\"n\":\"6\",\"l\":[],\"m\":[0.5],\"o\":1}]",
            "--write");

    assertThat(session.err).isEmpty();
    assertThat(session.out)
        .contains("dimensions: k; use --dims to choose others")
        .containsPattern("n +STRING_UTF8\\[\\] ")
        .containsPattern("l +INT64\\[\\] ")
        .containsPattern("m +FLOAT64\\[\\] ")
        .containsPattern("o +INT32 +nullable ")
        .contains("wrote 2 cells, ");
    assertThat(Session.of("read", array, "--format", "json").out)
        .isEqualTo(
            "{\"k\":\"a\",\"n\":\"5\",\"l\":[1,2],\"m\":[],\"o\":null}\n"
                + "{\"k\":\"b\",\"n\":\"6\",\"l\":[],\"m\":[0.5],\"o\":1}\n");
  }

  @Test
  void whatWasCreatedTakesTheRows() throws IOException {
    String text = "when,v\n2024-01-01T00:00:00Z,0.25\n";
    assertThat(create(text, "--write").err).isEmpty();
    Session.done("write", array, folder.resolve("rows.csv").toString(), "--at", "2040-01-01");
    assertThat(Session.of("read", array, "--format", "csv").out)
        .isEqualTo("when,v\n2024-01-01T00:00:00Z,0.25\n");
  }

  @Test
  void placesAreDimensionsInHilbertOrder() throws IOException {
    Session session = create("mag,Lat,Lon\n1,50.5,-7\n2,51,-7.5\n3,51,-7.5\n", "--write");

    assertThat(session.err).isEmpty();
    assertThat(session.out)
        .contains("dimensions: Lat, Lon")
        .contains("duplicates allowed, because 1 row shares its coordinates with others")
        .contains("cell order          hilbert")
        .containsPattern("Lat +FLOAT64 +-90\\.0\\.\\.90\\.0 ")
        .containsPattern("Lon +FLOAT64 +-180\\.0\\.\\.180\\.0 ")
        .contains("wrote 3 cells, ");
  }

  @Test
  void realDimensionsTakeEveryNumber() throws IOException {
    Session session = create("u,w,a\n10,-3,1\n20.5,4,2\n", "--dims", "u,w", "--write");

    assertThat(session.out)
        .containsPattern("u +FLOAT64 +-1.7976931348623157e308\\.\\.1.7976931348623157e308 ")
        .containsPattern("w +INT32 +-\\d+\\.\\.\\d+ ");
    assertThat(Session.of("write", array, "-", "--format", "csv").code).isEqualTo(Failure.REQUEST);
    String more = "u,w,a\n-1e300,-2000000000,5\n15,2000000000,6\n15,-7,7\n";
    assertThat(Session.with(more, "write", array, "-", "--format", "csv").err).isEmpty();
    assertThat(Session.of("read", array, "--format", "csv", "--layout", "row-major").out)
        .isEqualTo(
            "u,w,a\n-1e300,-2000000000,5\n10.0,-3,1\n15.0,-7,7\n15.0,2000000000,6\n20.5,4,2\n");
    assertThat(Session.of("read", array, "--format", "csv", "--range", "u=15..20").out)
        .isEqualTo("u,w,a\n15.0,-7,7\n15.0,2000000000,6\n");
  }

  @Test
  void dimensionsThatManyRowsShareAreWarnedOfWithTheCommandThatDoesBetter() throws IOException {
    StringBuilder text = new StringBuilder("senior,customer_id,charge\n");
    for (int i = 0; i < 40; i++) {
      text.append(i % 2).append(",c").append(i * 7 % 40).append(',').append(i / 3).append('\n');
    }
    Session session = create(text.toString(), "--dims", "senior", "--dry-run");

    assertThat(session.err).isEmpty();
    assertThat(session.out)
        .contains("duplicates allowed, because 38 rows share their coordinates with others")
        .contains("better: azulejo create " + array + " --from ")
        .contains(" --dims customer_id\n");
    assertThat(create(text.toString(), "--dry-run").out)
        .contains("dimensions: customer_id;")
        .doesNotContain("warning");
  }

  @Test
  void eachChoiceIsExplainedInALine() throws IOException {
    Session session = create("id,flag,x\n1,0,1.5\n2,1,NA\n3,0,2\n", "--explain", "--dry-run");

    assertThat(session.err).isEmpty();
    assertThat(session.out)
        .contains("  id: INT32, a dimension\n")
        .contains("  flag: INT32, an attribute, not a dimension: its cells are only 0 or 1\n")
        .contains(
            "  x: FLOAT64 with nulls, an attribute, not a dimension: some of its cells are empty\n");
  }

  @Test
  void separatorsAndEncodingsCanBeSaid() throws IOException {
    Files.write(
        folder.resolve("rows.csv"), "id:n\u00e4me\n1:\u00fc\n".getBytes(StandardCharsets.UTF_16BE));
    String file = folder.resolve("rows.csv").toString();
    String[] said = {"--delimiter", ":", "--encoding", "utf-16be"};

    Session.done("create", array, "--from", file, "--write", said[0], said[1], said[2], said[3]);
    assertThat(Session.of("read", array, "--format", "csv").out)
        .isEqualTo("id,n\u00e4me\n1,\u00fc\n");
    assertThat(Session.of("write", array, file, "--delimiter", "::").err)
        .contains("--delimiter ::: expected one character");
    assertThat(Session.of("write", array, file, "--encoding", "utf-99").err)
        .contains("--encoding utf-99: unknown encoding");
  }

  @Test
  void commentsArePassedOverWithASeparatorThatWasNamedToo() throws IOException {
    Session session =
        create("# made, by hand\n#id:v\n1:x\n", "--delimiter", ":", "--dims", "id", "--write");

    assertThat(session.err).isEmpty();
    assertThat(session.out)
        .contains(
            "header row in line 2; lines before it were skipped, such as \"# made, by hand\"");
    assertThat(Session.of("read", array, "--format", "csv").out).isEqualTo("id,v\n1,x\n");
  }

  @Test
  void namesThatBeginLikeCommentsComeBackFromWhatReadWrites() throws IOException {
    String text = "\"#id\",v\n1,x\n";
    assertThat(create(text, "--dims", "#id", "--write").err).isEmpty();

    String read = Session.of("read", array, "--format", "csv").out;
    assertThat(read).isEqualTo(text);
    assertThat(Session.with(read, "write", array, "-", "--format", "csv", "--at", "2040").err)
        .isEmpty();
  }

  @Test
  void whatIsSaidOfTheFirstLinesHolds() throws IOException {
    assertThat(create("a,b\nc,d\n", "--no-header", "--dims", "column1", "--write").err).isEmpty();
    assertThat(Session.of("read", array, "--format", "csv").out)
        .isEqualTo("column1,column2\na,b\nc,d\n");
    array = folder.resolve("numbers").toString();
    assertThat(create("1,2\n3,4\n5,6\n", "--header", "--dims", "1", "--write").err).isEmpty();
    assertThat(Session.of("read", array, "--format", "csv").out).isEqualTo("1,2\n3,4\n5,6\n");
    array = folder.resolve("skipped").toString();
    assertThat(create("x,y\n#z,w\nk,v\n1,a\n", "--skip", "2", "--dims", "k", "--write").err)
        .isEmpty();
    assertThat(Session.of("read", array, "--format", "csv").out).isEqualTo("k,v\n1,a\n");
    array = folder.resolve("bad").toString();
    assertThat(create("a\n", "--skip", "-1").err).contains("--skip -1: must be at least 0");
    assertThat(create("a,a\nb,c\n").err).contains("twice; use --no-header if the row is data");
  }

  @Test
  void tablesOfBlanksAreReadToTheirEnds() throws IOException {
    String text =
        "\n  day   place  v\n\n 1 \"New \"\"York\"\"\" NA\t\n2   Oslo   1.5\r\n   \n3 x 2.5";
    Session session = create(text, "--delimiter", " ", "--null", "NA", "--write");

    assertThat(session.err).isEmpty();
    assertThat(Session.of("read", array, "--format", "csv").out)
        .isEqualTo("day,place,v\n1,\"New \"\"York\"\"\",\n2,Oslo,1.5\n3,x,2.5\n");
    array = folder.resolve("bad").toString();
    assertThat(create("a b\n1 2\n3 4 5\n", "--delimiter", " ").err)
        .contains("line 3: found 3 values for 2 columns");
    assertThat(create("a b\n1 \"2\n3\n", "--delimiter", " ").err)
        .contains("line 2: a quote is not closed");
  }

  @Test
  void tablesOfFixedWidthAreReadToTheirEnds() throws IOException {
    String text =
        "# made by hand\r\nplace     v\r\n-----  ----\r\nOslo    1.5\r\nNew X     2\r\n\r\n"
            + "Rome\r\nA B   12.5\r\nC       3.5";
    assertThat(create(text, "--delimiter", "fixed", "--dims", "place", "--write").err).isEmpty();
    assertThat(Session.of("read", array, "--format", "csv").out)
        .isEqualTo("place,v\nA B,12.5\nC,3.5\nNew X,2.0\nOslo,1.5\nRome,\n");
    array = folder.resolve("bad").toString();
    String bad = "place   v\n" + "O P   1.5\nQ     2\n".repeat(60) + "x".repeat(20) + "\n";
    assertThat(create(bad, "--dims", "place").err)
        .contains("line 122: found text between two columns");
  }

  @Test
  void tablesThatAreDrawnAreRefusedWithAdvice() throws IOException {
    assertThat(create("| a | b |\n|---|:--|\n| 1 | x |\n| 3 | y |\n| 4 | z |\n").err)
        .contains("line 2 is a ruler below the header row");
    assertThat(create(" id | v\n----+-----\n  1 | 2\n  2 | 3\n(2 rows)\n").err)
        .contains("line 2 is a ruler below the header row");
    assertThat(create("id,v\n---,1\n2,3\n", "--dims", "v").err).isEmpty();
  }

  @Test
  void separatorsAtTheEndsOfLinesAreNoColumn() throws IOException {
    for (String names : new String[] {"id,v\n", "id,v,\n"}) {
      for (String end : new String[] {".csv", ".tsv"}) {
        array = folder.resolve("array" + names.length() + end).toString();
        String text = names + "1,a,\n2,b,\n3,c,\n";
        Session session =
            createFrom(
                "rows" + end, end.equals(".csv") ? text : text.replace(',', '\t'), "--write");

        assertThat(session.err).as(text).isEmpty();
        assertThat(Session.of("read", array, "--format", "csv").out)
            .isEqualTo("id,v\n1,a\n2,b\n3,c\n");
      }
    }
    array = folder.resolve("bad").toString();
    String rows = "id,v,\n" + "1,a,\n".repeat(120);
    assertThat(create(rows + "2,b,c\n", "--dims", "id").err)
        .contains("line 122: found 3 values for 2 columns");
  }

  @Test
  void linesOfErrorsCountTheCommentsBefore() throws IOException {
    assertThat(create("# made by hand\n\nid;v\n1;2\n2;3;4\n").err)
        .contains("line 5: found 3 values for 2 columns");
    assertThat(create("# made by hand\n\nid,v\n1,2\n2,3,4\n").err)
        .contains("line 5: found 3 values for 2 columns");
  }

  @Test
  void denseArraysHaveTheBoxAroundTheCells() throws IOException {
    Session session =
        create("x,y,a\n5,1,1\n6,1,2\n5,2,3\n6,2,4\n", "--dims", "y,x", "--dense", "--write");

    assertThat(session.err).isEmpty();
    assertThat(session.out)
        .containsPattern("y +INT32 +1\\.\\.2 +tile 2 ")
        .containsPattern("x +INT32 +5\\.\\.6 +tile 2 ")
        .contains("wrote 4 cells, ");
    assertThat(Session.of("read", array, "--format", "csv").out)
        .isEqualTo("y,x,a\n1,5,1\n1,6,2\n2,5,3\n2,6,4\n");
  }

  @Test
  void missingCellsOfDenseArraysAreTold() throws IOException {
    String text = "x,y,a\n5,1,1\n6,2,4\n";

    assertThat(create(text, "--dims", "y,x", "--dense", "--write").err)
        .contains("the file lacks rows for some cells of the dense array");
    assertThat(Files.exists(Path.of(array))).isFalse();
    Session session = create(text, "--dims", "y,x", "--dense");
    assertThat(session.out).contains("some cells have no row: write the rows with --fill");
    assertThat(Session.of("write", array, folder.resolve("rows.csv").toString(), "--fill").err)
        .isEmpty();
  }

  @Test
  void denseArraysWithoutDimensionsCountRows() throws IOException {
    Session session = create("a,b\n1,x\n2,y\n3,z\n", "--dense", "--write");

    assertThat(session.err).isEmpty();
    assertThat(session.out).containsPattern("row +INT64 +0\\.\\.9223372036854774783 +tile 1024 ");
    assertThat(Session.of("read", array, "--format", "csv").out)
        .isEqualTo("row,a,b\n0,1,x\n1,2,y\n2,3,z\n");
  }

  @Test
  void enumerationsHaveTheValuesOfTheColumn() throws IOException {
    Session session =
        create("id,w\n1,red\n2,blue\n3,\n4,red\n", "--enumerate", "w", "--dims", "id", "--write");

    assertThat(session.err).isEmpty();
    assertThat(session.out)
        .containsPattern("w +UINT8 +nullable +of w ")
        .contains("enumeration w: 2 values");
    assertThat(Session.of("read", array, "--format", "csv", "--where", "w = 'red'").out)
        .isEqualTo("id,w\n1,red\n4,red\n");
  }

  @Test
  void filtersAreThoseThatMakeTheSampleSmall() throws IOException {
    Session session =
        create(rows("id,same,real", 5000, "#,constant text,#.5"), "--dims", "id", "--dry-run");

    assertThat(session.out)
        .containsPattern("id +INT32 .* DOUBLE_DELTA, ZSTD -1")
        .containsPattern("real +FLOAT64 .*SHUFFLE, ZSTD -1");
  }

  @Test
  void onlyTheFirstRowsAreLookedAtWhenThereAreMany() throws IOException {
    String text = rows("id,a", 20, "#,#");
    Session session = create(text, "--sample", "10", "--dry-run");

    assertThat(session.out).startsWith("guessed from the first 10 rows of ");
  }

  @Test
  void rowsThatCannotBeWrittenLeaveNoArray() throws IOException {
    String text = rows("id,a", 20, "#,#") + "x,y\n";
    Session session = create(text, "--sample", "10", "--seal", "--write");

    assertThat(session.code).isEqualTo(Failure.REQUEST);
    assertThat(session.err).contains("line 22, column id");
    assertThat(Files.exists(Path.of(array))).isFalse();
    assertThat(create(text.replace("x,y\n", ""), "--write").err).isEmpty();
  }

  @Test
  void adviceIsGivenForWhatCannotBeGuessed() throws IOException {
    assertThat(create("a\n1\n", "--dims", "a").err).contains("no columns are left for attributes");
    assertThat(create("a,b\n1,2\n", "--dims", "c").err)
        .contains("--dims: unknown column c; valid: a, b");
    assertThat(create("a,b\n,2\n", "--dims", "a").err)
        .contains("column a cannot be a dimension: some of its cells are empty");
    assertThat(create("a,b\n").err).contains("cannot guess a schema, because the file has no rows");
    assertThat(create("a,b\n1,2\n", "--dense", "--sparse").err)
        .contains("use either --sparse or --dense");
    assertThat(create("a,b\n1,2,3\n").err).contains("line 2: found 3 values for 2 columns");
    assertThat(create("a,b\nx,2\n", "--dims", "a", "--dense").err)
        .contains("dimensions of dense arrays must be integers or datetimes");
    assertThat(Session.of("create", array).err).contains("--schema FILE.json, or --from DATA.csv");
    assertThat(create("a,b\n1,2\n").err).isEmpty();
    assertThat(create("a,b\n1,2\n").code).isEqualTo(Failure.EXISTENCE);
  }

  @Test
  void dimensionsOfEveryTypeTakeTheirRows() throws IOException {
    List<String> rows = List.of("2024-01-1#,1", "-#,x", "#.5,true", "a#,2024-01-01T00:00:00Z");
    for (int i = 0; i < rows.size(); i++) {
      array = folder.resolve("array" + i).toString();
      Session session = create(rows("k,v", 9, rows.get(i)), "--dims", "k", "--write");
      assertThat(session.err).isEmpty();
      assertThat(session.out).contains("wrote 9 cells, ");
      String read = Session.of("read", array, "--format", "csv").out;
      assertThat(read.lines().count()).isEqualTo(10);
    }
  }

  @Test
  void dimensionsReachAsFarAsTheirTypes() throws IOException {
    List<List<String>> ends =
        List.of(
            List.of("-9223372036854775808", "9223372036854775806"),
            List.of("-2147483648", "2147483646"),
            List.of("0", "9223372036854775806"),
            List.of("3000000000", "4000000000"),
            List.of("-3000000000", "4000000000"),
            List.of("-1e300", "1e308"),
            List.of("0.5", "0.5"),
            List.of("1.7e308", "1.7e308"),
            List.of("2024-01-01T00:00:00.123456789Z", "2025-01-01T00:00:00.123456789Z"),
            List.of("1700-01-01T00:00:00.000001Z", "2025-01-01T00:00:00.123456Z"),
            List.of("0001-01-01", "9999-12-31"));
    for (int i = 0; i < ends.size(); i++) {
      array = folder.resolve("array" + i).toString();
      String rows = "k,v\n" + ends.get(i).get(0) + ",1\n" + ends.get(i).get(1) + ",2\n";
      Session session = create(rows, "--dims", "k", "--write");
      assertThat(session.err).as(ends.get(i).toString()).isEmpty();
      assertThat(session.out).contains("wrote 2 cells, ");
      assertThat(Session.of("read", array, "--format", "csv").out.lines().count()).isEqualTo(3);
    }
  }
}
