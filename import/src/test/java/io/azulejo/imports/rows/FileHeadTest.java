package io.azulejo.imports.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.text.input.InputFormat;
import io.azulejo.text.input.TableLayout;
import io.azulejo.text.input.TextDialect;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FileHeadTest {
  private static TableLayout lines(String text) throws IOException {
    return lines(text, Optional.empty());
  }

  private static TableLayout lines(String text, Optional<Character> separator) throws IOException {
    return FileHead.find(
        new BufferedReader(new StringReader(text), FileHead.SIZE),
        InputFormat.CSV,
        new TextDialect(
            separator,
            Optional.empty(),
            Optional.of(FileHead.FINDER),
            Optional.empty(),
            0,
            Optional.empty()));
  }

  @Test
  void separatorsAreThoseThatDivideAllRecordsAlike() throws IOException {
    assertThat(lines("a,b\n1;2,3\n").separator()).isEqualTo(',');
    assertThat(lines("a;b\n1,5;3\n").separator()).isEqualTo(';');
    assertThat(lines("a\tb\n\"x;\ty\n\"\t1\n").separator()).isEqualTo('\t');
    assertThat(lines("a|b\r\n1|2").separator()).isEqualTo('|');
    assertThat(lines("a,b\n1,2,3\n").separator()).isEqualTo(',');
    assertThat(lines("a\nx;y\nz\n").separator()).isEqualTo(',');
    assertThat(lines("").separator()).isEqualTo(',');
  }

  @Test
  void aRecordThatTheEndOfTheHeadCutsDoesNotCount() throws IOException {
    assertThat(lines("a;b\n1;" + "x".repeat(2 * FileHead.SIZE) + ";3").separator()).isEqualTo(';');
  }

  @Test
  void commentsBeforeTheNamesAreCounted() throws IOException {
    TableLayout commented = lines("# one\n\n#two\na,b\n1,2\n");
    assertThat(commented.lines()).isEqualTo(3);
    assertThat(commented.characters()).isEqualTo(12);
    assertThat(commented.notes())
        .containsExactly("header row in line 4; lines before it were skipped, such as \"# one\"");
    assertThat(lines("##x\n#a\tb\n1\t2\n").lines()).isEqualTo(1);
    assertThat(lines("##x\n#a\tb\n1\t2\n").separator()).isEqualTo('\t');
    assertThat(lines("\n\na,b\n1,2\n").lines()).isEqualTo(2);
    assertThat(lines("\n\na,b\n1,2\n").notes()).isEmpty();
    assertThat(lines("#a,b\n1,2\n").lines()).isZero();
    assertThat(lines("#").lines()).isZero();
  }

  @Test
  void namesAfterACommentSignMayHaveSeveralLines() throws IOException {
    assertThat(lines("#a,\"b\nc\"\n1,2\n").lines()).isZero();
    assertThat(lines("# x\n#a;\"b\n\nc\"\n1;2\n").lines()).isEqualTo(1);
    assertThat(lines("#a,\"b\n1,2\n").lines()).isEqualTo(1);
  }

  @Test
  void aWordAfterACommentSignIsTheNameOfTheOnlyColumn() throws IOException {
    assertThat(lines("#word\n1\n2\n").lines()).isZero();
    assertThat(lines("# made today\n#word\n-1.5\n").lines()).isEqualTo(1);
    assertThat(lines("#word\nname\n1\n").lines()).isEqualTo(1);
    assertThat(lines("#two words\n1\n").lines()).isEqualTo(1);
    assertThat(lines("#word\n\nname\n1\n").lines()).isEqualTo(2);
    assertThat(lines("#word\n1,2\n").lines()).isEqualTo(1);
  }

  @Test
  void aKnownSeparatorDecidesWhetherACommentHasTheNames() throws IOException {
    TableLayout found = lines("# x, y\n1,0:2\n#a:b\n1:2\n", Optional.of(':'));

    assertThat(found.lines()).isEqualTo(1);
    assertThat(found.separator()).isEqualTo(':');
  }

  @Test
  void linesOfAnotherFormBeforeATableArePassedOver() throws IOException {
    TableLayout found = lines("Station: 17\nunits: m, s\n\nt,h,v\n1,2,3\n4,5,6\n7,8,9\n");
    assertThat(found.lines()).isEqualTo(3);
    assertThat(found.header()).isTrue();
    assertThat(found.notes())
        .containsExactly(
            "header row in line 4; lines before it were skipped, such as \"Station: 17\"");
    assertThat(lines("Report,,\n,,\nname,a,b\nx,1,2\ny,1,2\nz,1,2\n").lines()).isEqualTo(2);
    assertThat(lines("notes\nhello, world\nfoo, bar\nx, y\n").lines()).isZero();
    assertThat(lines("a,b\n1,2,3\n4,5,6\n").lines()).isZero();
    assertThat(lines("t,h\n1,2\n3\n4,5\n6,7\n8,9\n").lines()).isZero();
  }

  @Test
  void firstLinesOfCellsAreNoNames() throws IOException {
    assertThat(lines("5.1,3.5,setosa\n4.9,3,setosa\n").header()).isFalse();
    assertThat(lines("5.1,3.5,setosa\n4.9,3,setosa\n").numbered())
        .containsExactly("column1", "column2", "column3");
    assertThat(lines("1,2\n3,4\n").header()).isFalse();
    assertThat(lines("1,2,3\n4,5,6\n").header()).isFalse();
    assertThat(lines("2020-01-01;a\n2020-01-02;b\n").header()).isFalse();
    assertThat(lines("a,NA,x\nb,2,y\nc,3,z\n").header()).isTrue();
    assertThat(lines("a,b\nc,d\n").header()).isTrue();
    assertThat(lines("x,1\n").header()).isTrue();
    assertThat(lines("a,b\n1,2\n").header()).isTrue();
  }

  @Test
  void yearsAndNumbersOfColumnsAreNames() throws IOException {
    TableLayout years = lines("country,1990,1995\nChad,12.5,13\nPeru,1,2\n");
    assertThat(years.header()).isTrue();
    assertThat(years.notes())
        .containsExactly(
            "line 1 is read as the header row, although it has numbers; use --no-header if it is data, or --melt to make a row of each value");
    assertThat(lines("0,1,2\n0.5,1.5,2\n1,1,1\n").header()).isTrue();
    assertThat(lines("Chad,1990\nPeru,1991\n").header()).isFalse();
  }

  @Test
  void namesMayLackThatOfTheFirstColumn() throws IOException {
    TableLayout found = lines("\"mpg\",\"cyl\"\n\"Mazda\",21,6\n\"Fiat\",32,4\n");
    assertThat(found.rowNames()).isTrue();
    assertThat(found.separator()).isEqualTo(',');
    assertThat(found.notes()).containsExactly("the first column has no name; it is named row");
    assertThat(lines("a,b\n1,2,\n3,4,\n5,6,\n").rowNames()).isFalse();
    assertThat(lines("a,b\n1,2,\n3,4,\n5,6,\n").lines()).isZero();
    assertThat(lines("a,b\n1,2,\n3,4,\n5,6,\n").trailing()).isTrue();
    assertThat(lines("a,b,\n1,2,\n3,4,\n").trailing()).isTrue();
    assertThat(lines("a,b,c\n1,2,\n3,4,\n").trailing()).isFalse();
    assertThat(lines("a,b,\n1,2,\n3,4,5\n").trailing()).isFalse();
    assertThat(lines(",a\n0,1\n1,2\n").rowNames()).isFalse();
    assertThat(lines(",a\n0,1\n1,2\n").notes())
        .containsExactly("the first column has no name; it is named row");
  }

  @Test
  void blanksSeparateWhereNothingElseDoes() throws IOException {
    assertThat(lines("  year  mean\n  1990   1.5\n  1991  12.5\n").separator()).isEqualTo(' ');
    assertThat(lines("\"a\" \"b\"\n\"x y\" 1 2\n\"z\" 3 4\n").separator()).isEqualTo(' ');
    assertThat(lines("full name\nJohn Smith\nJane Doe\n").separator()).isEqualTo(',');
    assertThat(lines("a, b\n1, 2\n3, 4\n").separator()).isEqualTo(',');
  }

  @Test
  void encodingsAreToldByTheirBytes() {
    assertThat(FileHead.charset("ü".getBytes(StandardCharsets.UTF_8)))
        .isEqualTo(StandardCharsets.UTF_8);
    assertThat(FileHead.charset("ü".getBytes(StandardCharsets.ISO_8859_1)))
        .isEqualTo(FileHead.WINDOWS);
    assertThat(FileHead.charset("ü".getBytes(StandardCharsets.UTF_16)))
        .isEqualTo(StandardCharsets.UTF_16);
    assertThat(FileHead.charset(new byte[] {-1, -2, 65, 0})).isEqualTo(StandardCharsets.UTF_16);
    assertThat(FileHead.charset(new byte[0])).isEqualTo(StandardCharsets.UTF_8);
  }

  @Test
  void charactersThatTheEndOfTheHeadCutsAreNoErrors() {
    byte[] head = ("x" + "ü".repeat(FileHead.SIZE)).getBytes(StandardCharsets.UTF_8);

    assertThat(FileHead.charset(Arrays.copyOf(head, FileHead.SIZE)))
        .isEqualTo(StandardCharsets.UTF_8);
  }

  @Test
  void anyTextHasALineOfNames() throws IOException {
    Random random = new Random(7);
    String letters = "a#\n\r,;|\t\"\ufeff ";
    for (int trial = 0; trial < 20_000; trial++) {
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(30); i > 0; i--) {
        text.append(letters.charAt(random.nextInt(letters.length())));
      }
      TableLayout found = lines(text.toString());
      assertThat(found.characters()).as("seed 7, %s", text).isBetween(0, text.length());
      assertThat(found.separator()).isIn(',', ';', '|', '\t', ' ');
    }
  }
}
