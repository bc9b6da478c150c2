package io.azulejo.query;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.Datatype;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class BatchTest {
  @Test
  void columnsOfNumbersHoldThem() {
    Batch batch =
        Batch.of(
            Column.of("i", Datatype.INT16, -3, 300),
            Column.of("u", Datatype.UINT64, -1L, 7),
            Column.of("f", Datatype.FLOAT32, 0.5, Double.NaN),
            Column.of("n", Datatype.INT32, Arrays.asList(null, 5)));

    assertThat(batch.rows()).isEqualTo(2);
    assertThat(batch.column("i").getLong(0)).isEqualTo(-3);
    assertThat(batch.column("i").getLong(1)).isEqualTo(300);
    assertThat(batch.column("u").getLong(0)).isEqualTo(-1);
    assertThat(batch.column("f").getDouble(0)).isEqualTo(0.5);
    assertThat(batch.column("f").getDouble(1)).isNaN();
    assertThat(batch.column("n").isNull(0)).isTrue();
    assertThat(batch.column("n").getInt(1)).isEqualTo(5);
    assertThat(batch.column("i").nullable()).isFalse();
  }

  @Test
  void columnsOfTextsHoldThem() {
    VarColumn texts = Column.of("s", Datatype.STRING_UTF8, "gr\u00fc\u00df", null, "");

    assertThat(texts.getString(0)).isEqualTo("gr\u00fc\u00df");
    assertThat(texts.isNull(1)).isTrue();
    assertThat(texts.isNull(2)).isFalse();
    assertThat(texts.getString(2)).isEmpty();
  }

  @Test
  void refusesNumbersThatDoNotFit() {
    refuses(InvalidRequestException.class, () -> Column.of("u", Datatype.UINT8, 3, 256));
    refuses(() -> Column.of("i", Datatype.INT16, -32769));
    refuses(() -> Column.of("i", Datatype.UINT32, -1));
    refuses(() -> Column.of("s", Datatype.STRING_UTF8, 3, 256));
    refuses(() -> Column.of("i", Datatype.INT8, 0.5));
  }

  @Test
  void columnsOfPrimitiveArraysHaveTheirType() {
    int[] numbers = {1, -2};

    assertThat(Column.ofInts("i", numbers).type()).isEqualTo(Datatype.INT32);
    assertThat(Column.ofInts("i", numbers).getInt(1)).isEqualTo(-2);
    assertThat(Column.of("i", Datatype.INT16, numbers).getInt(1)).isEqualTo(-2);
    assertThat(Column.ofLongs("l", 1L << 40).getLong(0)).isEqualTo(1L << 40);
    assertThat(Column.ofFloats("f", 0.5f).getFloat(0)).isEqualTo(0.5f);
    assertThat(Column.ofDoubles("d", 0.1).getDouble(0)).isEqualTo(0.1);
    assertThat(Column.ofBytes("b", (byte) -1).getInt(0)).isEqualTo(-1);
    assertThat(Column.ofStrings("s", "a", null).isNull(1)).isTrue();
    assertThat(Column.of("c", Datatype.FLOAT64, 4, 6).getDouble(1)).isEqualTo(6.0);
  }

  @Test
  void refusesColumnsOfDifferentLengths() {
    refuses(
        InvalidRequestException.class,
        () -> Batch.of(Column.of("a", Datatype.INT8, 1), Column.of("b", Datatype.INT8, 1, 2)));
  }

  @Test
  void copiesValuesOfTheRightTypeAlone() {
    Column longs = Column.of("n", Datatype.INT64, 1, -2);
    Column times = Column.of("t", Datatype.DATETIME_MS, 3);
    Column doubles = Column.of("f", Datatype.FLOAT64, 0.5, -2);
    Column texts = Column.of("s", Datatype.STRING_UTF8, "ab", "c");
    long[] copied = new long[3];
    double[] numbers = new double[2];
    byte[] bytes = new byte[3];

    longs.copyTo(copied, 0);
    times.copyTo(copied, 2);
    doubles.copyTo(numbers, 0);
    texts.copyTo(bytes, 0);

    assertThat(copied).containsExactly(1, -2, 3);
    assertThat(numbers).containsExactly(0.5, -2);
    assertThat(bytes).containsExactly('a', 'b', 'c');
    refuses(InvalidRequestException.class, () -> longs.copyTo(new double[2], 0));
    refuses(() -> doubles.copyTo(new long[2], 0));
    refuses(() -> longs.copyTo(new byte[16], 0));
    refuses(() -> Column.of("w", Datatype.STRING_UTF16, "ab").copyTo(new short[1], 0));
  }

  @Test
  void copiesBitsWhateverTheyMean() {
    Column doubles = Column.of("f", Datatype.FLOAT64, 1.0);
    long[] bits = new long[1];
    byte[] bytes = new byte[8];

    doubles.copyBits(bits, 0);
    doubles.copyBits(bytes, 0);

    assertThat(bits[0]).isEqualTo(Double.doubleToRawLongBits(1));
    assertThat(bytes[7]).isEqualTo((byte) 0x3f);
    refuses(() -> doubles.copyBits(new int[2], 0));
  }

  @Test
  void columnsOfAnyValuesHoldThemAndNulls() {
    Column texts = Column.of("s", Datatype.STRING_ASCII, Arrays.asList("a", null));
    assertThat(texts.getString(0)).isEqualTo("a");
    assertThat(texts.isNull(1)).isTrue();
    refuses(() -> Column.of("s", Datatype.STRING_ASCII, Arrays.asList(1)));
    refuses(() -> Column.of("n", Datatype.INT8, Arrays.asList("a")));
  }

  static Stream<Arguments> mistakes() {
    Column longs = Column.of("n", Datatype.INT64, 1, -2);
    Column shorts = Column.of("h", Datatype.INT16, 1, -2);
    Column ints = Column.of("i", Datatype.INT32, 1, -2);
    Column floats = Column.of("f", Datatype.FLOAT32, 0.5);
    Column doubles = Column.of("d", Datatype.FLOAT64, 0.5);
    VarColumn texts = Column.of("s", Datatype.STRING_UTF8, "ab", "", null);
    Column none = Column.of("z", Datatype.INT8, new long[0]);
    Batch batch = Batch.of(longs);
    byte[] some = new byte[8];
    String small = "elements to copy, which do not fit into an array of";
    return Stream.of(
        mistake(() -> fixed(-1, 1, some, null), "column \"c\" has -1 rows (minimum: 0)"),
        mistake(
            () -> fixed(3, 1, some, null), "has 8 bytes of data, but 3 rows of 4 bytes need 12"),
        mistake(() -> fixed(2, 0, some, null), "has 0 values per cell (valid: 1 to 536870911)"),
        mistake(() -> fixed(0, 1 << 29, some, null), "has 536870912 values per cell"),
        mistake(() -> fixed(2, 1, some, new byte[1]), "has 1 validity bytes for 2 rows"),
        mistake(() -> var(new int[] {0, 4}), "has 2 offsets for 2 rows"),
        mistake(() -> var(new int[] {0, 5, 4}), "has offset 4 at index 2, after 5"),
        mistake(() -> var(new int[] {-1, 0, 4}), "has offset -1 at index 0, after 0"),
        mistake(() -> var(new int[] {0, 4, 9}), "has cells up to byte 9, but 8 bytes of data"),
        mistake(() -> longs.getLong(2), "column \"n\" has rows 0 to 1; got row 2"),
        mistake(() -> longs.isNull(-1), "column \"n\" has rows 0 to 1; got row -1"),
        mistake(() -> none.getBytes(0), "column \"z\" has no rows; got row 0"),
        mistake(() -> texts.start(3), "column \"s\" has rows 0 to 2; got row 3"),
        mistake(() -> texts.end(-1), "got row -1"),
        mistake(() -> texts.getString(3), "got row 3"),
        mistake(
            () -> texts.getLong(1),
            "column \"s\" has no value in row 1, because the cell is empty"),
        mistake(() -> texts.getDouble(2), "has no value in row 2"),
        mistake(() -> longs.copyTo(new long[1], 0), "has 2 " + small + " 1 from index 0 on"),
        mistake(
            () -> longs.copyTo(new long[3], 2),
            small + " 3 from index 2 on; use an array of at least 4"),
        mistake(() -> longs.copyTo(new long[3], -1), small),
        mistake(() -> shorts.copyTo(new short[1], 0), small),
        mistake(() -> ints.copyTo(new int[1], 0), small),
        mistake(() -> floats.copyTo(new float[0], 0), small),
        mistake(() -> doubles.copyTo(new double[0], 0), small),
        mistake(() -> texts.copyTo(new byte[1], 0), small),
        mistake(() -> texts.copyBits(new byte[1], 0), small),
        mistake(() -> longs.copyBits(new long[2], Integer.MAX_VALUE), small),
        mistake(() -> longs.copyValidity(new byte[1], 0), small),
        mistake(() -> texts.copyOffsets(new int[3], 0), "has 4 " + small),
        mistake(() -> Batch.of(), "the batch has no columns; pass at least one"),
        mistake(() -> Batch.of(1, List.of(longs)), "column \"n\" has 2 rows, but the batch has 1"),
        mistake(() -> batch.column(1), "has 1 columns, counted from 0; got column 1 (valid: [n])"),
        mistake(() -> batch.column(-1), "got column -1"),
        mistake(() -> batch.column("m"), "the batch has no column \"m\" (valid: [n])"));
  }

  private static Arguments mistake(ThrowingCallable call, String message) {
    return Arguments.of(call, message);
  }

  private static Column fixed(int rows, int values, byte[] data, byte[] validity) {
    return new FixedColumn("c", Datatype.INT32, values, rows, data, validity);
  }

  private static Column var(int[] offsets) {
    return new VarColumn("c", Datatype.STRING_UTF8, 2, offsets, new byte[8], null);
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void mistakesAreErrorsOfTheEngineThatSayWhatIsRight(ThrowingCallable call, String message) {
    assertThatThrownBy(call)
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining(message);
  }

  @Test
  void aBatchShowsItsFirstRows() {
    Batch batch =
        Batch.of(
            Column.of("y", Datatype.INT32, Arrays.asList(1, 20, null)),
            Column.of("note", Datatype.STRING_UTF8, "a", null, "x".repeat(50)));

    assertThat(batch)
        .hasToString(
            """
            3 rows
               y  note
               1  a
              20  null
            null  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...\
            """);
    assertThat(Batch.of(Column.of("n", Datatype.INT8, new long[11])).toString())
        .startsWith("11 rows\nn\n0\n")
        .endsWith("0\n...");
  }
}
