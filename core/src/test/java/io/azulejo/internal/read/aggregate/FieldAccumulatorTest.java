package io.azulejo.internal.read.aggregate;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.query.Aggregate;
import io.azulejo.query.Aggregation;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What aggregates are of which values. */
class FieldAccumulatorTest {
  private static final long QUIET_NAN = 0x7ff8000000000000L;

  private static OutputField field(Datatype type, boolean nullable) {
    return OutputField.of(Attribute.builder("a", type).nullable(nullable).build());
  }

  private static FieldAccumulator accumulators(OutputField field, Aggregate... aggregates) {
    return accumulators(field, Aggregation.of(List.of(aggregates)));
  }

  private static FieldAccumulator accumulators(OutputField field, Aggregation aggregation) {
    var accumulators = AggregateFields.of(aggregation, name -> field).accumulators();
    assertThat(accumulators).hasSize(1);
    return accumulators.values().iterator().next();
  }

  /** One aggregate of some cells of the only group. */
  private static Column aggregate(Aggregate aggregate, OutputField field, Column column) {
    return aggregate(accumulators(field, aggregate), aggregate, column);
  }

  private static Column aggregate(FieldAccumulator values, Aggregate aggregate, Column column) {
    for (int from = 0; from < column.rows(); from += FieldAccumulator.CHUNK) {
      values.add(column, from, Math.min(FieldAccumulator.CHUNK, column.rows() - from), null);
    }
    return values.column(aggregate, new int[1]);
  }

  private static Column column(Datatype type, byte[] validity, Number... values) {
    ByteBuffer data =
        ByteBuffer.allocate(values.length * type.size()).order(ByteOrder.LITTLE_ENDIAN);
    for (Number value : values) {
      switch (type) {
        case FLOAT32 -> data.putFloat(value.floatValue());
        case FLOAT64 -> data.putDouble(value.doubleValue());
        default -> {
          switch (type.size()) {
            case 1 -> data.put(value.byteValue());
            case 2 -> data.putShort(value.shortValue());
            case 4 -> data.putInt(value.intValue());
            default -> data.putLong(value.longValue());
          }
        }
      }
    }
    return new FixedColumn("a", type, 1, values.length, data.array(), validity);
  }

  private static Column texts(byte[] validity, String... values) {
    int[] offsets = new int[values.length + 1];
    StringBuilder data = new StringBuilder();
    for (int i = 0; i < values.length; i++) {
      data.append(values[i]);
      offsets[i + 1] = data.length();
    }
    byte[] bytes = data.toString().getBytes(StandardCharsets.ISO_8859_1);
    return new VarColumn("a", Datatype.STRING_ASCII, values.length, offsets, bytes, validity);
  }

  private static OutputField textField(boolean nullable) {
    return OutputField.of(
        Attribute.builder("a", Datatype.STRING_ASCII)
            .cellValNum(Attribute.VAR)
            .nullable(nullable)
            .build());
  }

  @Test
  void sumsAreOfTheWidestTypeOfTheirKind() {
    assertSum(Datatype.INT8, Datatype.INT64, -3, -128, 127, -2);
    assertSum(Datatype.UINT8, Datatype.UINT64, 509, 255, 254);
    assertSum(Datatype.INT16, Datatype.INT64, -32768L - 32768, -32768, -32768);
    assertSum(Datatype.UINT16, Datatype.UINT64, 131070, 65535, 65535);
    assertSum(Datatype.INT32, Datatype.INT64, -4294967296L, Integer.MIN_VALUE, Integer.MIN_VALUE);
    assertSum(Datatype.UINT32, Datatype.UINT64, 8589934590L, -1, -1);
    assertSum(Datatype.INT64, Datatype.INT64, -1, Long.MAX_VALUE, Long.MIN_VALUE);
    assertSum(Datatype.UINT64, Datatype.UINT64, -1, Long.MAX_VALUE, Long.MIN_VALUE);
    assertSum(Datatype.DATETIME_MS, Datatype.INT64, -5, -7, 2);
    assertSum(Datatype.TIME_NS, Datatype.INT64, 9, 7, 2);
  }

  private static void assertSum(Datatype type, Datatype sumType, long sum, Number... values) {
    Column found = aggregate(Aggregate.sum("a"), field(type, false), column(type, null, values));
    assertThat(found.name()).isEqualTo("sum(a)");
    assertThat(found.type()).isEqualTo(sumType);
    assertThat(found.nullable()).isFalse();
    assertThat(found.getLong(0)).isEqualTo(sum);
  }

