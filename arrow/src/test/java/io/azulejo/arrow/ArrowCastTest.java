package io.azulejo.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Enumeration;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Columns become what an array wants, without a change of a value, or are refused. */
class ArrowCastTest {
  private static ArrowColumn column(Datatype type, int number, boolean nullable) {
    return new ArrowColumn("c", type, number, nullable, Optional.empty(), Map.of());
  }

  private static Column cast(Column cells, ArrowColumn from, ArrowColumn to) {
    return ArrowCast.of(Batch.of(cells), ArrowTable.of(List.of(from), Map.of()), List.of(to))
        .column(0);
  }

  private static BigInteger value(Column column, int row) {
    BigInteger value = BigInteger.valueOf(column.getLong(row));
    return column.type() == Datatype.UINT64 && value.signum() < 0
        ? value.add(BigInteger.ONE.shiftLeft(64))
        : value;
  }

  private static boolean has(Datatype type, BigInteger value) {
    int bits = type.size() * 8;
    return type.isUnsigned()
        ? value.signum() >= 0 && value.bitLength() <= bits
        : value.bitLength() < bits;
  }

  @Test
  void integersKeepTheirValueOrAreRefused() {
    List<Datatype> types = new ArrayList<>(Arrays.asList(Datatype.values()));
    types.removeIf(type -> !type.isInteger() || type == Datatype.BOOL);
    Random random = new Random(3);
    int refused = 0;
    for (int i = 0; i < 20_000; i++) {
      Datatype from = types.get(random.nextInt(types.size()));
      Datatype to = types.get(random.nextInt(types.size()));
      int unused = 64 - from.size() * 8 + random.nextInt(from.size() * 8);
      long bits = random.nextLong();
      long number = from.isUnsigned() ? bits >>> unused : bits >> unused;
      Column cells = Column.of("c", from, number);
      try {
        Column result = cast(cells, column(from, 1, false), column(to, 1, false));
        assertThat(result.type()).isEqualTo(to);
        assertThat(value(result, 0)).isEqualTo(value(cells, 0));
      } catch (InvalidRequestException e) {
        refused++;
        assertThat(has(to, value(cells, 0))).as("%s as %s", value(cells, 0), to).isFalse();
      }
    }
    assertThat(refused).isBetween(2_000, 15_000);
  }

