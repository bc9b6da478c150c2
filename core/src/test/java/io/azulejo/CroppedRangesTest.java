package io.azulejo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.Row;
import io.azulejo.query.SplitOptions;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import io.azulejo.storage.Storage;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads that crop their ranges to the domain. */
class CroppedRangesTest {
  private static final long SEED = Long.getLong("azulejo.seed", 20_261_127L);

  @AutoClose
  private final Azulejo azulejo = Azulejo.builder().storage("mem", Storage.inMemory()).build();

  /** Creates an array of 20 cells, x = 1..20, whose values are ten times as high. */
  private Array array(String place, boolean dense) {
    ArraySchema.Builder schema = dense ? ArraySchema.dense() : ArraySchema.sparse();
    ArrayHandle array = azulejo.array(place);
    array.create(
        schema
            .dimension(Dimension.of("x", Datatype.INT32, Range.of(1, 20), 7))
            .attribute(Attribute.of("a", Datatype.INT32))
            .build());
    int[] x = IntStream.rangeClosed(1, 20).toArray();
    Column values = Column.ofInts("a", IntStream.of(x).map(i -> 10 * i).toArray());
    array.append(dense ? Batch.of(values) : Batch.of(Column.ofInts("x", x), values));
    return array.open();
  }

  private static List<String> cells(Read read) {
    return read.rows().map(Row::toString).toList();
  }

  private static void refuses(String message, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void readTheCellsWithinTheDomain(boolean dense) {
    Random random = new Random(SEED);
    Array array = array("mem://array", dense);
    for (int i = 0; i < 300; i++) {
      int low = random.nextInt(35) - 14;
      int high = Math.max(1, low) + random.nextInt(20);
      int step = 1 + random.nextInt(3);
      int first = low + (Math.max(0, 1 - low) + step - 1) / step * step;
      if (first > Math.min(high, 20)) {
        continue;
      }
      Read inside = array.read().range("x", Range.every(step, first, Math.min(high, 20)));
      Read beyond = array.read().range("x", Range.every(step, low, high)).cropRanges();

      String what = "azulejo.seed=%d: %d to %d, step %d".formatted(SEED, low, high, step);
      assertThat(cells(beyond)).as(what).isEqualTo(cells(inside)).isNotEmpty();
      assertThat(beyond.aggregate("count(), sum(a)"))
          .hasToString(inside.aggregate("count(), sum(a)").toString());
    }
    assertThat(cells(array.read().range("x", Range.from(-3)).cropRanges())).hasSize(20);
  }

  @Test
  void splitsCoverTheCroppedCells() {
    Array array = array("mem://split", true);
    Read read = array.read().range("x", -10, 4).range("x", 18, 90).cropRanges();

    List<String> cells =
        read.splits(SplitOptions.DEFAULT.targetBytes(1)).stream()
            .flatMap(split -> cells(array.read(split.request())).stream())
            .toList();
    assertThat(cells).isEqualTo(cells(read)).hasSize(7);
  }

  @Test
  void aRangeWithoutCoordinatesInTheDomainIsRefused() {
    Array array = array("mem://outside", true);
    Read read = array.read().cropRanges();
    refuses("21..30 is not within the domain 1..20", read.range("x", 21, 30)::rows);
    refuses("not within the domain", read.range("x", Range.every(50, 0, 49))::rows);
    refuses("not within the domain", read.range("x", Range.until(0))::rows);
    refuses("ends before it begins", read.range("x", 30, 10)::rows);
  }

  @Test
  void rangesBeyondTheDomainAreRefusedByDefault() {
    Array array = array("mem://default", true);
    assertThat(array.read().request().cropsRanges()).isFalse();
    refuses("not within the domain 1..20", array.read().range("x", 10, 21)::rows);
  }

  @Test
  void aCroppedRangeIsLogged() {
    Array array = array("mem://logged", false);
    try (LoggedWarnings warnings = LoggedWarnings.collect()) {
      cells(array.read().range("x", 3, 20).cropRanges());
      assertThat(warnings.about("mem://logged")).isEmpty();
      cells(array.read().range("x", 3, 25).cropRanges());
      assertThat(warnings.about("mem://logged"))
          .singleElement()
          .asString()
          .endsWith("the range 3..25 of dimension \"x\" was cropped to 3..20");
    }
  }

  @Test
  void theCurrentDomainIsTheLimitOfGrowingArrays() {
    ArrayHandle array = azulejo.array("mem://growing");
    array.create(
        ArraySchema.sparse()
            .dimension(Dimension.text("name"))
            .dimension(Dimension.of("t", Datatype.FLOAT64, Range.of(0.0, 100.0), 10.0))
            .currentDomain(NDRange.of(Range.of("b", "m"), Range.of(0.0, 10.0)))
            .attribute(Attribute.of("a", Datatype.INT32))
            .build());
    array.append(
        Batch.of(
            Column.ofStrings("name", "b", "k"),
            Column.ofDoubles("t", 0.5, 9.5),
            Column.ofInts("a", 1, 2)));
    Read read = array.open().read().range("t", 5, 50);

    refuses("current domain", read::rows);
    assertThat(cells(read.range("name", "", "z").cropRanges())).singleElement();
    refuses("current domain", read.range("name", "n", "z").cropRanges()::rows);
  }
}