  @Test
  void sumsThatDoNotFitAreTheGreatestValueBelowZeroToo() {
    long max = Long.MAX_VALUE;
    assertSum(Datatype.INT64, Datatype.INT64, max, max, 1);
    assertSum(Datatype.INT64, Datatype.INT64, max, Long.MIN_VALUE, -1);
    assertSum(Datatype.UINT64, Datatype.UINT64, -1, -1, 1);
  }

  @Test
  void aSumThatDidNotFitOnTheWayStaysTheGreatestValue() {
    assertSum(Datatype.INT64, Datatype.INT64, Long.MAX_VALUE, Long.MAX_VALUE, 1, -5);
    assertSum(Datatype.INT64, Datatype.INT64, Long.MAX_VALUE, Long.MIN_VALUE, -1, 1, 5);
    assertSum(Datatype.INT64, Datatype.INT64, Long.MAX_VALUE - 4, Long.MAX_VALUE, -5, 1);
  }

  @Test
  void aSumThatDoesNotFitIsNullWhereTheFieldCanBe() {
    OutputField field = field(Datatype.INT64, true);
    Column column = column(Datatype.INT64, new byte[] {1, 1}, Long.MAX_VALUE, 1);

    assertThat(aggregate(Aggregate.sum("a"), field, column).isNull(0)).isTrue();
    assertThat(aggregate(Aggregate.mean("a"), field, column).getDouble(0)).isEqualTo(0x1p62);
  }

  private static double mean(Datatype type, Number... values) {
    Column found = aggregate(Aggregate.mean("a"), field(type, false), column(type, null, values));
    assertThat(found.type()).isEqualTo(Datatype.FLOAT64);
    return found.getDouble(0);
  }

  @Test
  void meansAreSumsDividedByTheNumberOfValues() {
    assertThat(mean(Datatype.INT8, -1, 0, 3)).isEqualTo(2.0 / 3);
    assertThat(mean(Datatype.UINT64, -1L)).isEqualTo(0x1p64);
    assertThat(mean(Datatype.UINT64, (1L << 63) + 1025)).isEqualTo(0x1p63 + 2048);
    assertThat(mean(Datatype.INT64, Long.MIN_VALUE, Long.MIN_VALUE, -1)).isEqualTo(-0x1p64 / 3);
    assertThat(mean(Datatype.UINT64, -1L, -1L, -1L)).isEqualTo(0x1p64);
    assertThat(mean(Datatype.INT64, 1L << 53, 1, (1L << 53) + 1)).isEqualTo(0x1p54 / 3 + 2.0 / 3);
    assertThat(mean(Datatype.BOOL, 1, 0, 1, 1)).isEqualTo(0.75);
    assertThat(mean(Datatype.FLOAT32, 0.5f, 1)).isEqualTo(0.75);
    assertThat(mean(Datatype.FLOAT64, 1e300, -1e300, 3)).isEqualTo(1);
    assertThat(mean(Datatype.FLOAT64, 1e300, 3, -1e300)).isEqualTo(1);
  }

  @Test
  void meansOfDatetimesAreNumbersOrWhereNatIsSkippedDatetimes() {
    assertThat(mean(Datatype.DATETIME_NS, -1, -2)).isEqualTo(-1.5);
    assertThat(mean(Datatype.DATETIME_NS)).isNaN();
    assertThat(meanOfDatetimes(-1, -2)).isEqualTo(-2);
    assertThat(meanOfDatetimes(-1, -2, Long.MAX_VALUE, Long.MAX_VALUE, Long.MIN_VALUE))
        .isEqualTo(Long.MAX_VALUE / 2 - 1);
    assertThat(meanOfDatetimes(Long.MIN_VALUE)).isEqualTo(Long.MIN_VALUE);
  }

  private static long meanOfDatetimes(Number... times) {
    Aggregate mean = Aggregate.mean("a");
    Aggregation skipping = Aggregation.of(List.of(mean)).skippingNan();
    Column found =
        aggregate(
            accumulators(field(Datatype.DATETIME_NS, false), skipping),
            mean,
            column(Datatype.DATETIME_NS, null, times));
    assertThat(found.type()).isEqualTo(Datatype.DATETIME_NS);
    return found.getLong(0);
  }

