package io.azulejo;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.format.ConditionNode;
import io.azulejo.internal.format.ConditionNode.Combination;
import io.azulejo.internal.format.ConditionNode.Operator;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.Range;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StoredConditionTextTest {
  private static final ArraySchema SCHEMA =
      ArraySchema.sparse()
          .dimension(
              Dimension.asStored(
                  "d",
                  Datatype.DATETIME_DAY,
                  1,
                  FilterPipeline.EMPTY,
                  Optional.of(Range.of(0, 1000)),
                  Optional.of(10L)))
          .attribute(Attribute.of("a", Datatype.INT32))
          .attribute(Attribute.builder("n", Datatype.UINT64).nullable(true).build())
          .attribute(Attribute.of("f", Datatype.FLOAT32))
          .attribute(
              Attribute.builder("s", Datatype.STRING_UTF8)
                  .cellValNum(Attribute.VAR)
                  .nullable(true)
                  .build())
          .attribute(Attribute.builder("e", Datatype.UINT8).enumeration("colors").build())
          .enumerationFile("colors", "file")
          .buildAsStored();

  private static final Enumeration COLORS =
      Enumeration.var(
          "colors",
          Datatype.STRING_ASCII,
          false,
          "redblue".getBytes(StandardCharsets.US_ASCII),
          new long[] {0, 3});

  private final StoredConditionText texts =
      new StoredConditionText(SCHEMA, List.of(SCHEMA), name -> COLORS);

  @Test
  void deletedCellsMatchTheNegatedStoredCondition() {
    ConditionNode node = compare(Operator.GE, "a", ints(4));
    assertThat(texts.kept(node)).isEqualTo("a >= 4");
    assertThat(texts.deleted(node)).contains("a < 4");
  }

  @Test
  void nullsGoWithEveryComparison() {
    ConditionNode node = compare(Operator.NE, "n", longs(-1));
    assertThat(texts.kept(node)).isEqualTo("n != 18446744073709551615");
    assertThat(texts.deleted(node)).contains("n = 18446744073709551615 or n is null");
    ConditionNode both =
        new ConditionNode.Combined(
            Combination.OR, List.of(node, compare(Operator.LT, "a", ints(-2))));
    assertThat(texts.deleted(both)).contains("(n = 18446744073709551615 or n is null) and a >= -2");
  }

  @Test
  void nothingSaysWhichNumbersGoWhenNaNGoesToo() {
    ByteBuffer one = little(4).putFloat(0.1f);
    ConditionNode node = compare(Operator.LT, "f", one.array());
    assertThat(texts.kept(node)).isEqualTo("f < 0.1");
    assertThat(texts.deleted(node)).isEmpty();
    assertThat(texts.deleted(compare(Operator.NE, "f", one.array()))).contains("f = 0.1");
  }

  @Test
  void nothingSaysWhichCellsGoWhereOlderOnesLackTheField() {
    ArraySchema older =
        ArraySchema.sparse()
            .dimension(SCHEMA.dimensions().get(0))
            .attribute(Attribute.of("f", Datatype.FLOAT32))
            .buildAsStored();
    StoredConditionText evolved =
        new StoredConditionText(SCHEMA, List.of(older, SCHEMA), name -> COLORS);
    assertThat(evolved.deleted(compare(Operator.GE, "a", ints(4)))).isEmpty();
    assertThat(evolved.deleted(compare(Operator.GE, "d", longs(4)))).contains("d < '1970-01-05'");
  }

  @Test
  void noBytesAreNullInNumbersAndTheEmptyTextInTexts() {
    assertThat(texts.deleted(compare(Operator.NE, "n", new byte[0]))).contains("n is null");
    assertThat(texts.deleted(compare(Operator.EQ, "n", new byte[0]))).contains("n is not null");
    assertThat(texts.kept(compare(Operator.NE, "s", new byte[0]))).isEqualTo("s != ''");
    assertThat(texts.deleted(compare(Operator.NE, "s", new byte[0])))
        .contains("s = '' or s is null");
  }

  @Test
  void enumerationsAreToldByTheirValues() {
    assertThat(texts.deleted(compare(Operator.NE, "e", new byte[] {1}))).contains("e = 'blue'");
    assertThat(texts.deleted(compare(Operator.NE, "e", new byte[] {9}))).contains("index(e) = 9");
    assertThat(texts.deleted(compare(Operator.LT, "e", new byte[] {1}))).contains("index(e) >= 1");
  }

  @Test
  void setsAndConstantsHaveTexts() {
    ConditionNode set =
        new ConditionNode.Comparison(
            Operator.NOT_IN, "s", Slice.of("ab".getBytes(StandardCharsets.UTF_8)), List.of(0L, 1L));
    assertThat(texts.kept(set)).isEqualTo("s not in ('a', 'b')");
    assertThat(texts.deleted(set)).contains("s in ('a', 'b') or s is null");
    ConditionNode none = new ConditionNode.Comparison(Operator.NOT_IN, "n", Slice.EMPTY, List.of());
    assertThat(texts.kept(none)).isEqualTo("n is not null");
    assertThat(texts.deleted(compare(Operator.ALWAYS_FALSE, "a", new byte[0]))).contains("true");
  }

  @Test
  void refusesCombinationsOfNothing() {
    refuses(
        CorruptDataException.class,
        () -> texts.kept(new ConditionNode.Combined(Combination.AND, List.of())));
  }

  @Test
  void fieldsAndValuesThatDoNotFitAreBytes() {
    assertThat(texts.kept(compare(Operator.EQ, "gone", new byte[] {1, 2})))
        .isEqualTo("gone = x'0102'");
    assertThat(texts.kept(compare(Operator.EQ, "a", new byte[] {1}))).isEqualTo("a = x'01'");
  }

  private static ConditionNode compare(Operator operator, String field, byte[] value) {
    return new ConditionNode.Comparison(operator, field, Slice.of(value), List.of());
  }

  private static byte[] ints(int value) {
    return little(Integer.BYTES).putInt(value).array();
  }

  private static byte[] longs(long value) {
    return little(Long.BYTES).putLong(value).array();
  }

  private static ByteBuffer little(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }
}
