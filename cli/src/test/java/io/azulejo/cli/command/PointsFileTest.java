package io.azulejo.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.cli.Session;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
    Session session =
        Session.of("read", GRID, "--points", file.toString(), "--fields", "y,x", "--format", "csv");
    assertThat(session.err).isEmpty();
    assertThat(session.out).isEqualTo("y,x\n1,5\n2,3\n3,2\n");
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
            "read",
            Session.sample("names"),
            "--points",
            "-",
            "--fields",
            "name",
            "--format",
            "csv");
    assertThat(session.err).isEmpty();
    assertThat(session.out).startsWith("name\niotaa23\niotaj45\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "y;1|, line 1: there is no column x; the first line has to name all dimensions",
        "y,x;1,2;3|, line 3: 1 values, but the first line has 2 names",
        "y,x;1,z|, line 2 z: \"z\" is no integer",
        "y,x;1,'2|, line 2: a quote is not closed",
        "y,x;'1'2,3|, line 2: after the quote that ends a value comes a comma",
      })
  void saysInWhichLineSomethingIsWrong(String lines, String message) {
    String input = lines.replace(';', '\n').replace('\'', '"');
    Session session = Session.with(input, "read", GRID, "--points", "-");
    assertThat(session.code).isEqualTo(1);
    assertThat(session.err).startsWith("azulejo: --points -" + message);
  }

  @Test
  void goesWithoutRanges() {
    Session session = Session.of("read", GRID, "--points", "-", "--range", "x=1");
    assertThat(session.code).isEqualTo(1);
    assertThat(session.err).isEqualTo("azulejo: --points goes without --range\n");
    assertThat(Session.of("read", GRID, "--points", "none.csv").err)
        .isEqualTo("azulejo: there is no file none.csv\n");
  }
}