  @Test
  void notATimeIsLeftOutOfTheOrderAndSpoilsMeans() {
    OutputField field = field(Datatype.DATETIME_MS, false);
    Column times = column(Datatype.DATETIME_MS, null, Long.MIN_VALUE, 7, Long.MIN_VALUE, 4);
    assertThat(aggregate(Aggregate.min("a"), field, times).getLong(0)).isEqualTo(4);
    assertThat(aggregate(Aggregate.sum("a"), field, times).getLong(0)).isEqualTo(11);
    assertThat(aggregate(Aggregate.count("a"), field, times).getLong(0)).isEqualTo(4);
    assertThat(aggregate(Aggregate.mean("a"), field, times).getDouble(0)).isNaN();
    Column none = column(Datatype.DATETIME_MS, null, Long.MIN_VALUE);
    assertThat(aggregate(Aggregate.max("a"), field, none).getLong(0)).isEqualTo(Long.MIN_VALUE);
  }

  @Test
  void nanIsNoValueWhereItIsSkipped() {
    OutputField field = field(Datatype.FLOAT64, true);
    byte[] validity = {1, 1, 0, 1, 1};
    Column column =
        column(Datatype.FLOAT64, validity, Double.NaN, 4, Double.NaN, -1.5, -Double.NaN);
    assertSkipping(field, column, Aggregate.count("a"), 2);
    assertSkipping(field, column, Aggregate.nullCount("a"), 1);
    assertSkipping(field, column, Aggregate.countDistinct("a"), 2);
    assertSkipping(field, column, Aggregate.sum("a"), 2.5);
    assertSkipping(field, column, Aggregate.mean("a"), 1.25);
    assertSkipping(field, column, Aggregate.median("a"), 1.25);
    assertSkipping(field, column, Aggregate.min("a"), -1.5);
    assertSkipping(field, column, Aggregate.var("a"), 15.125);
    assertSkipping(field, column, Aggregate.first("a"), 4);
    assertSkipping(field, column, Aggregate.last("a"), -1.5);
    assertThat(aggregate(Aggregate.countDistinct("a"), field, column).getLong(0)).isEqualTo(3);
    assertThat(aggregate(Aggregate.var("a"), field, column).getDouble(0)).isNaN();
    Column none = column(Datatype.FLOAT64, new byte[] {1}, Double.NaN);
    Aggregate min = Aggregate.min("a");
    Aggregation skipping = Aggregation.of(List.of(min)).skippingNan();
    assertThat(aggregate(accumulators(field, skipping), min, none).isNull(0)).isTrue();
  }

  private static void assertSkipping(
      OutputField field, Column column, Aggregate aggregate, double wanted) {
    Aggregation skipping = Aggregation.of(List.of(aggregate)).skippingNan();
    Column found = aggregate(accumulators(field, skipping), aggregate, column);
    assertThat(found.getDouble(0)).as("%s", aggregate).isEqualTo(wanted);
  }

  @Test
  void nullsAreLeftOut() {
    OutputField field = field(Datatype.INT16, true);
    Column column = column(Datatype.INT16, new byte[] {1, 0, 1, 0, 0}, 3, 9, -4, -9, 100);

    assertThat(aggregate(Aggregate.count("a"), field, column).getLong(0)).isEqualTo(2);
    assertThat(aggregate(Aggregate.nullCount("a"), field, column).getLong(0)).isEqualTo(3);
    assertThat(aggregate(Aggregate.sum("a"), field, column).getLong(0)).isEqualTo(-1);
    assertThat(aggregate(Aggregate.mean("a"), field, column).getDouble(0)).isEqualTo(-0.5);
    assertThat(aggregate(Aggregate.min("a"), field, column).getLong(0)).isEqualTo(-4);
    assertThat(aggregate(Aggregate.max("a"), field, column).getLong(0)).isEqualTo(3);
  }

  @Test
  void ofNothingSumsAreZeroExtremesZeroAndMeansNaN() {
    for (Datatype type : List.of(Datatype.INT8, Datatype.UINT64, Datatype.FLOAT32)) {
      OutputField field = field(type, false);
      Column none = column(type, null);
      assertThat(aggregate(Aggregate.sum("a"), field, none).getDouble(0)).isZero();
      assertThat(aggregate(Aggregate.min("a"), field, none).getBytes(0)).containsOnly(0);
      assertThat(aggregate(Aggregate.max("a"), field, none).getBytes(0)).containsOnly(0);
      assertThat(aggregate(Aggregate.mean("a"), field, none).data().getLong(0))
          .isEqualTo(QUIET_NAN);
      assertThat(aggregate(Aggregate.count("a"), field, none).getLong(0)).isZero();
    }
    assertThat(aggregate(Aggregate.max("a"), textField(false), texts(null)).getBytes(0)).isEmpty();
  }

