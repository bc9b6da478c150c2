package io.azulejo.internal.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.internal.runtime.LittleEndian;
import io.azulejo.internal.runtime.StringNumbers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Cells of coded columns, against the same columns without codes. */
class CellGatherTest {
  private static final long SEED = Long.getLong("azulejo.seed", 20261127L);

  private final Random random = new Random(SEED);

  private static CellColumn texts(List<String> texts) {
    int[] offsets = new int[texts.size() + 1];
    for (int i = 0; i < texts.size(); i++) {
      offsets[i + 1] = offsets[i] + texts.get(i).length();
    }
    byte[] data = String.join("", texts).getBytes(StandardCharsets.US_ASCII);
    return new CellColumn(data, 0, offsets, null);
  }

  /** Returns a column with few strings, coded or not, and with nulls. */
  private CellColumn column(int rows, int strings) {
    CellColumn list =
        texts(IntStream.range(0, strings).mapToObj(i -> "x".repeat(i % 5) + i).toList());
    int[] codes = random.ints(rows, 0, strings).toArray();
    byte[] validity = new byte[rows];
    for (int i = 0; i < rows; i++) {
      validity[i] = (byte) random.nextInt(3);
    }
    return new CellColumn(list.data(), 0, list.offsets(), validity, codes);
  }

  private static String text(CellColumn column, int row) {
    int text = column.text(row);
    return new String(
        Arrays.copyOfRange(column.data(), column.offsets()[text], column.offsets()[text + 1]),
        StandardCharsets.US_ASCII);
  }

  @Test
  void copiesStringsOfCodedColumns() {
    System.out.println("azulejo.seed=" + SEED);
    for (int round = 0; round < 50; round++) {
      CellColumn[] coded = {column(100, 7), column(60, 30), column(80, 80).expanded()};
      int count = 1 + random.nextInt(300);
      int[] partOf = random.ints(count, 0, coded.length).toArray();
      int[] rowOf = random.ints(count, 0, 60).toArray();
      int[] offsets = new int[count + 1];
      CellGather.lengths(coded, partOf, rowOf, 0, count, offsets, 1);
      Arrays.parallelPrefix(offsets, Integer::sum);
      byte[] data = new byte[offsets[count]];
      CellGather.texts(coded, partOf, rowOf, 0, count, data, offsets, 0);
      CellColumn made = new CellColumn(data, 0, offsets, null);
      CellColumn joined = CellGather.coded(coded, partOf, rowOf, null);
      StringNumbers numbers = new StringNumbers();
      byte[] numbered = new byte[Integer.BYTES * (count + 1)];
      CellGather.numbers(coded, partOf, rowOf, 0, count, numbers, numbered, Integer.BYTES);

      for (int i = 0; i < count; i++) {
        CellColumn column = coded[partOf[i]];
        String text = text(column, rowOf[i]);
        assertThat(text(made, i)).isEqualTo(text);
        if (joined != null) {
          assertThat(text(joined, i)).isEqualTo(text);
        }
        int number = LittleEndian.getInt(numbered, Integer.BYTES * (i + 1));
        if (column.validity()[rowOf[i]] == 0) {
          assertThat(number).isZero();
        } else {
          assertThat(numbers.string(number)).asString().isEqualTo(text);
        }
      }
    }
  }

  @Test
  void joinsListsOnlyIfTheyAreSmall() {
    CellColumn[] columns = {texts(List.of("fill")), column(100, 7), column(100, 8)};
    int[] partOf = IntStream.range(0, 200).map(i -> 1 + i / 100).toArray();
    int[] rowOf = IntStream.range(0, 200).map(i -> i % 100).toArray();
    CellColumn joined = CellGather.coded(columns, partOf, rowOf, null);

    assertThat(joined.offsets()).hasSize(1 + 7 + 8 + 1);
    assertThat(CellGather.coded(columns, new int[31], new int[31], null)).isNull();
    columns[1] = texts(List.of("x".repeat(1000)));
    assertThat(CellGather.coded(columns, new int[100], new int[100], null)).isNull();
  }
}
