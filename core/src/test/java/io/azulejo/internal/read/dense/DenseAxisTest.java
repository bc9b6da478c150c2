package io.azulejo.internal.read.dense;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.snapshot.fragment.TileGrid;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.Range;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DenseAxisTest {
  private static TileGrid grid(Datatype type, long low, long high, long extent) {
    return TileGrid.of(
        ArraySchema.dense()
            .dimension(
                Dimension.asStored(
                    "x",
                    type,
                    1,
                    FilterPipeline.EMPTY,
                    Optional.of(Range.of(low, high)),
                    Optional.of(extent)))
            .attribute(Attribute.of("a", Datatype.INT32))
            .buildAsStored());
  }

  @Test
  void cutsRangesAtTilesInTheOrderGiven() {
    DenseAxis axis =
        new DenseAxis(
            grid(Datatype.INT32, 1, 20, 5), 0, List.of(Range.of(9L, 12L), Range.of(1L, 2L)));

    assertThat(axis.count()).isEqualTo(6);
    assertThat(axis.segments(0, 6))
        .containsExactly(
            new DenseAxis.Segment(9, 1, 2, 1, 0),
            new DenseAxis.Segment(11, 1, 2, 2, 2),
            new DenseAxis.Segment(1, 1, 2, 0, 4));
    assertThat(axis.coordinate(3)).isEqualTo(12);
    assertThat(axis.coordinate(4)).isEqualTo(1);
  }

  @Test
  void cutsInTheMiddleWhereATileBegins() {
    DenseAxis axis =
        new DenseAxis(grid(Datatype.INT64, 0, 999, 100), 0, List.of(Range.of(0L, 999L)));

    assertThat(axis.cut(0, 1000)).isEqualTo(500);
    assertThat(axis.cut(0, 970)).isEqualTo(400);
    assertThat(axis.cut(10, 90)).isEqualTo(50);
  }

  @Test
  void refusesMoreCoordinatesThanCanBeCounted() {
    TileGrid grid = grid(Datatype.INT64, Long.MIN_VALUE, Long.MAX_VALUE - 16, 16);

    refuses(
        InvalidRequestException.class,
        () -> new DenseAxis(grid, 0, List.of(Range.of(Long.MIN_VALUE, Long.MAX_VALUE - 16))));
    assertThatThrownBy(
            () ->
                new DenseAxis(
                    grid, 0, List.of(Range.of(0L, Long.MAX_VALUE - 16), Range.of(0L, 20L))))
        .isInstanceOf(InvalidRequestException.class);
  }

  @Test
  void knowsWhichPositionsReachIntoBounds() {
    DenseAxis axis =
        new DenseAxis(
            grid(Datatype.INT32, 1, 100, 5),
            0,
            List.of(Range.of(50L, 59L), Range.every(10, 1, 31)));

    assertThat(axis.touches(0, 10, 59, 70)).isTrue();
    assertThat(axis.touches(0, 9, 59, 70)).isFalse();
    assertThat(axis.touches(10, 14, 22, 40)).isTrue();
    assertThat(axis.touches(10, 13, 22, 40)).isFalse();
    assertThat(axis.touches(0, 14, 60, 100)).isFalse();
  }
}
