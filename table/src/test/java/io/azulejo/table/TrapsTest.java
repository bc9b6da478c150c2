package io.azulejo.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Array;
import io.azulejo.ArrayWriter;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Aggregation;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.Condition;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.ReadRequest.Cells;
import io.azulejo.query.SplitOptions;
import io.azulejo.query.Subarray;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import io.azulejo.schema.SchemaEvolution;
import io.azulejo.storage.Location;
import io.azulejo.table.Predicate.Operator;
import io.azulejo.table.TableAggregate.Function;
import io.azulejo.testkit.TestArrays;
import io.azulejo.testkit.TestSchemas;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The mistakes that connectors are known for, one by one. */
class TrapsTest extends SmallArrays {
  @Test
  void nanIsGreaterThanAllWhereTheEngineSaysSo() {
    Array array = numbers(Datatype.FLOAT64, 1.0, Double.NaN, 7.0);
    Predicate large = Predicate.compare("x", Operator.GREATER, 5);
    exactly(array, Dialect.SPARK, large, 1, 2);
    exactly(array, Dialect.TRINO, large, 2);
    exactly(array, Dialect.SPARK, Predicate.equal("x", Double.NaN), 1);
    exactly(array, Dialect.TRINO, Predicate.equal("x", Double.NaN));
    exactly(array, Dialect.TRINO, large.not(), 0, 1);
  }

  @Test
  void membersOfListsAreEqualAsNumbersNotAsBits() {
    Array array = numbers(Datatype.FLOAT32, 0.0, -0.0, 1.0);
    exactly(array, Dialect.SPARK, Predicate.in("x", -0.0, 7.0), 0, 1);
    exactly(array, Dialect.SPARK, Predicate.compare("x", Operator.LESS, 0.0));
  }

  @Test
  void aFloatIsComparedWithTheDoubleThatItIs() {
    Array array = numbers(Datatype.FLOAT32, 0.1, 0.5);
    exactly(array, Dialect.SPARK, Predicate.equal("x", 0.1));
    exactly(array, Dialect.SPARK, Predicate.equal("x", 0.1f), 0);
    exactly(array, Dialect.SPARK, Predicate.compare("x", Operator.GREATER, 0.1), 0, 1);
  }

  @Test
  void longsBecomeDoublesWhereTheEngineMakesThemSuch() {
    Array array = numbers(Datatype.INT64, (1L << 53) + 1, 1L << 53, 5);
    Predicate equal = Predicate.equal("x", 0x1p53);
    exactly(array, Dialect.SPARK, equal, 0, 1);
    Dialect exact =
        new Dialect(
            Dialect.Nans.UNORDERED,
            Dialect.Zeros.EQUAL,
            Dialect.StringOrder.BYTES,
            Dialect.TrailingSpaces.COUNT,
            Dialect.Mixed.EXACT,
            Dialect.Unsigned.EXACT,
            Datatype.DATETIME_US,
            Dialect.FinerUnits.NUMBERS,
            Dialect.Nat.NULL,
            Dialect.OutOfRange.VALUE);
    exactly(array, exact, equal, 1);
  }

  @Test
  void notTurnsNoNullIntoTrue() {
    Array array =
        sparse(
            Attribute.builder("x", Datatype.INT32).nullable().build(),
            new FixedColumn(
                "x",
                Datatype.INT32,
                1,
                3,
                new byte[] {1, 0, 0, 0, 9, 0, 0, 0, 5, 0, 0, 0},
                new byte[] {1, 1, 0}));
    Predicate small = Predicate.compare("x", Operator.LESS, 5);
    Predicate isNull = new Predicate.IsNull("x");
    exactly(array, Dialect.SPARK, small.not(), 1);
    exactly(array, Dialect.SPARK, small.or(isNull).not(), 1);
    exactly(array, Dialect.SPARK, small.and(isNull.not()).not(), 1, 2);
    exactly(array, Dialect.SPARK, Predicate.compare("x", Operator.SAME, 5).not(), 0, 1, 2);
    exactly(array, Dialect.SPARK, Predicate.compare("x", Operator.SAME, null), 2);
  }

  @Test
  void aListWithNullIsNeverFalse() {
    Array array = numbers(Datatype.INT32, 1, 2);
    exactly(array, Dialect.SPARK, Predicate.in("x", 1, null), 0);
    exactly(array, Dialect.SPARK, Predicate.in("x", 1, null).not());
    exactly(array, Dialect.SPARK, Predicate.in("x").not(), 0, 1);
  }

