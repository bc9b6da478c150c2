package io.azulejo.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.schema.Datatype;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class BatchTest {
  @Test
  void columnsOfNumbersHoldThem() {
    Batch batch =
        Batch.of(
            Column.of("i", Datatype.INT16, -3, 300),
            Column.of("u", Datatype.UINT64, -1L, 7),
            Column.of("f", Datatype.FLOAT32, 0.5, Double.NaN),
            Column.of("n", Datatype.INT32, Arrays.asList(null, 5)));

    assertThat(batch.rows()).isEqualTo(2);
    assertThat(batch.column("i").getLong(0)).isEqualTo(-3);
    assertThat(batch.column("i").getLong(1)).isEqualTo(300);
    assertThat(batch.column("u").getLong(0)).isEqualTo(-1);
    assertThat(batch.column("f").getDouble(0)).isEqualTo(0.5);
    assertThat(batch.column("f").getDouble(1)).isNaN();
    assertThat(batch.column("n").isNull(0)).isTrue();
    assertThat(batch.column("n").getInt(1)).isEqualTo(5);
    assertThat(batch.column("i").nullable()).isFalse();
  }

  @Test
  void columnsOfTextsHoldThem() {
    VarColumn texts = Column.of("s", Datatype.STRING_UTF8, "gr\u00fc\u00df", null, "");

    assertThat(texts.getString(0)).isEqualTo("gr\u00fc\u00df");
    assertThat(texts.isNull(1)).isTrue();
    assertThat(texts.isNull(2)).isFalse();
    assertThat(texts.getString(2)).isEmpty();
  }

  @Test
  void refusesNumbersThatDoNotFit() {
    assertThatThrownBy(() -> Column.of("u", Datatype.UINT8, 3, 256))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("column \"u\", row 1: 256 is no UINT8");
    assertThatThrownBy(() -> Column.of("f", Datatype.FLOAT64, 3, 256))
        .hasMessage("column \"f\": integers are no FLOAT64");
    assertThatThrownBy(() -> Column.of("i", Datatype.INT8, 0.5))
        .hasMessage("column \"i\": floating-point numbers are no INT8");
  }

  @Test
  void refusesColumnsOfDifferentLengths() {
    assertThatThrownBy(
            () -> Batch.of(Column.of("a", Datatype.INT8, 1), Column.of("b", Datatype.INT8, 1, 2)))
        .hasMessage("column \"b\" has 2 rows, not 1");
  }

  @Test
  void copiesValuesOfTheRightTypeAlone() {
    Column longs = Column.of("n", Datatype.INT64, 1, -2);
    Column times = Column.of("t", Datatype.DATETIME_MS, 3);
    Column doubles = Column.of("f", Datatype.FLOAT64, 0.5, -2);
    Column texts = Column.of("s", Datatype.STRING_UTF8, "ab", "c");
    long[] copied = new long[3];
    double[] numbers = new double[2];
    byte[] bytes = new byte[3];

    longs.copyTo(copied, 0);
    times.copyTo(copied, 2);
    doubles.copyTo(numbers, 0);
    texts.copyTo(bytes, 0);

    assertThat(copied).containsExactly(1, -2, 3);
    assertThat(numbers).containsExactly(0.5, -2);
    assertThat(bytes).containsExactly('a', 'b', 'c');
    assertThatThrownBy(() -> longs.copyTo(new double[2], 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "column \"n\" holds values of INT64, not of double: copy them to a long[], or their"
                + " bits with copyBits");
    assertThatThrownBy(() -> doubles.copyTo(new long[2], 0))
        .hasMessageContaining("copy them to a double[]");
    assertThatThrownBy(() -> longs.copyTo(new byte[16], 0))
        .hasMessageContaining("copy them to a long[]");
    assertThatThrownBy(() -> Column.of("w", Datatype.STRING_UTF16, "ab").copyTo(new short[1], 0))
        .hasMessage(
            "column \"w\" holds values of STRING_UTF16, not of short: copy their bits with copyBits,"
                + " or take getString of each row");
  }

  @Test
  void copiesBitsWhateverTheyMean() {
    Column doubles = Column.of("f", Datatype.FLOAT64, 1.0);
    long[] bits = new long[1];
    byte[] bytes = new byte[8];

    doubles.copyBits(bits, 0);
    doubles.copyBits(bytes, 0);

    assertThat(bits[0]).isEqualTo(Double.doubleToRawLongBits(1));
    assertThat(bytes[7]).isEqualTo((byte) 0x3f);
    assertThatThrownBy(() -> doubles.copyBits(new int[2], 0))
        .hasMessage("column \"f\" has values of 8 bytes (FLOAT64), not of 4");
  }

  @Test
  void columnsOfAnyValuesHoldThemAndNulls() {
    Column texts = Column.of("s", Datatype.STRING_ASCII, Arrays.asList("a", null));
    assertThat(texts.getString(0)).isEqualTo("a");
    assertThat(texts.isNull(1)).isTrue();
    assertThatThrownBy(() -> Column.of("s", Datatype.STRING_ASCII, Arrays.asList(1)))
        .hasMessage("column \"s\" of STRING_ASCII: 1 is no text");
    assertThatThrownBy(() -> Column.of("n", Datatype.INT8, Arrays.asList("a")))
        .hasMessage("column \"n\" of INT8: a is no number");
  }

  @Test
  void aBatchShowsItsFirstRows() {
    Batch batch =
        Batch.of(
            Column.of("y", Datatype.INT32, Arrays.asList(1, 20, null)),
            Column.of("note", Datatype.STRING_UTF8, "a", null, "x".repeat(50)));

    assertThat(batch)
        .hasToString(
            """
            3 rows
               y  note
               1  a
              20  null
            null  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...""");
    assertThat(Batch.of(Column.of("n", Datatype.INT8, new long[11])).toString())
        .startsWith("11 rows\nn\n0\n")
        .endsWith("0\n...");
  }
}
