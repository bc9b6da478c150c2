package io.azulejo.plot;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.query.Subarray;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class WrittenBoxesTest {
  private static final Path GRID =
      Path.of(System.getProperty("azulejo.root", "..")).toAbsolutePath().resolve("samples/grid");

  @AutoClose private final Azulejo azulejo = Azulejo.create();
  private final Array grid = azulejo.open(Location.of(GRID.toString()));

  @Test
  void eachCellThatWasWrittenIsInOneOfThem() {
    check(WrittenBoxes.of(grid, Subarray.ALL), 1, 12, 1, 10);
  }

  @Test
  void theyAreWithinThePart() {
    Subarray part = Subarray.of("y", 2, 8).and("x", 3, 10);
    check(WrittenBoxes.of(grid, part), 2, 8, 3, 10);
    assertThat(WrittenBoxes.of(grid, Subarray.of("y", 12, 12))).isEmpty();
  }

  @Test
  void aPartOfSeveralRangesIsLeftAlone() {
    Subarray part = Subarray.of("y", 1, 2).and("y", 8, 9);
    assertThat(WrittenBoxes.of(grid, part)).containsExactly(part);
  }

  private void check(List<Subarray> boxes, long lowY, long highY, long lowX, long highX) {
    List<NDRange> fragments =
        grid.fragments().stream().map(f -> f.nonEmptyDomain().orElseThrow()).toList();
    for (long y = 1; y <= 12; y++) {
      for (long x = 1; x <= 10; x++) {
        long cellY = y;
        long cellX = x;
        boolean wanted = y >= lowY && y <= highY && x >= lowX && x <= highX;
        boolean written =
            fragments.stream().anyMatch(f -> has(f.get(0), cellY) && has(f.get(1), cellX));
        long times =
            boxes.stream()
                .filter(
                    b ->
                        has(b.ranges().get("y").get(0), cellY)
                            && has(b.ranges().get("x").get(0), cellX))
                .count();
        assertThat(times).as("y=%d x=%d", y, x).isEqualTo(wanted && written ? 1 : 0);
      }
    }
  }

  private static boolean has(Range range, long value) {
    Range.Longs longs = (Range.Longs) range;
    return longs.low() <= value && value <= longs.high();
  }
}