  @Test
  void integersThatNoFloatingPointNumberIsAreRefused() {
    for (Datatype from : List.of(Datatype.INT64, Datatype.UINT64)) {
      for (Datatype to : List.of(Datatype.FLOAT32, Datatype.FLOAT64)) {
        Random random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
          long number = random.nextLong() >>> random.nextInt(64) << random.nextInt(64);
          number = i == 0 ? Long.MIN_VALUE : i == 1 ? Long.MAX_VALUE : i == 2 ? -1 : number;
          Column cells = Column.of("c", from, number);
          BigDecimal exact = new BigDecimal(value(cells, 0));
          double wanted =
              to == Datatype.FLOAT32 ? (double) exact.floatValue() : exact.doubleValue();
          if (new BigDecimal(wanted).compareTo(exact) == 0) {
            Column result = cast(cells, column(from, 1, false), column(to, 1, false));
            assertThat(result.getDouble(0)).isEqualTo(wanted);
          } else {
            assertThatThrownBy(() -> cast(cells, column(from, 1, false), column(to, 1, false)))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("row 0")
                .hasMessageContaining("value %s cannot be represented as %s".formatted(exact, to));
          }
        }
      }
    }
  }

  @Test
  void doublesAreRoundedButNeverToInfinity() {
    ArrowColumn from = column(Datatype.FLOAT64, 1, false);
    ArrowColumn to = column(Datatype.FLOAT32, 1, false);
    double infinity = Double.POSITIVE_INFINITY;

    Column result = cast(Column.of("c", Datatype.FLOAT64, 0.1, infinity, Double.NaN), from, to);
    assertThat(result.getFloat(0)).isEqualTo(0.1f);
    assertThat(result.getFloat(1)).isEqualTo(Float.POSITIVE_INFINITY);
    assertThat(result.getFloat(2)).isNaN();
    assertThatThrownBy(() -> cast(Column.of("c", Datatype.FLOAT64, 1, -1e39), from, to))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("row 1")
        .hasMessageContaining("value -1.0E39 cannot be represented as FLOAT32");
  }

  @Test
  void errorsNameTheRowOfAListAndNotItsValue() {
    byte[] numbers =
        ByteBuffer.allocate(32)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(1)
            .putLong((1L << 53) + 1)
            .putLong(2)
            .putLong(-(1L << 53) - 1)
            .array();
    int[] offsets = {0, 8, 16, 32};
    Column cells = new VarColumn("c", Datatype.INT64, 3, offsets, numbers, new byte[] {1, 0, 1});
    ArrowColumn from = column(Datatype.INT64, Attribute.VAR, true);

    for (Datatype type : List.of(Datatype.FLOAT64, Datatype.INT32)) {
      assertThatThrownBy(() -> cast(cells, from, column(type, Attribute.VAR, true)))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContaining("row 2")
          .hasMessageContaining("value -9007199254740993");
    }
  }

  @Test
  void valuesOfADictionaryThatAreFarMoreThanTheirIndexesAreRefused() {
    ArrowColumn index =
        column(Datatype.UINT8, 1, false)
            .withEnumeration(Enumeration.ofStrings("e", false, List.of("x".repeat(1 << 20))));
    Column zeros = new FixedColumn("c", Datatype.UINT8, 1, 1 << 16, new byte[1 << 16], null);

    assertThatThrownBy(() -> cast(zeros, index, column(Datatype.STRING_UTF8, Attribute.VAR, false)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("write smaller record batches");
  }

  @Test
  void theSizeOfWideTextIsKnownBefore() {
    Random random = new Random(11);
    int[] letters = {'a', 0x7f, 0xe9, 0x7ff, 0x800, 0xffff, 0x10000, 0x10ffff};
    for (int i = 0; i < 1_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int n = random.nextInt(20); n > 0; n--) {
        text.appendCodePoint(letters[random.nextInt(letters.length)]);
      }
      byte[] utf8 = text.toString().getBytes(StandardCharsets.UTF_8);
      for (Datatype type : List.of(Datatype.STRING_UTF16, Datatype.STRING_UTF32)) {
        assertThat(WideText.size(utf8, 0, utf8.length, type))
            .isEqualTo(text.toString().getBytes(type.charset()).length);
      }
    }
  }

  @Test
  void timesGoToOtherUnitsWhereTheyAreWhole() {
    Column days = Column.of("c", Datatype.DATETIME_DAY, 2, Long.MIN_VALUE);
    ArrowColumn from = column(Datatype.DATETIME_DAY, 1, false);

    Column hours = cast(days, from, column(Datatype.DATETIME_HR, 1, false));
    assertThat(hours.getLong(0)).isEqualTo(48);
    assertThat(hours.getLong(1)).isEqualTo(Long.MIN_VALUE);
    Column back =
        cast(
            Column.of("c", Datatype.DATETIME_HR, 48), column(Datatype.DATETIME_HR, 1, false), from);
    assertThat(back.getLong(0)).isEqualTo(2);
    assertThatThrownBy(
            () ->
                cast(
                    Column.of("c", Datatype.DATETIME_HR, 49),
                    column(Datatype.DATETIME_HR, 1, false),
                    from))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("row 0")
        .hasMessageContaining("49");
  }

  @Test
  void textsBecomeIndexesOfAnEnumerationAndTextsAgain() {
    ArrowColumn text = column(Datatype.STRING_UTF8, Attribute.VAR, true);
    ArrowColumn index =
        column(Datatype.UINT8, 1, true)
            .withEnumeration(Enumeration.ofStrings("e", false, List.of("red", "blue")));
    Column texts = Column.of("c", Datatype.STRING_UTF8, "blue", null, "red");

    Column indexes = cast(texts, text, index);
    assertThat(indexes.getLong(0)).isEqualTo(1);
    assertThat(indexes.isNull(1)).isTrue();
    assertThat(indexes.getLong(2)).isZero();
    Column again = cast(indexes, index, text);
    assertThat(again.getString(0)).isEqualTo("blue");
    assertThat(again.isNull(1)).isTrue();
    assertThatThrownBy(() -> cast(Column.of("c", Datatype.STRING_UTF8, "pink"), text, index))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("pink")
        .hasMessageContaining("extend the enumeration first");
  }

  @Test
  void indexesOfAnotherEnumerationAreThoseOfTheValues() {
    ArrowColumn from =
        column(Datatype.INT32, 1, false)
            .withEnumeration(Enumeration.ofStrings("x", false, List.of("blue", "red")));
    ArrowColumn to =
        column(Datatype.UINT8, 1, false)
            .withEnumeration(Enumeration.ofStrings("e", false, List.of("red", "blue")));

    Column result = cast(Column.of("c", Datatype.INT32, 0, 1, 1), from, to);

    assertThat(List.of(result.getLong(0), result.getLong(1), result.getLong(2)))
        .containsExactly(1L, 0L, 0L);
  }

  @Test
  void nullsGoNowhereWhereThereCanBeNone() {
    Column texts = Column.of("c", Datatype.STRING_UTF8, "a", null);
    ArrowColumn from = column(Datatype.STRING_UTF8, Attribute.VAR, true);

    assertThatThrownBy(() -> cast(texts, from, column(Datatype.STRING_ASCII, Attribute.VAR, false)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("row 1")
        .hasMessageContaining("null");
  }

  @Test
  void cellsOfAFixedSizeHaveThatManyValues() {
    Column texts = Column.of("c", Datatype.STRING_UTF8, "ab", "cd");
    ArrowColumn from = column(Datatype.STRING_UTF8, Attribute.VAR, false);

    Column two = cast(texts, from, column(Datatype.CHAR, 2, false));
    assertThat(two.getString(1)).isEqualTo("cd");
    Column wide = cast(texts, from, column(Datatype.STRING_UTF16, Attribute.VAR, false));
    assertThat(wide.getBytes(0)).containsExactly('a', 0, 'b', 0);
    assertThatThrownBy(() -> cast(texts, from, column(Datatype.CHAR, 3, false)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("has 2 values (expected 3)");
    assertThatThrownBy(() -> cast(texts, from, column(Datatype.INT32, 1, false)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("to INT32");
  }

  @Test
  void aColumnThatIsMissingIsNamedWithThoseThatThereAre() {
    Batch batch = Batch.of(Column.of("c", Datatype.INT8, 1));
    ArrowTable table = ArrowTable.of(List.of(column(Datatype.INT8, 1, false)), Map.of());
    ArrowColumn other = new ArrowColumn("d", Datatype.INT8, 1, false, Optional.empty(), Map.of());

    assertThatThrownBy(() -> ArrowCast.of(batch, table, List.of(other)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("\"d\"")
        .hasMessageContaining("[c]");
  }
}
