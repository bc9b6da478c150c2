package io.azulejo.query;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Enumeration;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RowTest {
  private static final byte[] NOT_NULL = null;

  private static List<Row> rows(int count, Column... columns) {
    return Row.of(Batch.of(count, List.of(columns)), Map.of()).toList();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void givesValuesByNameAndByIndex() {
    Row row =
        rows(
                2,
                new FixedColumn("n", Datatype.INT8, 1, 2, new byte[] {1, -2}, new byte[] {0, 1}),
                new VarColumn(
                    "t", Datatype.STRING_UTF8, 2, new int[] {0, 1, 4}, utf8("abcd"), NOT_NULL))
            .get(1);

    assertThat(row.names()).containsExactly("n", "t");
    assertThat(row.getLong("n")).isEqualTo(-2);
    assertThat(row.getLong(0)).isEqualTo(-2);
    assertThat(row.getDouble("n")).isEqualTo(-2.0);
    assertThat(row.get("n")).isEqualTo(-2L);
    assertThat(row.getString("t")).isEqualTo("bcd");
    assertThat(row.get(1)).isEqualTo("bcd");
    assertThat(row.getBytes("t")).isEqualTo(utf8("bcd"));
    assertThat(row).hasToString("n=-2, t=bcd");
    refuses(InvalidRequestException.class, () -> row.get("m"));
  }

  @Test
  void givesNullForNull() {
    Row row =
        rows(1, new FixedColumn("n", Datatype.INT8, 1, 1, new byte[] {1}, new byte[] {0})).get(0);

    assertThat(row.isNull("n")).isTrue();
    assertThat(row.isNull(0)).isTrue();
    assertThat(row.get("n")).isNull();
    assertThat(row.getString("n")).isNull();
    assertThat(row).hasToString("n=null");
  }

  @Test
  void givesObjectsOfTheKindOfTheType() {
    byte[] ones = new byte[8];
    java.util.Arrays.fill(ones, (byte) 0xff);
    byte[] real = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putDouble(1.5).array();
    Row row =
        rows(
                1,
                new FixedColumn("u", Datatype.UINT64, 1, 1, ones, NOT_NULL),
                new FixedColumn("d", Datatype.FLOAT64, 1, 1, real, NOT_NULL),
                new FixedColumn("b", Datatype.BOOL, 1, 1, new byte[] {1}, NOT_NULL),
                new FixedColumn("c", Datatype.CHAR, 2, 1, utf8("xy"), NOT_NULL),
                new FixedColumn("s", Datatype.INT8, 3, 1, new byte[] {1, 2, 3}, NOT_NULL),
                new VarColumn(
                    "v", Datatype.UINT8, 1, new int[] {0, 2}, new byte[] {-1, 0}, NOT_NULL),
                new VarColumn("o", Datatype.BLOB, 1, new int[] {0, 1}, new byte[] {9}, NOT_NULL),
                new FixedColumn("day", Datatype.DATETIME_DAY, 1, 1, new byte[8], NOT_NULL),
                new VarColumn(
                    "w",
                    Datatype.STRING_UTF16,
                    1,
                    new int[] {0, 4},
                    "hé".getBytes(StandardCharsets.UTF_16LE),
                    NOT_NULL))
            .get(0);

    assertThat(row.get("u")).isEqualTo(new BigInteger("18446744073709551615"));
    assertThat(row.get("d")).isEqualTo(1.5);
    assertThat(row.get("b")).isEqualTo(true);
    assertThat(row.get("c")).isEqualTo("xy");
    assertThat(row.get("s")).isEqualTo(List.of(1L, 2L, 3L));
    assertThat(row.get("v")).isEqualTo(List.of(255L, 0L));
    assertThat(row.get("o")).isEqualTo(new byte[] {9});
    assertThat(row.get("day")).isEqualTo(0L);
    assertThat(row.get("w")).isEqualTo("hé");
  }

  @Test
  void givesTheValuesOfEnumerations() {
    Enumeration names =
        Enumeration.var("names", Datatype.STRING_UTF8, false, utf8("redgreen"), new long[] {0, 3});
    Enumeration sizes = Enumeration.fixed("sizes", Datatype.INT8, 1, true, new byte[] {10, 20});
    Batch batch =
        Batch.of(
            3,
            List.of(
                new FixedColumn("c", Datatype.UINT8, 1, 3, new byte[] {1, 0, 7}, NOT_NULL),
                new FixedColumn("s", Datatype.INT8, 1, 3, new byte[] {1, -1, 0}, NOT_NULL)));

    List<Row> rows = Row.of(batch, Map.of("c", names, "s", sizes)).toList();

    assertThat(rows).extracting(row -> row.get("c")).containsExactly("green", "red", null);
    assertThat(rows).extracting(row -> row.getString("c")).containsExactly("green", "red", null);
    assertThat(rows).extracting(row -> row.getLong("c")).containsExactly(1L, 0L, 7L);
    assertThat(rows).extracting(row -> row.get("s")).containsExactly(20L, null, 10L);
  }
}
