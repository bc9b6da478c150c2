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
            Batch.Fixed.of("i", Datatype.INT16, -3, 300),
            Batch.Fixed.of("u", Datatype.UINT64, -1L, 7),
            Batch.Fixed.of("f", Datatype.FLOAT32, 0.5, Double.NaN),
            Batch.Fixed.of("n", Datatype.INT32, Arrays.asList(null, 5)));

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
    Batch.Var texts = Batch.Var.of("s", Datatype.STRING_UTF8, "gr\u00fc\u00df", null, "");

    assertThat(texts.getString(0)).isEqualTo("gr\u00fc\u00df");
    assertThat(texts.isNull(1)).isTrue();
    assertThat(texts.isNull(2)).isFalse();
    assertThat(texts.getString(2)).isEmpty();
  }

  @Test
  void refusesNumbersThatDoNotFit() {
    assertThatThrownBy(() -> Batch.Fixed.of("u", Datatype.UINT8, 3, 256))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("column \"u\", row 1: 256 is no UINT8");
    assertThatThrownBy(() -> Batch.Fixed.of("f", Datatype.FLOAT64, 3, 256))
        .hasMessage("column \"f\": whole numbers are no FLOAT64");
    assertThatThrownBy(() -> Batch.Fixed.of("i", Datatype.INT8, 0.5))
        .hasMessage("column \"i\": real numbers are no INT8");
  }

  @Test
  void refusesColumnsOfDifferentLengths() {
    assertThatThrownBy(
            () ->
                Batch.of(
                    Batch.Fixed.of("a", Datatype.INT8, 1),
                    Batch.Fixed.of("b", Datatype.INT8, 1, 2)))
        .hasMessage("column \"b\" has 2 rows, not 1");
  }
}