  @Test
  void literalsBeyondTheTypeAreComparedAsTheNumbersThatTheyAre() {
    Array array = numbers(Datatype.UINT8, 0, 255);
    exactly(array, Dialect.SPARK, Predicate.compare("x", Operator.LESS, 1000), 0, 1);
    exactly(array, Dialect.SPARK, Predicate.compare("x", Operator.GREATER, -1), 0, 1);
    exactly(array, Dialect.SPARK, Predicate.equal("x", 256));
    exactly(array, Dialect.SPARK, Predicate.compare("x", Operator.NOT_EQUAL, 0.5), 0, 1);
    exactly(
        array, Dialect.SPARK, Predicate.compare("x", Operator.GREATER, new BigDecimal("254.5")), 1);
  }

  @Test
  void unsignedNumbersAreNoNegativeOnesUnlessTheyAreWrapped() {
    Array array = numbers(Datatype.UINT64, 0, -1, Long.MIN_VALUE);
    Predicate positive = Predicate.compare("x", Operator.GREATER, 0);
    exactly(array, Dialect.SPARK, positive, 1, 2);
    exactly(array, Dialect.SPARK.withUnsigned(Dialect.Unsigned.WRAPPED), positive);
    exactly(array, Dialect.SPARK.withUnsigned(Dialect.Unsigned.WRAPPED), positive.not(), 0, 1, 2);
  }

  @Test
  void rangesOfDimensionsStayWithinTheCells() {
    Array array = numbers(Datatype.INT32, 1, 2, 3);
    Translation pushed =
        pushed(array, Dialect.SPARK, Predicate.between("d", -1_000_000_000_000L, 1.5));
    assertThat(pushed.subarray()).isEqualTo(Subarray.of("d", 0, 1));
    assertThat(pushed.condition()).isEmpty();
    assertThat(places(pushed)).containsExactly(0, 1);
    Translation none = pushed(array, Dialect.SPARK, Predicate.equal("d", 5_000_000_000L));
    assertThat(none.isEmpty()).isTrue();
    assertThat(none.splits(List.of("d"), SplitOptions.DEFAULT)).isEmpty();
    assertThat(places(none)).isEmpty();
  }

  @Test
  void strictBoundsAndSeveralValuesOfDimensionsAreRanges() {
    Array array = numbers(Datatype.INT32, 1, 2, 3, 4, 5);
    Translation pushed =
        pushed(
            array,
            Dialect.SPARK,
            Predicate.compare("d", Operator.GREATER, 2).or(Predicate.equal("d", 0)));
    assertThat(pushed.subarray())
        .isEqualTo(Subarray.of("d", Range.of(0, 0)).and("d", Range.of(3, 4)));
    assertThat(pushed.condition()).isEmpty();
  }

  @Test
  void rowsOfDenseArraysDoNotDependOnWhatIsPushed() {
    engine.create(PLACE, TestSchemas.of("dense(d INT32 0..9/5, e INT32 0..9/5) x INT32"));
    for (int at : new int[] {1, 3}) {
      WriteRequest box = WriteRequest.DEFAULT.subarray(Subarray.of("d", at, at).and("e", 2, 2));
      try (ArrayWriter writer = engine.array(PLACE).writer(box)) {
        writer.append("x", new int[] {at});
        writer.commit();
      }
    }
    Array array = engine.open(PLACE);
    Predicate all = Predicate.compare("x", Operator.LESS, 100);
    exactly(array, Dialect.SPARK, all, 1, 3);
    exactly(array, Dialect.SPARK, Predicate.compare("d", Operator.GREATER, 0), 1, 3);
    TableOptions filled = TableOptions.of(Dialect.SPARK).withCells(Cells.ALL);
    ArrayTable table = ArrayTable.of(array, filled);
    assertThat(places(table.translate(all))).containsExactly(1, 2, 3);
    assertThat(places(table.translate(Predicate.compare("d", Operator.LESS, 3))))
        .containsExactly(1, 2);
    Batch count =
        table.translate(all).aggregates(List.of(TableAggregate.count()), List.of()).read();
    assertThat(count.columns().get(0).getLong(0)).isEqualTo(3);
  }