  @Test
  void ofNothingAllButCountsIsNullWhereTheFieldCanBe() {
    for (Datatype type : List.of(Datatype.INT8, Datatype.FLOAT64)) {
      OutputField field = field(type, true);
      Column nulls = column(type, new byte[2], 1, 2);
      for (Aggregate aggregate :
          List.of(
              Aggregate.sum("a"), Aggregate.min("a"), Aggregate.max("a"), Aggregate.mean("a"))) {
        assertThat(aggregate(aggregate, field, nulls).isNull(0)).as("%s", aggregate).isTrue();
      }
      assertThat(aggregate(Aggregate.nullCount("a"), field, nulls).getLong(0)).isEqualTo(2);
      assertThat(aggregate(Aggregate.nullCount("a"), field, nulls).nullable()).isFalse();
      assertThat(aggregate(Aggregate.count("a"), field, nulls).getLong(0)).isZero();
    }
    assertThat(aggregate(Aggregate.min("a"), textField(true), texts(new byte[1], "x")).isNull(0))
        .isTrue();
  }

  @Test
  void extremesAreOfTheFieldsTypeAndOrder() {
    assertExtremes(Datatype.INT8, -128, 127, 5, -128, 127);
    assertExtremes(Datatype.UINT8, 5, 255, 5, 200, 255);
    assertExtremes(Datatype.UINT32, 1, 0xffffffffL, -1, 1);
    assertExtremes(Datatype.INT64, Long.MIN_VALUE, 5, 5, Long.MIN_VALUE);
    assertExtremes(Datatype.UINT64, 5, Long.MIN_VALUE, 5, Long.MIN_VALUE);
    assertExtremes(Datatype.DATETIME_DAY, -7, -2, -2, -7);
  }

  private static void assertExtremes(Datatype type, long min, long greatest, Number... values) {
    OutputField field = field(type, false);
    Column column = column(type, null, values);
    assertThat(aggregate(Aggregate.min("a"), field, column).type()).isEqualTo(type);
    assertThat(aggregate(Aggregate.min("a"), field, column).getLong(0)).isEqualTo(min);
    assertThat(aggregate(Aggregate.max("a"), field, column).getLong(0)).isEqualTo(greatest);
  }

  @Test
  void nanIsAnExtremeOnlyWhereThereIsNothingElse() {
    Double nan = Double.NaN;
    for (Datatype type : List.of(Datatype.FLOAT32, Datatype.FLOAT64)) {
      assertThat(extreme(Aggregate.min("a"), type, nan, 2, 1.5, nan)).isEqualTo(1.5);
      assertThat(extreme(Aggregate.max("a"), type, nan, 2, 1.5, nan)).isEqualTo(2);
      assertThat(extreme(Aggregate.min("a"), type, nan, nan)).isNaN();
      assertThat(extreme(Aggregate.max("a"), type, Double.NEGATIVE_INFINITY, nan))
          .isEqualTo(Double.NEGATIVE_INFINITY);
      assertThat(extreme(Aggregate.sum("a"), type, 1, nan, 2)).isNaN();
    }
  }

  private static double extreme(Aggregate aggregate, Datatype type, Number... values) {
    return aggregate(aggregate, field(type, false), column(type, null, values)).getDouble(0);
  }

  @Test
  void minusZeroIsLessThanZeroInWhateverOrder() {
    for (Number[] values : new Number[][] {{0.0, -0.0}, {-0.0, 0.0}, {-0.0, Double.NaN, 0.0}}) {
      assertThat(Double.doubleToLongBits(extreme(Aggregate.min("a"), Datatype.FLOAT64, values)))
          .isEqualTo(Long.MIN_VALUE);
      assertThat(Double.doubleToLongBits(extreme(Aggregate.max("a"), Datatype.FLOAT64, values)))
          .isZero();
    }
  }

  @Test
  void sumsOfRealNumbersThatOverflowAreTheGreatestNumberButInfinitiesStay() {
    double max = Double.MAX_VALUE;
    assertThat(extreme(Aggregate.sum("a"), Datatype.FLOAT64, max, max, 1)).isEqualTo(max);
    assertThat(extreme(Aggregate.sum("a"), Datatype.FLOAT64, -max, -max)).isEqualTo(max);
    assertThat(extreme(Aggregate.mean("a"), Datatype.FLOAT64, max, max)).isEqualTo(max);
    assertThat(extreme(Aggregate.sum("a"), Datatype.FLOAT64, 1, Double.POSITIVE_INFINITY))
        .isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(extreme(Aggregate.sum("a"), Datatype.FLOAT64, 1, Double.NEGATIVE_INFINITY))
        .isEqualTo(Double.NEGATIVE_INFINITY);
    OutputField nullable = field(Datatype.FLOAT64, true);
    Column column = column(Datatype.FLOAT64, new byte[] {1, 1}, max, max);
    assertThat(aggregate(Aggregate.sum("a"), nullable, column).isNull(0)).isTrue();
  }

