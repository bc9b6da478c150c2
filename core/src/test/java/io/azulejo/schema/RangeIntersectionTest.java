package io.azulejo.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.InvalidRequestException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Intersections of ranges, compared with the coordinates that both ranges have. */
class RangeIntersectionTest {
  private static final long SEED = Long.getLong("azulejo.seed", 20_261_127L);

  private static final int COUNT = 30;

  /** The first coordinates of ranges: at the ends of the numbers, and before their middle. */
  private static final Map<Datatype, long[]> FIRSTS =
      Map.of(
          Datatype.INT64, new long[] {Long.MIN_VALUE, -15, Long.MAX_VALUE - COUNT + 1},
          Datatype.UINT64, new long[] {0, Long.MAX_VALUE - 15, -COUNT});

  private final Random random = new Random(SEED);

  /** Returns the coordinates from {@code first} on that are in a range, as offsets. */
  private static List<Integer> coordinates(Range range, long first, Datatype type) {
    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < COUNT; i++) {
      if (contains(range, first + i, type)) {
        all.add(i);
      }
    }
    return all;
  }

  private static boolean contains(Range range, long value, Datatype type) {
    if (range instanceof Range.Open open) {
      int order = compare(value, ((Range.Longs) open.bound()).low(), type);
      return open.upwards() ? order >= 0 : order <= 0;
    }
    Range.Strided ends = Range.Strided.of(range);
    return compare(value, ends.low(), type) >= 0
        && compare(value, ends.high(), type) <= 0
        && Long.remainderUnsigned(value - ends.low(), ends.step()) == 0;
  }

  private static int compare(long a, long b, Datatype type) {
    return type == Datatype.UINT64 ? Long.compareUnsigned(a, b) : Long.compare(a, b);
  }

  private Range integers(long first) {
    int low = random.nextInt(COUNT);
    int high = low + random.nextInt(COUNT - low);
    return switch (random.nextInt(4)) {
      case 0 -> Range.every(1 + random.nextInt(9), first + low, first + high);
      case 1 -> Range.from(first + low);
      case 2 -> Range.until(first + high);
      default -> Range.of(first + low, first + high);
    };
  }

  @Test
  void hasTheIntegersOfBothRanges() {
    for (int i = 0; i < 20_000; i++) {
      Datatype type = random.nextBoolean() ? Datatype.INT64 : Datatype.UINT64;
      long first = FIRSTS.get(type)[random.nextInt(3)];
      Range a = integers(first);
      int low = random.nextInt(COUNT);
      Range b = Range.of(first + low, first + low + random.nextInt(COUNT - low));
      List<Integer> expected = coordinates(a, first, type);
      expected.retainAll(coordinates(b, first, type));

      Optional<Range> both = a.intersection(b, type);

      assertThat(both.map(range -> coordinates(range, first, type)).orElse(List.of()))
          .as("azulejo.seed=%d: %s and %s, %s", SEED, a, b, type)
          .isEqualTo(expected);
      assertThat(both.isPresent()).isEqualTo(!expected.isEmpty());
    }
  }

  @Test
  void hasTheNumbersAndTextsOfBothRanges() {
    assertThat(Range.of(0.5, 3.5).intersection(Range.of(1.0, 9.0), Datatype.FLOAT64))
        .hasValue(Range.of(1.0, 3.5));
    assertThat(Range.of(2, 30).intersection(Range.of(-1.0, 9.0), Datatype.FLOAT32))
        .hasValue(Range.of(2.0, 9.0));
    assertThat(Range.from(2).intersection(Range.of(-1.0, 9.0), Datatype.FLOAT32))
        .hasValue(Range.of(2.0, 9.0));
    assertThat(Range.until(-2.0).intersection(Range.of(-1.0, 9.0), Datatype.FLOAT64)).isEmpty();
    assertThat(Range.of(-0.0, 1.0).intersection(Range.of(0.0, 1.0), Datatype.FLOAT64))
        .hasValue(Range.of(-0.0, 1.0));
    assertThat(Range.of("b", "x").intersection(Range.of("a", "m"), Datatype.STRING_ASCII))
        .hasValue(Range.of("b", "m"));
    assertThat(Range.from("n").intersection(Range.of("a", "m"), Datatype.STRING_ASCII)).isEmpty();
    assertThat(Range.until("b").intersection(Range.of("a", "m"), Datatype.STRING_ASCII))
        .hasValue(Range.of("a", "b"));
  }

  @Test
  void refusesRangesOfDifferentKinds() {
    assertThatThrownBy(() -> Range.of("a", "b").intersection(Range.of(1, 2), Datatype.INT32))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessage("the ranges [\"a\", \"b\"] and [1, 2] have different kinds of coordinates");
    assertThatThrownBy(() -> Range.from(1.5).intersection(Range.of(1, 2), Datatype.INT32))
        .isInstanceOf(InvalidRequestException.class);
  }
}