  @Test
  void aFieldThatSomeFragmentLacksIsTestedWhereItsFillValueFails() {
    numbers(Datatype.INT32, 1, 2);
    engine
        .array(PLACE)
        .evolve(
            SchemaEvolution.builder()
                .addAttribute(Attribute.builder("y", Datatype.INT32).fill(-1).build())
                .build(),
            io.azulejo.ChangeOptions.DEFAULT);
    Array array = engine.open(PLACE);
    assertThat(array.attributesMissingInFragments()).containsExactly("y");
    exactly(array, Dialect.SPARK, Predicate.compare("y", Operator.GREATER, 0));
    Translation negative = pushed(array, Dialect.SPARK, Predicate.equal("y", -1));
    assertThat(negative.verdict()).isEqualTo(Verdict.NONE);
    assertThat(places(negative)).containsExactly(0, 1);
    assertThat(
            array
                .read(negative.request(List.of()).where(Condition.field("y").equalTo(-1)))
                .aggregate(Aggregation.of(List.of(io.azulejo.query.Aggregate.count())))
                .columns()
                .get(0)
                .getLong(0))
        .as("the array's own comparison fails there")
        .isZero();
  }

  @Test
  void textsOfJavaAreOrderedOtherwiseThanBytes() {
    Array array =
        sparse(
            Attribute.text("s"),
            Column.of("s", Datatype.STRING_UTF8, "a", "\ud83d\ude00", "\ue000", "z"));
    Predicate large = Predicate.compare("s", Operator.GREATER, "\ud83d\ude00");
    exactly(array, Dialect.SPARK, large);
    Translation calcite = pushed(array, Dialect.CALCITE, large);
    assertThat(calcite.residual()).contains(large);
    assertThat(places(calcite)).contains(2);
    exactly(array, Dialect.CALCITE, Predicate.compare("s", Operator.LESS, "b"), 0);
    exactly(array, Dialect.CALCITE, Predicate.equal("s", "\ud83d\ude00"), 1);
  }

  @Test
  void bytesThatAreNoTextAreSeenAsReplacementCharacters() {
    Array array =
        sparse(
            Attribute.builder("s", Datatype.STRING_UTF8).var().build(),
            new io.azulejo.query.VarColumn(
                "s",
                Datatype.STRING_UTF8,
                2,
                new int[] {0, 1, 4},
                new byte[] {(byte) 0x80, (byte) 0xef, (byte) 0xbf, (byte) 0xbd},
                null));
    Predicate replaced = Predicate.equal("s", "\ufffd");
    exactly(array, Dialect.SPARK, replaced, 1);
    Translation calcite = pushed(array, Dialect.CALCITE, replaced);
    assertThat(calcite.verdict()).isNotEqualTo(Verdict.EXACT);
    assertThat(places(calcite)).containsExactly(0, 1);
  }

  @Test
  void choicesAmongColumnsAreExactWhereTheirPartsAre() {
    Array array = numbers(Datatype.INT32, 5, 6, 7);
    Predicate either = new Predicate.Or(List.of(Predicate.equal("d", 0), Predicate.equal("x", 7)));
    exactly(array, Dialect.SPARK, either, 0, 2);
    exactly(array, Dialect.SPARK, either.not(), 1);
  }

  @Test
  void patternsThatBeginWithALiteralAreRanges() {
    Array array =
        sparse(Attribute.text("s"), Column.of("s", Datatype.STRING_UTF8, "ab", "abc", "b", "a%"));
    exactly(array, Dialect.SPARK, Predicate.like("s", "ab%"), 0, 1);
    exactly(array, Dialect.SPARK, Predicate.like("s", "ab%").not(), 2, 3);
    exactly(array, Dialect.SPARK, Predicate.like("s", "a\\%"), 3);
    Translation inner = pushed(array, Dialect.SPARK, Predicate.like("s", "a%c"));
    assertThat(inner.verdict()).isEqualTo(Verdict.SUPERSET);
    assertThat(places(inner)).containsExactly(0, 1, 3);
    assertThat(pushed(array, Dialect.SPARK, Predicate.like("s", "a%c").not()).verdict())
        .isEqualTo(Verdict.NONE);
  }