  @Test
  void manyCellsAreTakenChunkByChunk() {
    int count = 3 * FieldAccumulator.CHUNK + 17;
    Number[] values = new Number[count];
    byte[] validity = new byte[count];
    long sum = 0;
    for (int i = 0; i < count; i++) {
      values[i] = i;
      validity[i] = (byte) (i % 3 == 0 ? 0 : 1);
      sum += validity[i] * (long) i;
    }
    for (Datatype type :
        List.of(Datatype.INT32, Datatype.INT64, Datatype.FLOAT32, Datatype.FLOAT64)) {
      OutputField field = field(type, true);
      Column column = column(type, validity, values);
      assertThat(aggregate(Aggregate.sum("a"), field, column).getDouble(0)).isEqualTo(sum);
      assertThat(aggregate(Aggregate.max("a"), field, column).getDouble(0))
          .isEqualTo((count - 1) % 3 == 0 ? count - 2 : count - 1);
      assertThat(aggregate(Aggregate.min("a"), field, column).getDouble(0)).isEqualTo(1);
    }
  }

  @Test
  void stringsCompareByTheirUnsignedBytesPrefixesFirst() {
    Column column = texts(null, "b", "a\0", "\u00e9", "a", "bb");

    assertThat(aggregate(Aggregate.min("a"), textField(false), column).getString(0)).isEqualTo("a");
    assertThat(aggregate(Aggregate.max("a"), textField(false), column).getBytes(0))
        .containsExactly(0xe9);
    assertThat(
            aggregate(Aggregate.max("a"), textField(true), texts(new byte[] {1, 0}, "", "z"))
                .getString(0))
        .isEmpty();
    Column bytes = column(Datatype.CHAR, null, 0x7f, -1, 3);
    OutputField single = field(Datatype.CHAR, false);
    assertThat(aggregate(Aggregate.max("a"), single, bytes).getBytes(0)).containsExactly(-1);
  }

  @Test
  void groupsAreKeptApart() {
    OutputField field = field(Datatype.INT32, true);
    FieldAccumulator accumulators =
        accumulators(field, Aggregate.sum("a"), Aggregate.min("a"), Aggregate.count("a"));
    accumulators.grow(40);
    Column column = column(Datatype.INT32, new byte[] {1, 1, 0, 1}, 5, 7, 9, -2);

    accumulators.add(column, 0, 4, new int[] {0, 39, 39, 0});

    int[] groups = {39, 0, 1};
    assertThat(accumulators.column(Aggregate.sum("a"), groups).getLong(0)).isEqualTo(7);
    assertThat(accumulators.column(Aggregate.sum("a"), groups).getLong(1)).isEqualTo(3);
    assertThat(accumulators.column(Aggregate.sum("a"), groups).isNull(2)).isTrue();
    assertThat(accumulators.column(Aggregate.min("a"), groups).getLong(1)).isEqualTo(-2);
    assertThat(accumulators.column(Aggregate.count("a"), groups).getLong(0)).isEqualTo(1);
    assertThat(accumulators.column(Aggregate.nullCount("a"), groups).getLong(0)).isEqualTo(1);
  }

  @Test
  void refusesUnsupportedFunctionsAndListsSupportedOnes() {
    assertRefused(Aggregate.sum("a"), field(Datatype.BLOB, false), "sum(a): \"a\" holds BLOB,");
    assertRefused(Aggregate.mean("a"), field(Datatype.CHAR, false), "sum and mean need");
    assertRefused(Aggregate.min("a"), field(Datatype.STRING_UTF16, false), "or strings; count it");
    assertRefused(
        Aggregate.sum("a"), textField(false), "a variable number of STRING_ASCII per cell");
    OutputField pair = OutputField.of(Attribute.builder("a", Datatype.INT32).cellValNum(2).build());
    assertRefused(Aggregate.max("a"), pair, "2 INT32 per cell");
    refuses(InvalidRequestException.class, () -> Aggregation.of(List.of()));
  }

  private static void assertRefused(Aggregate aggregate, OutputField field, String message) {
    assertThatThrownBy(() -> accumulators(field, aggregate))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining(message);
    assertThat(accumulators(field, Aggregate.count("a"), Aggregate.nullCount("a"))).isNotNull();
  }
}
