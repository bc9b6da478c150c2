package io.azulejo.text.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FixedColumnsTest {
  private static FixedColumns of(String text) {
    return FixedColumns.of(text.toCharArray(), 0, text.length(), true);
  }

  @Test
  void columnsLieBetweenPlacesWhereAllLinesHaveBlanks() {
    FixedColumns columns =
        of(
            "station      year  mean\n"
                + "-----------  ----  ----\n"
                + "New York     1990  12.5\n"
                + "Los Angeles  1990   7\n"
                + "Rome               9.25\n"
                + "Oslo         1991\n");

    assertThat(columns.starts()).containsExactly(0, 13, 19);
    assertThat(columns.cells("New York     1990  12.5"))
        .containsExactly("New York", "1990", "12.5");
    assertThat(columns.cells("Rome               9.25")).containsExactly("Rome", "", "9.25");
    assertThat(columns.cells("Oslo")).containsExactly("Oslo", "", "");
    assertThat(columns.cells("")).containsExactly("", "", "");
    assertThat(columns.cells("Tegucigalpa12 1990 1")).isNull();
    assertThat(columns.cells("Santo Domingo19 1990")).isNull();
  }

  @Test
  void wordsBelowOneNameAreOneColumn() {
    assertThat(
            of("name       v\nJohn Roe   1\nJane Roe   2\nJack Poe   3\nJill Coe   4\n").starts())
        .containsExactly(0, 11);
  }

  @Test
  void namesThatDoNotStandAboveTheirCellsShowNoColumns() {
    assertThat(
            of("id   long   up\n1  -61.7833 1\n2  -61.7833 2\n3  -1.5    3\n4  2       4\n").size())
        .isZero();
  }

  @Test
  void fewLinesOrTabsShowNoColumns() {
    assertThat(of("a  b\n1  2\n3  4\n").size()).isZero();
    assertThat(of("a\tb\n1\t2\n3\t4\n5\t6\n7\t8\n").size()).isZero();
    assertThat(of("one\ntwo\nsix\nten\nfar\n").size()).isZero();
  }

  @Test
  void tablesThatAreWrittenWithFixedWidthComeBack() {
    Random random = new Random(17);
    for (int trial = 0; trial < 300; trial++) {
      int columns = 2 + random.nextInt(4);
      int rows = 6 + random.nextInt(30);
      List<List<String>> cells = new ArrayList<>();
      StringBuilder text = new StringBuilder();
      for (int row = 0; row <= rows; row++) {
        List<String> line = new ArrayList<>();
        for (int column = 0; column < columns; column++) {
          String cell =
              row == 0
                  ? "n" + column
                  : column == 0
                      ? random.nextInt(5) == 0 ? "" : "x".repeat(1 + random.nextInt(8))
                      : String.valueOf(random.nextInt(100_000) >> random.nextInt(17));
          line.add(cell);
          String form = column == 0 ? "%-10s" : "%8s";
          text.append(String.format(Locale.ROOT, form, cell));
        }
        text.append('\n');
        cells.add(line);
      }
      FixedColumns found = of(text.toString());

      assertThat(found.size()).as("seed 17, trial %d", trial).isEqualTo(columns);
      String[] lines = text.toString().split("\n");
      for (int row = 0; row <= rows; row++) {
        assertThat(found.cells(lines[row])).as(text.toString()).isEqualTo(cells.get(row));
      }
    }
  }
}