  @Test
  void spacesAtTheEndAreLeftToEnginesThatIgnoreThem() {
    Array array = sparse(Attribute.text("s"), Column.of("s", Datatype.STRING_UTF8, "a", "a ", "b"));
    Dialect padding =
        new Dialect(
            Dialect.Nans.GREATEST,
            Dialect.Zeros.EQUAL,
            Dialect.StringOrder.BYTES,
            Dialect.TrailingSpaces.IGNORED,
            Dialect.Mixed.AS_DOUBLE,
            Dialect.Unsigned.EXACT,
            Datatype.DATETIME_US,
            Dialect.FinerUnits.NUMBERS,
            Dialect.Nat.NULL,
            Dialect.OutOfRange.VALUE);
    Translation pushed = pushed(array, padding, Predicate.equal("s", "a  "));
    assertThat(pushed.verdict()).isEqualTo(Verdict.SUPERSET);
    assertThat(places(pushed)).containsExactly(0, 1);
  }

  @Test
  void datetimesThatTheEngineCannotCountAreNullWhereItSaysSo() {
    Dialect nulls = Dialect.SPARK.withOutOfRange(Dialect.OutOfRange.NULL);
    long most = Long.MAX_VALUE / 1_000_000;
    Array array =
        numbers(Datatype.DATETIME_SEC, 0, most, most + 1, -most, -most - 1, 60, Long.MIN_VALUE);
    Predicate later = Predicate.compare("x", Operator.GREATER, Instant.EPOCH);
    Predicate isNull = new Predicate.IsNull("x");
    exactly(array, Dialect.SPARK, later, 1, 2, 5);
    exactly(array, nulls, later, 1, 5);
    exactly(array, nulls, later.not(), 0, 3);
    exactly(array, nulls, isNull, 2, 4, 6);
    exactly(array, Dialect.SPARK, isNull, 6);
    TableOptions options = TableOptions.of(nulls);
    assertThat(ArrayTable.of(array, options).column("x").nullable()).isTrue();
    assertThat(ArrayTable.of(array, options).column("d").nullable()).isFalse();

    Translation all = pushed(array, nulls, Predicate.constant(true));
    Translation counted = pushed(array, nulls, isNull.not());
    for (Function function : List.of(Function.COUNT, Function.MIN, Function.MAX)) {
      assertThat(aggregates(all, function).isPushed()).as("%s", function).isFalse();
      assertThat(aggregates(counted, function).isPushed()).as("%s", function).isTrue();
    }
    assertThat(all.aggregates(List.of(TableAggregate.count()), List.of("x")).isComplete())
        .as("all that is null is one group")
        .isFalse();
  }

  @Test
  void datesAreCountedInThirtyTwoBits() {
    Dialect nulls = Dialect.SPARK.withOutOfRange(Dialect.OutOfRange.NULL);
    Predicate known = new Predicate.IsNull("x").not();
    Array days = numbers(Datatype.DATETIME_DAY, Integer.MAX_VALUE, Integer.MIN_VALUE, 1L << 31);
    exactly(days, nulls, known, 0, 1);
    exactly(days, nulls, Predicate.compare("x", Operator.GREATER, LocalDate.EPOCH), 0);
    engine.catalog().remove(PLACE);
    long last = LocalDate.ofEpochDay(Integer.MAX_VALUE).getYear() - 1970L;
    long first = LocalDate.ofEpochDay(Integer.MIN_VALUE).getYear() + 1 - 1970L;
    exactly(numbers(Datatype.DATETIME_YEAR, last, last + 1, first, first - 1), nulls, known, 0, 2);
  }

  @Test
  void aDimensionWhoseTimesTheEngineCannotCountIsInNoOrder() {
    Dialect nulls = Dialect.SPARK.withOutOfRange(Dialect.OutOfRange.NULL);
    long most = Long.MAX_VALUE / 1_000_000;
    for (long high : new long[] {most, most + 10}) {
      Location place = Location.of("mem://traps/order" + high);
      engine.create(
          place, TestSchemas.of("sparse(t DATETIME_SEC %s..%s/2) x INT32", most - 5, high));
      ArrayTable table = ArrayTable.of(engine.open(place), TableOptions.of(nulls));
      Translation.SortKey key =
          new Translation.SortKey("t", Translation.Direction.ASCENDING, Translation.Nulls.FIRST);

      assertThat(table.column("t").nullable()).isEqualTo(high > most);
      assertThat(table.all().layoutFor(List.of(key)).isPresent()).isEqualTo(high == most);
    }
  }

