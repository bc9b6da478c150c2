package io.azulejo.text.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FileHeadTest {
  private static FileHead.Lines lines(String text) throws IOException {
    return FileHead.lines(
        new BufferedReader(new StringReader(text), FileHead.SIZE), Optional.empty());
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
    assertThat(lines("# one\n\n#two\na,b\n1,2\n"))
        .isEqualTo(new FileHead.Lines(3, 12, ',', "# one"));
    assertThat(lines("##x\n#a\tb\n1\t2\n")).isEqualTo(new FileHead.Lines(1, 4, '\t', "##x"));
    assertThat(lines("\n\na,b\n1,2\n")).isEqualTo(new FileHead.Lines(2, 2, ',', ""));
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
    FileHead.Lines found =
        FileHead.lines(
            new BufferedReader(new StringReader("# x, y\n1,0:2\n#a:b\n1:2\n"), FileHead.SIZE),
            Optional.of(':'));

    assertThat(found.lines()).isEqualTo(1);
    assertThat(found.separator()).isEqualTo(':');
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
      FileHead.Lines found = lines(text.toString());
      assertThat(found.characters()).as("seed 7, %s", text).isBetween(0, text.length());
      assertThat(found.separator()).isIn(',', ';', '|', '\t');
    }
  }
}
