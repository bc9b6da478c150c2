package io.azulejo.internal.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HilbertCurveTest {
  private static Dimension whole(String name, long low, long high) {
    return Dimension.asStored(
        name,
        Datatype.INT64,
        1,
        FilterPipeline.EMPTY,
        Optional.of(new Range.Longs(low, high)),
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
        Dimension.asStored(
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

  @Test
  void givesManyCellsThePlacesThatItGivesEachOfThem() {
    long seed = Long.getLong("azulejo.seed", 20_261_121L);
    Random random = new Random(seed);
    for (int dimensions = 1; dimensions <= 5; dimensions++) {
      List<Dimension> all = new ArrayList<>();
      Rows rows = new Rows(dimensions, 1500);
      for (int d = 0; d < dimensions; d++) {
        long high = 1L << 1 + random.nextInt(61);
        all.add(whole("d" + d, -high, high));
        for (int row = 0; row < 1500; row++) {
          rows.keys[d][row] = random.nextLong() % (high + 1);
        }
      }
      HilbertCurve curve = new HilbertCurve(all);
      long[] places = new long[1500];
      curve.places(rows, 0, 700, places, 0);
      curve.places(rows, 700, 800, places, 700);
      for (int row = 0; row < 1500; row++) {
        assertThat(places[row])
            .as("%d dimensions, row %d, -Dazulejo.seed=%d", dimensions, row, seed)
            .isEqualTo(curve.place(rows.coordinates, rows.keys, row, new long[dimensions]));
      }
    }
  }

  private static final class Rows extends Cells {
    Rows(int dimensions, int count) {
      coordinates = new CellColumn[dimensions];
      keys = new long[dimensions][count];
      selected = count;
    }
  }
}