  @Test
  void valuesOfEnumerationsAreFoundAndOrderedAsValues() {
    engine.create(
        PLACE, TestSchemas.of("sparse(d INT32 0..1000/100) x UINT8 sizes=small|large|mid"));
    write(Column.of("x", Datatype.UINT8, 0, 1, 2));
    Array array = engine.open(PLACE);
    exactly(array, Dialect.SPARK, Predicate.compare("x", Operator.LESS, "mid"), 1);
    exactly(array, Dialect.SPARK, Predicate.equal("x", "tiny"));
    exactly(array, Dialect.SPARK, Predicate.compare("x", Operator.NOT_EQUAL, "tiny"), 0, 1, 2);
    exactly(array, Dialect.SPARK, Predicate.startsWith("x", "l"), 1);
    ArrayTable codes = ArrayTable.of(array, TableOptions.of(Dialect.SPARK).withCodes(true));
    assertThat(places(codes.translate(Predicate.compare("x", Operator.GREATER_OR_EQUAL, 1))))
        .containsExactly(1, 2);
  }

  @Test
  void notATimeIsNullWhereTheEngineSaysSo() {
    Array array = numbers(Datatype.DATETIME_MS, Long.MIN_VALUE, 5, 1000);
    Predicate early = Predicate.compare("x", Operator.LESS, Instant.ofEpochMilli(6));
    exactly(array, Dialect.SPARK, early, 1);
    exactly(array, Dialect.SPARK, new Predicate.IsNull("x"), 0);
    exactly(array, Dialect.SPARK.withNat(Dialect.Nat.VALUE), early, 0, 1);
    Translation all = pushed(array, Dialect.SPARK, Predicate.constant(true));
    assertThat(aggregates(all, Function.COUNT).reason().orElse("")).contains("reads NaT");
    assertThat(aggregates(all, Function.MIN).isPushed()).isFalse();
    assertThat(aggregates(all, Function.MAX).isPushed()).isTrue();
  }

  @Test
  void roundedTimesAreComparedAsTheEngineSeesThem() {
    Array array = numbers(Datatype.DATETIME_NS, 1500, 1999, 2000, -1);
    Dialect rounding = Dialect.SPARK.withFinerUnits(Dialect.FinerUnits.ROUNDED);
    Value micro = Value.ofTime(Datatype.DATETIME_US, 1);
    exactly(array, rounding, new Predicate.Comparison("x", Operator.EQUAL, micro), 0, 1);
    exactly(
        array,
        rounding,
        new Predicate.Comparison("x", Operator.LESS, Value.ofTime(Datatype.DATETIME_US, 0)),
        3);
    assertThat(ArrayTable.of(array, TableOptions.of(rounding)).column("x").lossless()).isFalse();
    assertThat(ArrayTable.of(array, TableOptions.of(Dialect.SPARK)).column("x").type())
        .hasToString("INT64");
  }

  @Test
  void whatHasNoFormIsLeftAndTheRestPushed() {
    Array array = numbers(Datatype.INT32, 1, 2, 3);
    Predicate foreign = new Predicate.Foreign("x % 2 = 1");
    Translation pushed =
        pushed(array, Dialect.SPARK, Predicate.compare("x", Operator.GREATER, 1).and(foreign));
    assertThat(pushed.verdict()).isEqualTo(Verdict.SUPERSET);
    assertThat(pushed.residual()).contains(foreign);
    assertThat(places(pushed)).containsExactly(1, 2);
    Translation either =
        pushed(array, Dialect.SPARK, Predicate.compare("x", Operator.GREATER, 1).or(foreign));
    assertThat(either.verdict()).isEqualTo(Verdict.NONE);
    assertThat(pushed.takesLimit()).isFalse();
  }

  @Test
  void namesAreFoundWhateverTheirCaseWhereTheEngineSaysSo() {
    Array array = numbers(Datatype.INT32, 1);
    ArrayTable table =
        ArrayTable.of(array, TableOptions.of(Dialect.SPARK).withCaseSensitive(false));
    assertThat(table.column("X").field()).isEqualTo("x");
    assertThatThrownBy(() -> ArrayTable.of(array, TableOptions.of(Dialect.SPARK)).column("X"))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("column \"X\" not found; valid: \"d\", \"x\"");
  }

