package io.azulejo.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.cli.Session;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cells read point by point. */
class PointsFileTest {
  private static final String GRID = Session.sample("grid");

  @TempDir private Path folder;

  @Test
  void readsTheCellsOfAFile() throws IOException {
    Path file = Files.writeString(folder.resolve("points.csv"), "x,y\n5,1\r\n2,3\n2,3\n3,2");
    String said =
        Session.done(
            "read", GRID, "--points", file.toString(), "--fields", "y,x", "--format", "csv");
    assertThat(said).isEqualTo("y,x\n1,5\n2,3\n3,2\n");
  }

  @Test
  void whatWasReadIsAListOfPoints() {
    String[] where = {"read", GRID, "--where", "a > 40", "--format", "csv"};
    String rows = Session.of(where).out;
    assertThat(Session.with(rows, "read", GRID, "--points", "-", "--format", "csv").out)
        .isEqualTo(rows)
        .hasLineCount(9);
  }

  @Test
  void textsMayStandInQuotes() {
    String input = "v,name\n1,iotaa23\n2,\"lambda\"\"q\"\n3,\"iotaj45\"\n";
    Session session =
        Session.with(
            input,
            Session.words(
                "read %s --points - --fields name --format csv", Session.sample("names")));
    assertThat(session.err).isEmpty();
    assertThat(session.out).startsWith("name\niotaa23\niotaj45\n");
  }

  @Test
  void theFileIsUnderstoodAsFilesOfRowsAre() throws IOException {
    Path file = Files.writeString(folder.resolve("points.txt"), "# mine\nx;note;y\n5;a;1\n3;b;2\n");
    String[] read = {
      "read", GRID, "--points", file.toString(), "--fields", "y,x", "--format", "csv"
    };
    assertThat(Session.of(read).out).isEqualTo("y,x\n1,5\n2,3\n");
    String json = "[{\"y\":1,\"x\":5},{\"y\":2,\"x\":3}]";
    assertThat(
            Session.with(json, "read", GRID, "--points", "-", "--fields", "y,x", "--format", "csv")
                .out)
        .isEqualTo("y,x\n1,5\n2,3\n");
    String tabs = "y/x\n1/5\n2/3\n";
    assertThat(
            Session.with(
                    tabs,
                    Session.words(
                        "read %s --points - --delimiter / --fields y,x --format csv", GRID))
                .out)
        .isEqualTo("y,x\n1,5\n2,3\n");
  }

  @Test
  void datesOfTheDayOrTheMonthFirstAreSaid() {
    String days = Session.sample("days");
    String all = Session.of("read", days, "--range", "day=1970-01-08", "--format", "csv").out;
    assertThat(
            Session.with(
                    "day\n8/1/1970\n",
                    Session.words("read %s --points - --date-format dmy --format csv", days))
                .out)
        .isEqualTo(all)
        .hasLineCount(2);
  }

  @Test
  void whatWasReadOfOddTextsIsFoundAgain() {
    String names = Session.sample("names");
    String rows = Session.of("read", names, "--format", "csv").out;
    assertThat(Session.with(rows, "read", names, "--points", "-", "--format", "csv").out)
        .isEqualTo(rows);
  }

  @Test
  void optionsOfTheFileGoWithIt() {
    assertThat(Session.of("read", GRID, "--delimiter", ";").err)
        .isEqualTo("azulejo: --delimiter requires --points\n");
    assertThat(Session.in(Map.of("AZULEJO_NULL", "NA"), "read", GRID).err).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "y;1|no column for x; the header row has y",
        "y,x;1,2;3|cannot use 1 of 2 rows: line 3: found 1 value for 2 columns",
        "y,x;1,z|cannot use 1 of 1 row: line 2, column x: \"z\" is not an integer",
        "y,x;1,'2|line 2: the closing quote of a cell is missing",
        "y,x;'1'2,3|line 2: unexpected \"2\" after a closing quote",
      })
  void saysInWhichLineSomethingIsWrong(String lines, String message) {
    String input = lines.replace(';', '\n').replace('\'', '"');
    Session session = Session.with(input, "read", GRID, "--points", "-");
    assertThat(session.code).isEqualTo(1);
    assertThat(session.err).startsWith("azulejo: standard input: " + message);
  }

  @Test
  void goesWithoutRanges() {
    Session session = Session.of("read", GRID, "--points", "-", "--range", "x=1");
    assertThat(session.code).isEqualTo(1);
    assertThat(session.err).isEqualTo("azulejo: --points cannot be combined with --range\n");
    assertThat(Session.of("read", GRID, "--points", "none.csv").err)
        .isEqualTo("azulejo: file none.csv does not exist\n");
  }
}
