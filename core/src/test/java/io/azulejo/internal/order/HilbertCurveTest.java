package io.azulejo.internal.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.Range;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HilbertCurveTest {
  private static Dimension whole(String name, long low, long high) {
    return new Dimension(
        name,
        Datatype.INT64,
        1,
        FilterPipeline.EMPTY,
        Optional.of(new Range.Whole(low, high)),
        Optional.empty());
  }

  @Test
  void endsWithTheGreatestCoordinateAtTwoToTheSixtyThreeInOneDimension() {
    HilbertCurve curve = new HilbertCurve(List.of(whole("x", 1, 5)));
    long[][] keys = {{1, 3, 5}};

    assertThat(curve.place(new CellColumn[1], keys, 0, new long[1])).isZero();
    assertThat(curve.place(new CellColumn[1], keys, 1, new long[1])).isEqualTo(1L << 62);
    assertThat(curve.place(new CellColumn[1], keys, 2, new long[1])).isEqualTo(Long.MIN_VALUE);
  }

  @Test
  void goesRoundTheCornersOfASquareStepByStep() {
    HilbertCurve curve = new HilbertCurve(List.of(whole("x", 0, 1), whole("y", 0, 1)));
    long[][] keys = {{0, 0, 1, 1}, {0, 1, 1, 0}};

    long last = -1;
    for (int row = 0; row < 4; row++) {
      long place = curve.place(new CellColumn[2], keys, row, new long[2]);
      assertThat(place).as("corner %d", row).isGreaterThan(last);
      last = place;
    }
  }

  @Test
  void readsStringsAsSignedBytes() {
    Dimension text =
        new Dimension(
            "s",
            Datatype.STRING_ASCII,
            Attribute.VAR,
            FilterPipeline.EMPTY,
            Optional.empty(),
            Optional.empty());
    byte[] data = {1, 2, (byte) 0x80};
    CellColumn texts = new CellColumn(data, 0, new int[] {0, 2, 3}, null);

    HilbertCurve curve = new HilbertCurve(List.of(text));

    assertThat(curve.place(new CellColumn[] {texts}, new long[1][], 0, new long[1]))
        .isEqualTo(0x0102000000000000L >>> 1);
    assertThat(curve.place(new CellColumn[] {texts}, new long[1][], 1, new long[1]))
        .isEqualTo(0x8000000000000000L >>> 1);
  }
}
