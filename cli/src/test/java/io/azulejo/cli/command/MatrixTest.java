package io.azulejo.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.cli.Session;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Wide tables and grids of numbers as cells. */
class MatrixTest {
  @TempDir private Path folder;
  private String array;

  @BeforeEach
  void locate() {
    array = folder.resolve("array").toString();
  }

  private Session create(String text, String... args) throws IOException {
    String file = Files.writeString(folder.resolve("rows.csv"), text).toString();
    return Session.line("create %s --from %s %s", array, file, args);
  }

  private String read() {
    return Session.of("read", array, "--format", "csv", "--layout", "row-major").out;
  }

  @Test
  void aGridOfNumbersIsADenseArray() throws IOException {
    Session session = create("1,2,3\n4,5.5,6\n7,8,9\n", "--matrix", "--write");

    assertThat(session.err).isEmpty();
    assertThat(session.out)
        .contains("dense array")
        .containsPattern("row +INT32 +0\\.\\.2 ")
        .containsPattern("value +FLOAT64 ")
        .contains("wrote 9 cells");
    assertThat(read())
        .isEqualTo(
            "row,column,value\n0,0,1.0\n0,1,2.0\n0,2,3.0\n1,0,4.0\n1,1,5.5\n1,2,6.0\n"
                + "2,0,7.0\n2,1,8.0\n2,2,9.0\n");
  }

  @Test
  void aGridThatBlanksSeparateIsOneToo() throws IOException {
    String text = "1.5e+00 2.0e+00\n3.0e+00 4.0e+00\n5.0e+00 6.0e+00\n";

    assertThat(create(text, "--matrix", "--write").err).isEmpty();
    assertThat(read())
        .isEqualTo("row,column,value\n0,0,1.5\n0,1,2.0\n1,0,3.0\n1,1,4.0\n2,0,5.0\n2,1,6.0\n");
  }

  @Test
  void namesOfRowsAndColumnsAreDimensions() throws IOException {
    String expected = "row,column,value\nBRCA1,s1,5\nBRCA1,s2,0\nTP53,s1,7\nTP53,s2,9\n";
    for (String text :
        List.of(
            ",s1,s2\nTP53,7,9\nBRCA1,5,0\n",
            "gene,s1,s2\nTP53,7,9\nBRCA1,5,0\n",
            "\"s1\",\"s2\"\n\"TP53\",7,9\n\"BRCA1\",5,0\n")) {
      array = folder.resolve("array" + text.hashCode()).toString();
      assertThat(create(text, "--matrix", "--write").err).isEmpty();
      assertThat(read()).isEqualTo(expected);
    }
  }

  @Test
  void numbersThatNameRowsAndColumnsAreTheDomain() throws IOException {
    Session session = create("y,10,11,12\n5,1,2,3\n6,4,5,6\n", "--matrix", "--write");

    assertThat(session.err).isEmpty();
    assertThat(session.out).contains("dense array").containsPattern("column +INT32 +10\\.\\.12 ");
    assertThat(read().lines().toList()).contains("5,10,1", "6,12,6");
    array = folder.resolve("sparse").toString();
    assertThat(create("y,10,20\n5,1,2\n6,4,5\n", "--matrix", "--write").out)
        .contains("sparse array");
  }

  @Test
  void wideTablesBecomeLong() throws IOException {
    Session session = create("country,1990,1995\nChad,5.9,NA\nPeru,22,23.9\n", "--melt", "--write");

    assertThat(session.err).isEmpty();
    assertThat(session.out).contains("dimensions: country, year");
    assertThat(read())
        .isEqualTo(
            "country,year,value\nChad,1990,5.9\nChad,1995,\nPeru,1990,22.0\nPeru,1995,23.9\n");
  }

  @Test
  void theColumnsThatStayCanBeNamed() throws IOException {
    String text = "id,place,low,high\n1,Oslo,-3,4\n2,Rome,5,16\n";

    assertThat(create(text, "--melt", "place,id", "--dims", "id,variable", "--write").err)
        .isEmpty();
    assertThat(read())
        .isEqualTo(
            "id,variable,place,value\n1,high,Oslo,4\n1,low,Oslo,-3\n2,high,Rome,16\n2,low,Rome,5\n");
    String file = folder.resolve("rows.csv").toString();
    assertThat(Session.of("write", array, file, "--melt", "place,id", "--at", "2040").err)
        .isEmpty();
  }

  @Test
  void adviceIsGivenForWhatCannotBeMelted() throws IOException {
    assertThat(create("a,b\n1,2\n", "--melt", "c").err)
        .contains("--melt: unknown column \"c\"; valid: a, b");
    assertThat(create("a,b\n1,2\n", "--melt", "a,b").err).contains("no columns of values are left");
    assertThat(create("a,b\n1,2\n", "--melt", "--matrix").err).contains("use either");
    assertThat(create("a,b\n1,2\n3,4,5\n", "--melt").err)
        .contains("line 3: found 3 values for 2 columns");
    String json = Files.writeString(folder.resolve("rows.json"), "[{\"a\":1}]").toString();
    assertThat(Session.of("create", array, "--from", json, "--matrix").err)
        .contains("--matrix is only for csv and tsv, but the file is json");
  }

  @Test
  void rowsWithoutNamesAreCountedOnFromFileToFile() throws IOException {
    Files.writeString(folder.resolve("part1.txt"), "1 2\n3 4.5\n5 6\n");
    Files.writeString(folder.resolve("part2.txt"), "7 8\n9 10\n11 12\n");

    String said =
        Session.done(
            Session.words(
                "create %s --from %s --matrix --write",
                array, folder.resolve("part*.txt").toString()));
    assertThat(said).contains("dense array").containsPattern("row +INT32 +0\\.\\.5 ");
    assertThat(read().lines().toList()).contains("0,0,1.0", "2,1,6.0", "3,0,7.0", "5,1,12.0");
  }
}
