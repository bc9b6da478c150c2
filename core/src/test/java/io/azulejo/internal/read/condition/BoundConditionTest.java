package io.azulejo.internal.read.condition;

import static io.azulejo.query.Condition.field;
import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.condition.ConditionAccess;
import io.azulejo.internal.condition.ConditionTree;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.read.request.RowSelection;
import io.azulejo.internal.read.tile.Coverage;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.query.Condition;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.DataOrder;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.Range;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BoundConditionTest {
  private static final byte[] ALL_VALID = {1, 1, 1, 1, 1};

  private static final Map<String, Enumeration> ENUMERATIONS =
      Map.of(
          "colours",
          Enumeration.var(
              "colours", Datatype.STRING_UTF8, false, bytes("redgreen"), new long[] {0, 3, 8}),
          "sizes",
          Enumeration.var(
              "sizes", Datatype.STRING_ASCII, true, bytes("smallbig"), new long[] {0, 5}),
          "weights",
          Enumeration.fixed("weights", Datatype.FLOAT64, 1, true, floatingPoints(0.5, -0.0, 8)));

  private static final ArraySchema SCHEMA =
      ArraySchema.sparse()
          .dimension(
              Dimension.asStored(
                  "x",
                  Datatype.INT32,
                  1,
                  FilterPipeline.EMPTY,
                  Optional.of(Range.of(-100, 100)),
                  Optional.of(10L)))
          .attribute(nullable("a", Datatype.INT32, 1))
          .attribute(Attribute.of("b", Datatype.INT8))
          .attribute(Attribute.of("u8", Datatype.UINT8))
          .attribute(Attribute.of("u64", Datatype.UINT64))
          .attribute(Attribute.of("f32", Datatype.FLOAT32))
          .attribute(Attribute.of("f64", Datatype.FLOAT64))
          .attribute(Attribute.of("flag", Datatype.BOOL))
          .attribute(Attribute.of("day", Datatype.DATETIME_DAY))
          .attribute(Attribute.of("time", Datatype.TIME_MIN))
          .attribute(Attribute.of("letter", Datatype.CHAR))
          .attribute(Attribute.builder("code", Datatype.STRING_ASCII).cellValNum(3).build())
          .attribute(nullable("name", Datatype.STRING_UTF8, Attribute.VAR))
          .attribute(nullable("blob", Datatype.BLOB, Attribute.VAR))
          .attribute(Attribute.builder("pair", Datatype.INT32).cellValNum(2).build())
          .attribute(Attribute.builder("numbers", Datatype.INT32).cellValNum(-1).build())
          .attribute(Attribute.builder("wide", Datatype.STRING_UTF16).cellValNum(-1).build())
          .attribute(enumerated("colour", Datatype.UINT8, "colours"))
          .attribute(enumerated("size", Datatype.INT16, "sizes"))
          .attribute(enumerated("weight", Datatype.UINT8, "weights"))
          .label(
              DimensionLabel.asStored(
                  0,
                  "place",
                  true,
                  "__labels/l0",
                  "label",
                  DataOrder.INCREASING,
                  Datatype.FLOAT64,
                  1,
                  false))
          .buildAsStored();

  private static Attribute nullable(String name, Datatype type, int cellValNum) {
    return Attribute.builder(name, type).cellValNum(cellValNum).nullable(true).build();
  }

  private static Attribute enumerated(String name, Datatype type, String enumeration) {
    return Attribute.builder(name, type).nullable(true).enumeration(enumeration).build();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] floatingPoints(double... values) {
    ByteBuffer bytes = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (double value : values) {
      bytes.putDouble(value);
    }
    return bytes.array();
  }

  private static CellColumn floats(float... values) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (float value : values) {
      bytes.putFloat(value);
    }
    return CellColumn.fixed(bytes.array(), null);
  }

  private static CellColumn ints(byte[] validity, int... values) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (int value : values) {
      bytes.putInt(value);
    }
    return CellColumn.fixed(bytes.array(), validity);
  }

  private static CellColumn longs(long... values) {
    ByteBuffer bytes = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (long value : values) {
      bytes.putLong(value);
    }
    return CellColumn.fixed(bytes.array(), null);
  }

  private static CellColumn texts(byte[] validity, String... values) {
    int[] offsets = new int[values.length + 1];
    for (int i = 0; i < values.length; i++) {
      offsets[i + 1] = offsets[i] + bytes(values[i]).length;
    }
    return new CellColumn(bytes(String.join("", values)), 0, offsets, validity);
  }

  private static ConditionTree equalTo(int value) {
    return ConditionAccess.tree(field("a").equalTo(value));
  }

  private static ConditionTree notEqualTo(int value) {
    return ConditionAccess.tree(field("a").notEqualTo(value));
  }

  private static BoundCondition bind(Condition condition) {
    return bind(ConditionAccess.tree(condition));
  }

  private static BoundCondition bind(ConditionTree condition) {
    return BoundCondition.of(condition, SCHEMA, ENUMERATIONS::get);
  }

  /** The rows of a column that pass. */
  private static List<Integer> passing(Condition condition, int rows, CellColumn... columns) {
    return passing(ConditionAccess.tree(condition), rows, columns);
  }

  private static List<Integer> passing(ConditionTree condition, int rows, CellColumn... columns) {
    BoundCondition bound = bind(condition);
    byte[] mask = new byte[rows];
    bound.test(new ConditionColumns(columns, null), 0, rows, mask);
    List<Integer> passing = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      if (mask[i] != 0) {
        passing.add(i);
      }
    }
    return passing;
  }

  @Test
  void comparesNoNullWithAnything() {
    CellColumn a = ints(new byte[] {1, 0, 7}, 10, 10, 11);
    assertThat(passing(field("a").equalTo(10), 3, a)).containsExactly(0);
    assertThat(passing(field("a").notEqualTo(10), 3, a)).containsExactly(2);
    assertThat(passing(field("a").equalTo(10).negate(), 3, a)).containsExactly(2);
    assertThat(passing(field("a").notIn(11, 12), 3, a)).containsExactly(0);
    assertThat(passing(field("a").isNull(), 3, a)).containsExactly(1);
    assertThat(passing(field("a").isNotNull(), 3, a)).containsExactly(0, 2);
  }

  @Test
  void isFalseWhereTheFragmentLacksTheField() {
    for (Condition condition :
        List.of(
            field("a").lessThan(5),
            field("a").notEqualTo(5),
            field("a").isNull(),
            field("a").isNotNull(),
            field("a").notIn())) {
      assertThat(passing(condition, 3, (CellColumn) null)).isEmpty();
      assertThat(bind(condition).outcome(new FieldBounds[] {FieldBounds.LACKING}))
          .isEqualTo(Coverage.NONE);
    }
    assertThat(
            passing(
                field("a").isNull().or(field("u64").greaterThanOrEqualTo(0)), 2, null, longs(1, 2)))
        .containsExactly(0, 1);
  }

  @Test
  void isFalseForRowsThatNoFragmentHolds() {
    BoundCondition bound = bind(field("a").notEqualTo(5));
    byte[] mask = new byte[3];
    bound.test(
        new ConditionColumns(new CellColumn[] {ints(ALL_VALID, 1, 5, 1)}, new byte[][] {{0, 1, 1}}),
        0,
        3,
        mask);
    assertThat(mask).containsExactly(0, 0, 1);
  }

  @Test
  void turnsNullTestsOfFieldsWithoutNullsIntoConstants() {
    assertThat(bind(field("b").isNotNull()).alwaysTrue()).isTrue();
    assertThat(bind(field("x").isNull()).alwaysFalse()).isTrue();
    assertThat(bind(field("x").isNull()).fields()).isEmpty();
    assertThat(bind(field("b").isNull().negate()).alwaysTrue()).isTrue();
  }

  @Test
  void looksAtEachFieldOnceAndAtNoneThatDoesNotCount() {
    Condition both =
        field("a")
            .greaterThanOrEqualTo(1)
            .and(field("x").lessThanOrEqualTo(5))
            .and(field("a").lessThanOrEqualTo(9));
    assertThat(bind(both).fields()).extracting(OutputField::name).containsExactly("a", "x");
    Condition constant = field("b").greaterThan(1000).or(field("x").lessThan(5));
    assertThat(bind(constant).fields()).extracting(OutputField::name).containsExactly("x");
    assertThat(bind(field("a").lessThan(3).and(field("a").greaterThan(3))).alwaysFalse()).isTrue();
  }

  @Test
  void comparesWholeNumbersWithDecimalsExactly() {
    CellColumn a = ints(ALL_VALID, 30, 31, -1, 0, 2);
    assertThat(passing(field("a").greaterThan(new BigDecimal("30.5")), 5, a)).containsExactly(1);
    assertThat(passing(field("a").lessThanOrEqualTo(30.5), 5, a)).containsExactly(0, 2, 3, 4);
    assertThat(passing(field("a").lessThan(-0.5), 5, a)).containsExactly(2);
    assertThat(bind(field("a").equalTo(30.5)).alwaysFalse()).isTrue();
    assertThat(passing(field("a").notEqualTo(30.5), 2, ints(new byte[] {1, 0}, 1, 2)))
        .containsExactly(0);
    assertThat(passing(field("a").in(30.5, 31, 1e300), 5, a)).containsExactly(1);
    assertThat(passing(field("a").greaterThan(new BigDecimal("1e-999999999")), 5, a))
        .containsExactly(0, 1, 4);
    assertThat(bind(field("a").greaterThanOrEqualTo(new BigDecimal("1e999999999"))).alwaysFalse())
        .isTrue();
  }

  @Test
  void answersForNumbersBeyondTheTypeWithoutThem() {
    assertThat(bind(field("b").greaterThan(127)).alwaysFalse()).isTrue();
    assertThat(bind(field("u8").lessThan(0)).alwaysFalse()).isTrue();
    assertThat(
            bind(field("u64").greaterThanOrEqualTo(new BigDecimal("18446744073709551616")))
                .alwaysFalse())
        .isTrue();
    assertThat(passing(field("b").lessThan(1000), 2, CellColumn.fixed(new byte[] {1, -1}, null)))
        .containsExactly(0, 1);
    assertThat(passing(field("a").lessThan(1L << 40), 2, ints(new byte[] {0, 1}, 5, 5)))
        .containsExactly(1);
    assertThat(passing(field("u64").greaterThan(Long.MAX_VALUE), 3, longs(1, -1, Long.MIN_VALUE)))
        .containsExactly(1, 2);
  }

  @Test
  void comparesRealNumbersByIeee754AndInSetsByBits() {
    CellColumn f = floats(0f, -0f, Float.NaN, 1.5f, Float.NEGATIVE_INFINITY);
    assertThat(passing(field("f32").equalTo(0), 5, f)).containsExactly(0, 1);
    assertThat(passing(field("f32").lessThan(0), 5, f)).containsExactly(4);
    assertThat(passing(field("f32").lessThanOrEqualTo(0), 5, f)).containsExactly(0, 1, 4);
    assertThat(passing(field("f32").notEqualTo(1.5), 5, f)).containsExactly(0, 1, 2, 4);
    assertThat(passing(field("f32").greaterThanOrEqualTo(1.5).negate(), 5, f))
        .containsExactly(0, 1, 4);
    assertThat(bind(field("f32").equalTo(Double.NaN)).alwaysFalse()).isTrue();
    assertThat(passing(field("f32").notEqualTo(Double.NaN), 5, f)).containsExactly(0, 1, 2, 3, 4);
    assertThat(passing(field("f32").in(0, Double.NaN), 5, f)).containsExactly(0, 2);
    assertThat(passing(field("f32").in(-0.0), 5, f)).containsExactly(1);
    assertThat(passing(field("f32").notIn(0, 1.5), 5, f)).containsExactly(1, 2, 4);
  }

  @Test
  void comparesFloatsWithTheNearestFloatOfADecimal() {
    CellColumn f = floats(0.1f, 0.2f);
    assertThat(passing(field("f32").equalTo(new BigDecimal("0.1")), 2, f)).containsExactly(0);
    assertThat(passing(field("f32").equalTo(0.1), 2, f)).containsExactly(0);
    assertThat(passing(field("f32").in(new BigDecimal("0.2")), 2, f)).containsExactly(1);
  }

  @Test
  void takesDecimalsBeyondAllFiniteNumbersForWhatTheyAre() {
    CellColumn f = floats(Float.MAX_VALUE, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY);
    assertThat(passing(field("f32").lessThan(1e300), 3, f)).containsExactly(0, 2);
    assertThat(passing(field("f32").lessThanOrEqualTo(1e300), 3, f)).containsExactly(0, 2);
    assertThat(passing(field("f32").greaterThan(1e300), 3, f)).containsExactly(1);
    assertThat(passing(field("f32").lessThanOrEqualTo(-1e300), 3, f)).containsExactly(2);
    assertThat(bind(field("f32").equalTo(1e300)).alwaysFalse()).isTrue();
    assertThat(bind(field("f32").in(1e300)).alwaysFalse()).isTrue();
  }

  @Test
  void knowsTrueAndFalse() {
    CellColumn flags = CellColumn.fixed(new byte[] {0, 1}, null);
    assertThat(passing(field("flag").equalTo(true), 2, flags)).containsExactly(1);
    assertThat(passing(field("flag").notEqualTo(1), 2, flags)).containsExactly(0);
  }

  @Test
  void readsDatesAndDurations() {
    assertThat(passing(field("day").greaterThanOrEqualTo("1970-01-03"), 3, longs(1, 2, 3)))
        .containsExactly(1, 2);
    assertThat(passing(field("day").equalTo(3), 3, longs(1, 2, 3))).containsExactly(2);
    assertThat(passing(field("time").in("PT2H", "PT1M"), 3, longs(1, 2, 120)))
        .containsExactly(0, 2);
    refuses(InvalidRequestException.class, () -> bind(field("day").equalTo("1970-01-03T12:00")));
  }

  @Test
  void comparesStringsByUnsignedBytes() {
    CellColumn names = texts(new byte[] {1, 1, 1, 1, 0}, "", "ab", "abc", "ä", "b");
    assertThat(passing(field("name").equalTo(""), 5, names)).containsExactly(0);
    assertThat(passing(field("name").greaterThan("ab"), 5, names)).containsExactly(2, 3);
    assertThat(passing(field("name").between("ab", "abc"), 5, names)).containsExactly(1, 2);
    assertThat(passing(field("name").in("", "ä", "zz"), 5, names)).containsExactly(0, 3);
    assertThat(passing(field("name").notIn("ab", "abc"), 5, names)).containsExactly(0, 3);
    assertThat(passing(field("name").lessThan(new byte[] {'a', 0}), 5, names)).containsExactly(0);
  }

  @Test
  void comparesAllBytesOfStringsOfFixedSize() {
    CellColumn codes = CellColumn.fixed(bytes("ab\0abcabd"), null);
    assertThat(bind(field("code").equalTo("ab")).alwaysFalse()).isFalse();
    assertThat(passing(field("code").equalTo("ab"), 3, codes)).isEmpty();
    assertThat(passing(field("code").greaterThan("ab"), 3, codes)).containsExactly(0, 1, 2);
    assertThat(passing(field("code").lessThanOrEqualTo("abc"), 3, codes)).containsExactly(0, 1);
  }

  @Test
  void comparesACharAsASignedByte() {
    CellColumn letters = CellColumn.fixed(new byte[] {'a', 'b', (byte) 0x80}, null);
    assertThat(passing(field("letter").lessThan("b"), 3, letters)).containsExactly(0, 2);
    assertThat(passing(field("letter").greaterThanOrEqualTo(new byte[] {(byte) 0x80}), 3, letters))
        .containsExactly(0, 1, 2);
    refuses(InvalidRequestException.class, () -> bind(field("letter").equalTo("ab")));
  }

  @Test
  void findsStringsWhoseHashesWereMadeToCollide() {
    List<Object> some = new ArrayList<>();
    ByteBuffer joined = ByteBuffer.allocate(16 * 201);
    for (long i = 0; i < 200; i++) {
      long hash = (16 ^ i) * 0x9e3779b97f4a7c15L;
      byte[] text =
          ByteBuffer.allocate(16).putLong(i).putLong(hash ^ hash >>> 32 ^ Long.MIN_VALUE).array();
      some.add(text);
      joined.put(text);
    }
    joined.put(bytes("none of those...")).rewind();
    int[] offsets = IntStream.rangeClosed(0, 201).map(i -> 16 * i).toArray();
    CellColumn names = new CellColumn(joined.array(), 0, offsets, null);
    assertThat(passing(field("name").in(some.toArray()), 201, names)).hasSize(200);
    assertThat(passing(field("name").notIn(some.toArray()), 201, names)).containsExactly(200);
    assertThat(passing(field("name").in(some.get(0), some.get(7)), 201, names))
        .containsExactly(0, 7);
  }

  @Test
  void looksUpTheValuesOfEnumerations() {
    byte[] validity = {1, 1, 0, 1};
    CellColumn colours = CellColumn.fixed(new byte[] {0, 1, 0, (byte) 200}, validity);
    assertThat(passing(field("colour").equalTo("green"), 4, colours)).containsExactly(1);
    assertThat(passing(field("colour").notEqualTo("green"), 4, colours)).containsExactly(0, 3);
    assertThat(passing(field("colour").in("red", "none"), 4, colours)).containsExactly(0);
    assertThat(passing(field("colour").byIndex().greaterThanOrEqualTo(1), 4, colours))
        .containsExactly(1, 3);
    CellColumn weights = CellColumn.fixed(new byte[] {0, 1, 2, 2}, validity);
    assertThat(passing(field("weight").greaterThan(0.5), 4, weights)).containsExactly(1, 3);
    assertThat(bind(field("weight").equalTo(0)).alwaysFalse())
        .as("values of enumerations are looked up by their bytes: 0.0 is not -0.0")
        .isTrue();
  }

  @Test
  void takesUnknownValuesOfEnumerationsForNothing() {
    CellColumn sizes = CellColumn.fixed(new byte[] {0, 0, 1, 0, 1, 0}, new byte[] {1, 1, 0});
    assertThat(bind(field("size").equalTo("none")).alwaysFalse()).isTrue();
    assertThat(bind(field("size").lessThan("none")).alwaysFalse()).isTrue();
    assertThat(bind(field("size").greaterThanOrEqualTo("none")).alwaysFalse()).isTrue();
    assertThat(bind(field("size").in("none")).alwaysFalse()).isTrue();
    assertThat(passing(field("size").notEqualTo("none"), 3, sizes)).containsExactly(0, 1);
    assertThat(passing(field("size").notIn("none"), 3, sizes)).containsExactly(0, 1);
  }

  @Test
  void refusesToOrderValuesOfAnUnorderedEnumeration() {
    refuses(InvalidRequestException.class, () -> bind(field("colour").lessThan("red")));
  }

  @Test
  void saysWhichFieldsThereAre() {
    refuses(InvalidRequestException.class, () -> bind(field("z").isNull()));
    refuses(InvalidRequestException.class, () -> bind(field("place").lessThan(3)));
  }

  @Test
  void saysWhatAFieldCanBeComparedWith() {
    refuses(InvalidRequestException.class, () -> bind(field("a").equalTo("30")));
    refuses(InvalidRequestException.class, () -> bind(field("name").in("a", 30)));
    refuses(() -> bind(field("flag").equalTo("true")));
    refuses(() -> bind(field("a").equalTo(true)));
    refuses(() -> bind(field("day").equalTo(false)));
    refuses(() -> bind(field("time").equalTo(false)));
    refuses(() -> bind(field("colour").equalTo(1)));
    refuses(() -> bind(field("a").equalTo(new byte[3])));
  }

  @Test
  void comparesNoCellsOfManyValuesNorBytesWithoutAnOrder() {
    for (String name : List.of("pair", "numbers", "wide", "blob")) {
      assertThatThrownBy(() -> bind(field(name).equalTo(new byte[4])))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContaining("field \"" + name + "\" has cells of")
          .hasMessageContaining("which cannot be compared");
    }
    assertThat(passing(field("blob").isNull(), 2, texts(new byte[] {0, 1}, "", "")))
        .containsExactly(0);
    assertThat(passing(field("blob").isNotNull(), 2, texts(new byte[] {0, 1}, "", "")))
        .containsExactly(1);
  }

  @Test
  void knowsTheTimesOfCellsInSparseArraysAlone() {
    assertThat(bind(field("__timestamps").lessThan(5)).fields().get(0).isTimestamps()).isTrue();
    assertThat(
            passing(
                field("__timestamps").greaterThanOrEqualTo("1970-01-01T00:00:01Z"),
                2,
                longs(999, 1000)))
        .containsExactly(1);
    ArraySchema dense =
        ArraySchema.dense().attribute(Attribute.of("a", Datatype.INT8)).buildAsStored();
    refuses(
        InvalidRequestException.class,
        () -> BoundCondition.of(field("__timestamps").lessThan(5), dense, name -> null));
  }

  @Test
  void bindsChainsOfAnyLength() {
    ConditionTree chain = equalTo(0);
    ConditionTree narrow = notEqualTo(-1);
    for (int i = 1; i < 20_000; i++) { // each within the next one, as and() and or() make none
      chain = new ConditionTree.Or(List.of(chain, equalTo(2 * i)));
      narrow = new ConditionTree.And(List.of(narrow, notEqualTo(-i)));
    }
    CellColumn a = ints(ALL_VALID, 0, 7, 8, 39_998, 40_000);
    assertThat(passing(chain, 5, a)).containsExactly(0, 2, 3);
    assertThat(
            passing(new ConditionTree.Not(narrow), 5, ints(ALL_VALID, 0, -1, -19_999, -20_000, 5)))
        .containsExactly(1, 2);
  }

  @Test
  void refusesConditionsThatAreTooDeep() {
    ConditionTree deep = equalTo(0);
    for (int i = 0; i < 10_000; i++) {
      List<ConditionTree> parts = List.of(deep, equalTo(i));
      deep = i % 2 == 0 ? new ConditionTree.And(parts) : new ConditionTree.Or(parts);
    }
    ConditionTree tooDeep = deep;
    refuses(InvalidRequestException.class, () -> bind(tooDeep));
  }

  @Test
  void tellsFromBoundsWhatATileHolds() {
    FieldBounds tens = FieldBounds.ofKeys(10, 19, true);
    FieldBounds nullableTens = FieldBounds.ofKeys(10, 19, false);
    assertThat(outcome(field("a").lessThan(10), tens)).isEqualTo(Coverage.NONE);
    assertThat(outcome(field("a").lessThan(11), tens)).isEqualTo(Coverage.SOME);
    assertThat(outcome(field("a").lessThan(20), tens)).isEqualTo(Coverage.ALL);
    assertThat(outcome(field("a").lessThan(20), nullableTens)).isEqualTo(Coverage.SOME);
    assertThat(outcome(field("a").notEqualTo(20), tens)).isEqualTo(Coverage.ALL);
    assertThat(outcome(field("a").notEqualTo(15), tens)).isEqualTo(Coverage.SOME);
    assertThat(outcome(field("a").notEqualTo(5), FieldBounds.ofKeys(5, 5, false)))
        .isEqualTo(Coverage.NONE);
    assertThat(outcome(field("a").in(1, 30), tens)).isEqualTo(Coverage.NONE);
    assertThat(outcome(field("a").isNull(), tens)).isEqualTo(Coverage.NONE);
    assertThat(outcome(field("a").isNull(), FieldBounds.ONLY_NULLS)).isEqualTo(Coverage.ALL);
    assertThat(outcome(field("a").notEqualTo(1), FieldBounds.ONLY_NULLS)).isEqualTo(Coverage.NONE);
    assertThat(outcome(field("a").isNotNull(), FieldBounds.unknown(true))).isEqualTo(Coverage.ALL);
    assertThat(outcome(field("a").lessThan(5), FieldBounds.unknown(true))).isEqualTo(Coverage.SOME);
    assertThat(outcome(field("a").lessThan(5), (FieldBounds) null)).isEqualTo(Coverage.SOME);
    assertThat(outcome(field("a").lessThan(5), FieldBounds.ofKeys(9, 8, true)))
        .as("bounds that contradict each other tell nothing")
        .isEqualTo(Coverage.SOME);
  }

  @Test
  void combinesOutcomesInThreeValuedLogic() {
    Condition a = field("a").lessThan(20);
    Condition x = field("x").lessThan(0);
    FieldBounds all = FieldBounds.ofKeys(10, 19, true);
    FieldBounds none = FieldBounds.ofKeys(1, 2, true);
    assertThat(outcome(a.and(x), all, none)).isEqualTo(Coverage.NONE);
    assertThat(outcome(a.or(x), all, none)).isEqualTo(Coverage.ALL);
    assertThat(outcome(a.or(x), null, none)).isEqualTo(Coverage.SOME);
    assertThat(outcome(a.and(x), all, null)).isEqualTo(Coverage.SOME);
  }

  @Test
  void tellsFromBoundsOfStrings() {
    Slice low = Slice.of(bytes("b"));
    FieldBounds known = FieldBounds.ofTextsBelow(low, Slice.of(bytes("d\0")), true);
    assertThat(outcome(field("name").equalTo("a"), known)).isEqualTo(Coverage.NONE);
    assertThat(outcome(field("name").equalTo("da"), known)).isEqualTo(Coverage.NONE);
    assertThat(outcome(field("name").lessThanOrEqualTo("d"), known)).isEqualTo(Coverage.ALL);
    assertThat(outcome(field("name").in("a", "c"), known)).isEqualTo(Coverage.SOME);
    FieldBounds open = FieldBounds.ofTextsBelow(low, null, true);
    assertThat(outcome(field("name").greaterThanOrEqualTo("b"), open)).isEqualTo(Coverage.ALL);
    assertThat(outcome(field("name").lessThanOrEqualTo("d"), open)).isEqualTo(Coverage.SOME);
  }

  private static Coverage outcome(Condition condition, FieldBounds... bounds) {
    return bind(condition).outcome(bounds);
  }

  @Test
  void keepsTheRowsOfAMask() {
    RowSelection rows = new RowSelection(5);
    rows.keep(new byte[] {1, 0, 1, 1, 0});
    rows.keep(new byte[] {1, 1, 0, 1, 1});
    assertThat(rows.rows()).containsExactly(0, 3);
  }
}
