package io.azulejo.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.FragmentInfo;
import io.azulejo.error.NotFoundException;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.testkit.Launcher;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Where the tiles of fragments lie, as the public interface tells it. */
class TileBoxesTest {
  @AutoClose private final Azulejo azulejo = Azulejo.create();

  private Array sample(String name) {
    return azulejo.open(Location.of(Launcher.ROOT.resolve("samples").resolve(name)));
  }

  @Test
  void denseTilesAreClippedToTheWrittenCells() {
    Array grid = sample("grid");
    FragmentInfo last = grid.fragments().get(grid.fragments().size() - 1);
    assertThat(last.nonEmptyDomain()).contains(NDRange.of(Range.of(5L, 10L), Range.of(2L, 9L)));
    assertThat(grid.tileBoxes(last.name()))
        .containsExactly(
            NDRange.of(Range.of(5L, 8L), Range.of(2L, 5L)),
            NDRange.of(Range.of(5L, 8L), Range.of(6L, 9L)),
            NDRange.of(Range.of(9L, 10L), Range.of(2L, 5L)),
            NDRange.of(Range.of(9L, 10L), Range.of(6L, 9L)));
  }

  @Test
  void tilesOfEachDenseFragmentAreItsCells() {
    Array grid = sample("grid");
    assertThat(grid.fragments()).isNotEmpty().allMatch(fragment -> fragment.cells() > 0);
    for (FragmentInfo fragment : grid.fragments()) {
      List<NDRange> boxes = grid.tileBoxes(fragment.name()).toList();
      assertThat(boxes).hasSize((int) fragment.tiles());
      assertThat(boxes.stream().mapToLong(TileBoxesTest::cells).sum()).isEqualTo(fragment.cells());
    }
  }

  @Test
  void tilesOfASparseFragmentAreWithinItsNonEmptyDomain() {
    Array names = sample("names");
    assertThat(names.fragments()).isNotEmpty().allMatch(fragment -> fragment.tiles() > 0);
    for (FragmentInfo fragment : names.fragments()) {
      List<NDRange> boxes = names.tileBoxes(fragment.name()).toList();
      assertThat(boxes).hasSize((int) fragment.tiles());
      Range.Strings all = (Range.Strings) fragment.nonEmptyDomain().orElseThrow().get(0);
      for (NDRange box : boxes) {
        Range.Strings part = (Range.Strings) box.get(0);
        assertThat(Arrays.compareUnsigned(all.low(), part.low())).isNotPositive();
        assertThat(Arrays.compareUnsigned(part.high(), all.high())).isNotPositive();
      }
    }
  }

  @Test
  void invisibleFragmentsHaveNoTileBoxes() {
    Array grid = sample("grid");
    assertThatThrownBy(() -> grid.tileBoxes("__1_1_nothing"))
        .isInstanceOf(NotFoundException.class)
        .hasMessage("fragment __1_1_nothing is not visible at these times");
  }

  private static long cells(NDRange box) {
    return box.ranges().stream()
        .map(Range.Longs.class::cast)
        .mapToLong(r -> r.high() - r.low() + 1)
        .reduce(1, (a, b) -> a * b);
  }
}