  @Test
  void listsAreLeftToTheEngineButForNulls() {
    Array array =
        sparse(
            Attribute.builder("x", Datatype.INT8).cellValNum(2).nullable().build(),
            new FixedColumn("x", Datatype.INT8, 2, 2, new byte[] {1, 2, 3, 4}, new byte[] {1, 0}));
    TableColumn column = ArrayTable.of(array, TableOptions.of(Dialect.SPARK)).column("x");
    assertThat(column.type()).hasToString("LIST(INT8, 2)");
    exactly(array, Dialect.SPARK, new Predicate.IsNull("x"), 1);
    Translation compared = pushed(array, Dialect.SPARK, Predicate.equal("x", 1));
    assertThat(compared.verdict()).isEqualTo(Verdict.SUPERSET);
    assertThat(places(compared)).containsExactly(0);
  }

  @Test
  void rangesOfTextsStayWithinTheCurrentDomain() {
    engine.create(
        PLACE,
        ArraySchema.sparse()
            .dimension(Dimension.text("d"))
            .attribute(Attribute.of("x", Datatype.INT32))
            .currentDomain(NDRange.of(Range.of("b", "m")))
            .build());
    engine
        .array(PLACE)
        .append(
            Batch.of(
                3,
                List.of(
                    Column.of("d", Datatype.STRING_ASCII, "b", "c", "m"),
                    Column.of("x", Datatype.INT32, 1, 2, 3))));
    Array array = engine.open(PLACE);
    Translation small = pushed(array, Dialect.SPARK, Predicate.compare("d", Operator.LESS, "c"));
    assertThat(small.verdict()).isEqualTo(Verdict.EXACT);
    assertThat(texts(small)).containsExactly("b");
    assertThat(texts(pushed(array, Dialect.SPARK, Predicate.compare("d", Operator.GREATER, "b"))))
        .containsExactly("c", "m");
    Translation none = pushed(array, Dialect.SPARK, Predicate.in("d", "a", "z"));
    assertThat(none.isEmpty()).isTrue();
    Translation some = pushed(array, Dialect.SPARK, Predicate.in("d", "a", "m", "z"));
    assertThat(some.subarray()).isEqualTo(Subarray.of("d", "m", "m"));
    assertThat(some.condition()).isEmpty();
  }

  @Test
  void rangesOfTextsWithoutAnEndAreReadInGlobalOrderToo() {
    engine.create(PLACE, TestSchemas.of("sparse(d TEXT) x INT32"));
    engine
        .array(PLACE)
        .append(
            Batch.of(
                4,
                List.of(
                    Column.of("d", Datatype.STRING_ASCII, "a", "b", "c", "d"),
                    Column.of("x", Datatype.INT32, 1, 2, 3, 4))));
    Predicate fromC = Predicate.compare("d", Operator.GREATER_OR_EQUAL, "c");
    for (Predicate predicate : List.of(fromC, fromC.or(Predicate.equal("d", "a")))) {
      Translation pushed = pushed(engine.open(PLACE), Dialect.SPARK, predicate);

      assertThat(texts(pushed, pushed.requestInGlobalOrder(List.of("d"))))
          .containsExactlyElementsOf(texts(pushed));
    }
  }

  private static List<String> texts(Translation pushed) {
    return texts(pushed, pushed.request(List.of("d")));
  }

  private static List<String> texts(Translation pushed, ReadRequest request) {
    return TestArrays.rows(
        pushed.array().read(request), (batch, row) -> batch.column("d").getString(row));
  }

  @Test
  void anArrayThatNobodyWroteToHasNoRows() {
    engine.create(PLACE, TestSchemas.of("sparse(d INT32 0..9/5) x INT32"));
    Translation all =
        pushed(engine.open(PLACE), Dialect.SPARK, new Predicate.Constant(Optional.of(true)));
    assertThat(all.isEmpty()).isTrue();
    assertThat(places(all)).isEmpty();
    assertThat(
            all.aggregates(List.of(TableAggregate.count()), List.of())
                .read()
                .columns()
                .get(0)
                .getLong(0))
        .isZero();
  }

  @Test
  void deepAndWidePredicatesAreTranslated() {
    Array array = numbers(Datatype.INT32, 1, 2, 3);
    Predicate any = Predicate.equal("x", 0);
    Predicate not = Predicate.equal("x", 1);
    for (int i = 0; i < 20_000; i++) {
      any = any.or(Predicate.equal("x", 2 * i));
      not = not.not();
    }
    exactly(array, Dialect.SPARK, any, 1);
    assertThat(pushed(array, Dialect.SPARK, not).verdict()).isEqualTo(Verdict.NONE);
  }
}
