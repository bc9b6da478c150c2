package io.azulejo.internal.snapshot.fragment;

import static io.azulejo.internal.snapshot.fragment.StoredStatistics.attribute;
import static io.azulejo.internal.snapshot.fragment.StoredStatistics.dense;
import static io.azulejo.internal.snapshot.fragment.StoredStatistics.sparse;
import static io.azulejo.internal.snapshot.fragment.StoredStatistics.text;
import static io.azulejo.internal.snapshot.fragment.StoredStatistics.value;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TileStatisticsTest {
  private static final int CURRENT = 23;

  private static Attribute.Builder ints() {
    return attribute(Datatype.INT32);
  }

  private static Attribute.Builder nullable(Datatype type) {
    return attribute(type).nullable(true);
  }

  private static Attribute.Builder strings() {
    return attribute(Datatype.STRING_ASCII).cellValNum(Attribute.VAR);
  }

  private static void assertNothing(TileStatistics statistics) {
    assertThat(statistics.hasBounds(0)).isFalse();
    assertThat(statistics.onlyNulls(0)).isFalse();
    assertNotExact(statistics);
  }

  private static void assertNotExact(TileStatistics statistics) {
    assertThat(statistics.exactMin(0)).isFalse();
    assertThat(statistics.exactMax(0)).isFalse();
    assertThat(statistics.exactSum(0)).isFalse();
  }

  private static void assertAllExact(TileStatistics statistics) {
    assertThat(statistics.exactMin(0)).isTrue();
    assertThat(statistics.exactMax(0)).isTrue();
    assertThat(statistics.exactSum(0)).isTrue();
    assertThat(statistics.exactNullCount(0)).isTrue();
  }

  // What depends on versions and on where a fragment comes from.

  @Test
  void sparseTilesAreKnownSinceVersion11() {
    assertNothing(sparse(10, ints()).tile(-3, 7, 20, 0).ofAttribute());
    TileStatistics statistics = sparse(11, ints()).tile(-3, 7, 20, 0).ofAttribute();
    assertThat(statistics.hasBounds(0)).isTrue();
    assertThat(statistics.lowBits(0)).isEqualTo(-3);
    assertThat(statistics.highBits(0)).isEqualTo(7);
    assertAllExact(statistics);
    assertThat(statistics.minBits(0)).isEqualTo(-3);
    assertThat(statistics.maxBits(0)).isEqualTo(7);
    assertThat(statistics.sumBits(0)).isEqualTo(20);
  }

  @Test
  void denseTilesAreBoundedSinceVersion11AndKnownSince17() {
    assertNothing(dense(10, ints()).tile(-3, 7, 20, 0).ofAttribute());
    TileStatistics old = dense(16, ints()).tile(-3, 7, 20, 0).ofAttribute();
    assertThat(old.hasBounds(0)).isTrue();
    assertNotExact(old);
    assertAllExact(dense(17, ints()).tile(-3, 7, 20, 0).ofAttribute());
  }

  @Test
  void consolidatedDenseTilesAreOnlyBounded() {
    TileStatistics statistics =
        dense(CURRENT, ints()).atTwoTimes().tile(-3, 7, 20, 0).ofAttribute();
    assertThat(statistics.hasBounds(0)).isTrue();
    assertNotExact(statistics);
    assertAllExact(sparse(CURRENT, ints()).atTwoTimes().tile(-3, 7, 20, 0).ofAttribute());
  }

  @Test
  void denseStringsOfVariableSizeAreUnknown() {
    assertNothing(dense(CURRENT, strings()).tile(text("a"), text("b"), 0, 0).ofAttribute());
    TileStatistics nullable =
        dense(CURRENT, strings().nullable(true)).tile(text("a"), text("b"), 0, 0).ofAttribute();
    assertNothing(nullable);
    assertThat(nullable.noNulls(0)).isFalse();
    assertThat(nullable.exactNullCount(0)).isFalse();
  }

  @Test
  void denseNullableStringsOfFixedSizeAreKnownSinceVersion21() {
    Attribute.Builder two = nullable(Datatype.CHAR).cellValNum(2).fill(new byte[] {9, 9});
    assertNothing(dense(20, two).tile(text("aa"), text("bb"), 0, 0).ofAttribute());
    assertThat(dense(21, two).tile(text("aa"), text("bb"), 0, 0).ofAttribute().exactMin(0))
        .isTrue();
    Attribute.Builder one = nullable(Datatype.CHAR);
    assertNothing(dense(20, one).tile(text("a"), text("b"), 0, 0).ofAttribute());
    Attribute.Builder never = attribute(Datatype.STRING_ASCII).cellValNum(2);
    assertThat(dense(17, never).tile(text("aa"), text("bb"), 0, 0).ofAttribute().exactMin(0))
        .isTrue();
  }

  @Test
  void nothingIsKnownThroughLossyFilters() {
    FilterPipeline scale = FilterPipeline.of(Filter.zstd(3), Filter.scaleFloat(0.1, 0, 4));
    Attribute.Builder scaled = attribute(Datatype.FLOAT64).filters(scale);
    assertNothing(sparse(CURRENT, scaled).tile(1.0, 2.0, 3.0).ofAttribute());
    assertNothing(dense(CURRENT, pictures(false)).tile(1, 2, 3, 0).ofAttribute());
    assertAllExact(dense(CURRENT, pictures(true)).tile(1, 2, 3, 0).ofAttribute());
  }

  private static Attribute.Builder pictures(boolean lossless) {
    Filter webp = Filter.webp(50, Filter.PixelFormat.RGB, lossless, 2, 6);
    return attribute(Datatype.UINT8).filters(FilterPipeline.of(webp));
  }

  @ParameterizedTest
  @EnumSource(
      value = Datatype.class,
      names = {"BLOB", "GEOM_WKB", "GEOM_WKT", "STRING_UTF8", "STRING_UTF16", "STRING_UCS4"})
  void typesWithoutAnOrderHaveNoBounds(Datatype type) {
    TileStatistics statistics = sparse(CURRENT, nullable(type)).tile(1, 2, 3, 0).ofAttribute();
    assertNothing(statistics);
    assertThat(statistics.noNulls(0)).isFalse();
    assertThat(statistics.exactNullCount(0)).isFalse();
  }

  @Test
  void manyNumbersACellHaveNoBounds() {
    Attribute.Builder two = attribute(Datatype.INT32).cellValNum(2);
    Slice value = value(Datatype.INT64, 5);
    assertNothing(sparse(CURRENT, two).tile(value, value, 3, 0).ofAttribute());
  }

  @Test
  void whatWasLeftOutIsUnknown() {
    Slice none = value(Datatype.UINT64, 0);
    Slice noBounds = Slice.of(new byte[2 * Long.BYTES]);
    TileStatistics statistics =
        sparse(CURRENT, nullable(Datatype.INT32))
            .tile(1, 2, 3, 0)
            .replace(StoredStatistics.Part.MINS, noBounds)
            .replace(StoredStatistics.Part.SUMS, none)
            .replace(StoredStatistics.Part.NULL_COUNTS, none)
            .ofAttribute();
    assertNothing(statistics);
    assertThat(statistics.noNulls(0)).isFalse();
    assertThat(statistics.exactNullCount(0)).isFalse();
  }

  // Nulls.

  @Test
  void fieldsThatAreNotNullableHaveNoNulls() {
    TileStatistics statistics = sparse(3, ints()).tile(1, 2, 3, 0).ofAttribute();
    assertThat(statistics.noNulls(0)).isTrue();
    assertThat(statistics.exactNullCount(0)).isTrue();
    assertThat(statistics.nullCount(0)).isZero();
  }

  @Test
  void countsOfNullsTellWhetherThereAreOnlySuch() {
    TileStatistics statistics =
        sparse(CURRENT, nullable(Datatype.INT32))
            .tile(1, 2, 3, 0)
            .tile(1, 2, 3, 4)
            .tile(0, 0, 0, 10)
            .ofAttribute();
    assertThat(statistics.noNulls(0)).isTrue();
    assertThat(statistics.hasBounds(1)).isTrue();
    assertThat(statistics.noNulls(1)).isFalse();
    assertThat(statistics.onlyNulls(1)).isFalse();
    assertThat(statistics.nullCount(1)).isEqualTo(4);
    assertThat(statistics.onlyNulls(2)).isTrue();
    assertThat(statistics.hasBounds(2)).isFalse();
    assertThat(statistics.exactMin(2)).isFalse();
    assertThat(statistics.exactSum(2)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(longs = {11, -1})
  void moreNullsThanCellsAreNotBelieved(long nulls) {
    TileStatistics statistics =
        sparse(CURRENT, nullable(Datatype.INT32)).tile(1, 2, 3, nulls).ofAttribute();
    assertThat(statistics.exactNullCount(0)).isFalse();
    assertThat(statistics.onlyNulls(0)).isFalse();
    assertThat(statistics.noNulls(0)).isFalse();
    assertThat(statistics.exactMin(0)).isFalse();
    assertThat(statistics.hasBounds(0)).isTrue();
  }

  @Test
  void boundsTheWrongWayRoundAreThoseOfNullsAlone() {
    TileStatistics whole =
        dense(CURRENT, nullable(Datatype.INT8)).atTwoTimes().tile(127, -128, 0, 99).ofAttribute();
    assertThat(whole.onlyNulls(0)).isTrue();
    assertThat(whole.hasBounds(0)).isFalse();
    double max = Double.MAX_VALUE;
    TileStatistics floatingPoint =
        dense(CURRENT, nullable(Datatype.FLOAT64))
            .atTwoTimes()
            .tile(max, -max, 0)
            .tile(max, -max, Double.NaN)
            .ofAttribute();
    assertThat(floatingPoint.onlyNulls(0)).isTrue();
    assertThat(floatingPoint.onlyNulls(1)).isFalse();
    assertThat(floatingPoint.hasBounds(1)).isFalse();
  }

  @Test
  void boundsTheWrongWayRoundAreNotBelievedWhereNothingCanBeNull() {
    assertNothing(sparse(CURRENT, ints()).tile(7, 3, 20, 0).ofAttribute());
    assertNothing(sparse(CURRENT, nullable(Datatype.INT32)).tile(7, 3, 20, 4).ofAttribute());
  }

  // Numbers.

  @Test
  void unsignedNumbersAreOrderedAsSuch() {
    TileStatistics statistics =
        sparse(CURRENT, attribute(Datatype.UINT64))
            .tile(5, -2, -2, 0)
            .tile(-2, 5, 7, 0)
            .ofAttribute();
    assertThat(statistics.hasBounds(0)).isTrue();
    assertThat(statistics.hasBounds(1)).isFalse();
    TileStatistics small =
        sparse(CURRENT, attribute(Datatype.UINT16)).tile(5, 0xfffe, 7, 0).ofAttribute();
    assertThat(small.highBits(0)).isEqualTo(0xfffe);
  }

  @Test
  void singleCharactersAreBoundedBelow0x80() {
    TileStatistics statistics =
        sparse(CURRENT, attribute(Datatype.CHAR))
            .tile('a', 0x7f, 0, 0)
            .tile('a', 0x80, 0, 0)
            .ofAttribute();
    assertThat(statistics.hasBounds(0)).isTrue();
    assertThat(statistics.exactMax(0)).isTrue();
    assertThat(statistics.exactSum(0)).isFalse();
    assertThat(statistics.hasBounds(1)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.MAX_VALUE, -Double.MAX_VALUE})
  void realNumbersAreUnknownWhereTheSumSaysSo(double sum) {
    assertNothing(sparse(CURRENT, attribute(Datatype.FLOAT64)).tile(1, 3, sum).ofAttribute());
    assertNothing(sparse(CURRENT, attribute(Datatype.FLOAT32)).tile(1, 3, sum).ofAttribute());
  }

  @Test
  void realNumbersAreKnownWhereTheSumIsModerate() {
    assertAllExact(sparse(CURRENT, attribute(Datatype.FLOAT64)).tile(-1.0, 3.0, 5.0).ofAttribute());
    assertAllExact(
        sparse(CURRENT, attribute(Datatype.FLOAT32)).tile(-3e38, 3e38, 1e38).ofAttribute());
  }

  @Test
  void sumsThatCanHaveComeBackFromALimitAreNotBelieved() {
    assertNothing(
        sparse(CURRENT, attribute(Datatype.FLOAT64)).tile(-1e300, 5, 7e100).ofAttribute());
    long large = Long.MAX_VALUE / 9;
    Attribute.Builder type = attribute(Datatype.INT64);
    assertThat(sparse(CURRENT, type).tile(-5, large, 7, 0).ofAttribute().exactSum(0)).isFalse();
    assertThat(sparse(CURRENT, type).tile(-large, 5, 7, 0).ofAttribute().exactSum(0)).isFalse();
    assertThat(sparse(CURRENT, type).tile(0, large, 7, 0).ofAttribute().exactSum(0)).isTrue();
    assertThat(sparse(CURRENT, type).tile(-5, large / 2, 7, 0).ofAttribute().exactSum(0)).isTrue();
    assertThat(sparse(CURRENT, type).tile(Long.MIN_VALUE, 5, 7, 0).ofAttribute().exactSum(0))
        .isFalse();
  }

  @Test
  void sumsAtALimitAreNotBelieved() {
    Attribute.Builder signed = attribute(Datatype.INT64);
    for (long limit : new long[] {Long.MIN_VALUE, Long.MAX_VALUE}) {
      TileStatistics statistics = sparse(CURRENT, signed).tile(1, 3, limit, 0).ofAttribute();
      assertThat(statistics.exactMin(0)).isTrue();
      assertThat(statistics.exactSum(0)).isFalse();
    }
    Attribute.Builder unsigned = attribute(Datatype.UINT8);
    assertThat(sparse(CURRENT, unsigned).tile(1, 3, -1, 0).ofAttribute().exactSum(0)).isFalse();
    assertThat(sparse(CURRENT, unsigned).tile(1, 3, -2, 0).ofAttribute().exactSum(0)).isTrue();
  }

  @Test
  void zeroAsABoundIsOfBothSigns() {
    for (Datatype type : new Datatype[] {Datatype.FLOAT32, Datatype.FLOAT64}) {
      TileStatistics statistics =
          sparse(CURRENT, attribute(type)).tile(0.0, -0.0, 0.0).ofAttribute();
      assertThat(value(type, statistics.lowBits(0))).isEqualTo(value(type, -0.0));
      assertThat(value(type, statistics.highBits(0))).isEqualTo(value(type, 0.0));
      assertThat(value(type, statistics.maxBits(0))).isEqualTo(value(type, -0.0));
    }
  }

  // Strings.

  @Test
  void stringsAreBoundedByWhatIsBeforeTheFirstNul() {
    TileStatistics statistics =
        sparse(CURRENT, strings()).tile(text("b|z"), text("k|a"), 0, 0).ofAttribute();
    assertThat(statistics.hasBounds(0)).isTrue();
    assertThat(statistics.low(0)).isEqualTo(text("b"));
    Slice above = statistics.above(0).orElseThrow();
    assertThat(above.compareTo(text("k|ÿÿ"))).isPositive();
    assertThat(above.compareTo(text("k"))).isPositive();
    assertThat(above.compareTo(text("ka"))).isNegative();
  }

  @Test
  void leastStringsAreKnownWithoutNulAndGreatestNever() {
    TileStatistics statistics =
        sparse(CURRENT, strings())
            .tile(text("b"), text("k"), 0, 0)
            .tile(text("b|a"), text("k"), 0, 0)
            .tile(text(""), text(""), 0, 0)
            .ofAttribute();
    assertThat(statistics.exactMin(0)).isTrue();
    assertThat(statistics.min(0)).isEqualTo(text("b"));
    assertThat(statistics.exactMin(1)).isFalse();
    assertThat(statistics.exactMin(2)).isTrue();
    assertThat(statistics.exactMax(0)).isFalse();
    assertThat(statistics.exactSum(0)).isFalse();
  }

  @Test
  void stringsOfFixedSizeAreKnownWhereNothingFollowsNul() {
    TileStatistics statistics =
        sparse(CURRENT, attribute(Datatype.STRING_ASCII).cellValNum(3))
            .tile(text("b||"), text("kkk"), 0, 0)
            .tile(text("b|a"), text("kk|"), 0, 0)
            .ofAttribute();
    assertThat(statistics.exactMin(0)).isTrue();
    assertThat(statistics.exactMax(0)).isTrue();
    assertThat(statistics.max(0)).isEqualTo(text("kkk"));
    assertThat(statistics.exactMin(1)).isFalse();
    assertThat(statistics.exactMax(1)).isFalse();
  }

  // Padding of dense tiles.

  @Test
  void paddingThatMayHaveBeenCountedTakesExactnessAway() {
    Attribute.Builder filled = ints().fill(value(Datatype.INT32, 5).toBytes());
    assertAllExact(dense(CURRENT, filled).tile(-3, 4, 20, 0).written(7).ofAttribute());
    assertNotExact(dense(CURRENT, filled).tile(-3, 5, 20, 0).written(7).ofAttribute());
    assertAllExact(dense(CURRENT, filled).tile(-3, 5, 20, 0).written(10).ofAttribute());
    Attribute.Builder floatingPoint = attribute(Datatype.FLOAT64);
    assertAllExact(dense(CURRENT, floatingPoint).tile(-3.0, 4.0, 20.0).written(7).ofAttribute());
  }

  @Test
  void nullsThatMayBePaddingTakeExactnessAway() {
    Attribute.Builder type = nullable(Datatype.INT32);
    assertAllExact(dense(CURRENT, type).tile(-3, 4, 20, 2).written(7).ofAttribute());
    TileStatistics statistics = dense(CURRENT, type).tile(-3, 4, 20, 3).written(7).ofAttribute();
    assertNotExact(statistics);
    assertThat(statistics.exactNullCount(0)).isFalse();
    assertThat(statistics.hasBounds(0)).isTrue();
  }

  @Test
  void cellsOfDenseTilesAreThoseWritten() {
    TileStatistics statistics =
        dense(CURRENT, nullable(Datatype.INT32))
            .tile(1, 2, 3, 10)
            .tile(0, 0, 0, 1)
            .written(11)
            .ofAttribute();
    assertThat(statistics.onlyNulls(0)).isTrue();
    assertThat(statistics.onlyNulls(1)).isTrue();
  }

  // Dimensions and whole fragments.

  @Test
  void dimensionsAreBoundedByTheRTree() {
    TileStatistics statistics = sparse(5, ints()).tile(1, 2, 3, 0).tile(1, 2, 3, 0).ofDimension();
    assertThat(statistics.lowBits(1)).isEqualTo(11);
    assertThat(statistics.highBits(1)).isEqualTo(20);
    assertThat(statistics.exactMin(1)).isTrue();
    assertThat(statistics.exactSum(1)).isFalse();
    TileStatistics summed = sparse(CURRENT, ints()).tile(1, 2, 55, 0).ofDimension();
    assertThat(summed.exactSum(0)).isTrue();
    assertThat(summed.sumBits(0)).isEqualTo(55);
  }

  @Test
  void wholeFragmentsAreKnownSinceVersion12() {
    Slice min = value(Datatype.INT32, -3);
    Slice max = value(Datatype.INT32, 7);
    assertNothing(sparse(11, ints()).tile(1, 2, 3, 0).whole(min, max, 20, 0).ofFragment());
    TileStatistics statistics =
        sparse(12, ints()).tile(1, 2, 3, 0).tile(1, 2, 3, 0).whole(min, max, 20, 0).ofFragment();
    assertAllExact(statistics);
    assertThat(statistics.minBits(0)).isEqualTo(-3);
    assertThat(statistics.sumBits(0)).isEqualTo(20);
    assertNothing(sparse(CURRENT, ints()).tile(1, 2, 3, 0).ofFragment());
  }

  @Test
  void nullsOfWholeFragmentsAreComparedWithAllCells() {
    Slice value = value(Datatype.INT32, 0);
    StoredStatistics stored =
        sparse(CURRENT, nullable(Datatype.INT32)).tile(0, 0, 0, 10).tile(0, 0, 0, 10);
    assertThat(stored.whole(value, value, 0, 20).ofFragment().onlyNulls(0)).isTrue();
    assertThat(stored.whole(value, value, 0, 10).ofFragment().onlyNulls(0)).isFalse();
  }

  @Test
  void doublesOfWholeFragmentsAreUnknown() {
    Slice value = value(Datatype.FLOAT64, 1.0);
    assertNothing(
        sparse(CURRENT, attribute(Datatype.FLOAT64))
            .tile(1, 1, 1)
            .whole(value, value, 0, 0)
            .ofFragment());
  }

  @Test
  void emptyStringsAsLeastOfWholeFragmentsAreBelievedBesideOthers() {
    StoredStatistics stored = sparse(CURRENT, strings()).tile(text(""), text("k"), 0, 0);
    TileStatistics known = stored.whole(text(""), text("k"), 0, 0).ofFragment();
    assertThat(known.hasBounds(0)).isTrue();
    assertThat(known.low(0)).isEqualTo(Slice.EMPTY);
    assertNothing(stored.whole(text(""), text(""), 0, 0).ofFragment());
  }
}
