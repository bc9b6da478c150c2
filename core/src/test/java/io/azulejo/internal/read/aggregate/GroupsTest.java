package io.azulejo.internal.read.aggregate;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.runtime.StringNumbers;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.testkit.TestLayer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Which cells are one group, and in which order groups come. */
class GroupsTest {
  private static final List<Datatype> TYPES =
      List.of(
          Datatype.INT8,
          Datatype.UINT8,
          Datatype.BOOL,
          Datatype.INT16,
          Datatype.UINT16,
          Datatype.INT32,
          Datatype.UINT32,
          Datatype.INT64,
          Datatype.UINT64,
          Datatype.DATETIME_MS,
          Datatype.CHAR,
          Datatype.STRING_ASCII,
          Datatype.STRING_UTF16,
          Datatype.BLOB);

  private static OutputField field(String name, Datatype type, int cellValNum, boolean nullable) {
    return OutputField.of(
        Attribute.builder(name, type).cellValNum(cellValNum).nullable(nullable).build());
  }

  private static List<Column> sorted(Groups groups, Batch batch) {
    int[] numbers = new int[FieldAccumulator.CHUNK];
    for (int from = 0; from < batch.rows(); from += FieldAccumulator.CHUNK) {
      groups.find(batch, from, Math.min(FieldAccumulator.CHUNK, batch.rows() - from), numbers);
    }
    return groups.columns(groups.sorted());
  }

  private static Batch doubles(double... values) {
    ByteBuffer data = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (double value : values) {
      data.putDouble(value);
    }
    return Batch.of(
        values.length,
        List.of(new FixedColumn("a", Datatype.FLOAT64, 1, values.length, data.array(), null)));
  }

  @Test
  void realNumbersComeBySizeWithNaNAtTheEndAndZerosAndNaNsAreOneGroupEach() {
    double otherNaN = Double.longBitsToDouble(0xfff8000000000001L);
    Batch batch = doubles(Double.NaN, 1, -0.0, Double.NEGATIVE_INFINITY, 0.0, otherNaN, -2, 1e300);
    for (Groups groups :
        List.of(
            new PackedGroups(List.of(field("a", Datatype.FLOAT64, 1, false)), 8),
            new ByteGroups(List.of(field("a", Datatype.FLOAT64, 1, false))))) {
      Column column = sorted(groups, batch).get(0);

      List<Double> values = new ArrayList<>();
      for (int row = 0; row < column.rows(); row++) {
        values.add(column.getDouble(row));
      }
      assertThat(values)
          .containsExactly(Double.NEGATIVE_INFINITY, -2.0, 0.0, 1.0, 1e300, Double.NaN);
    }
  }

  @Test
  void stringsComeByTheirBytesWithNullsAtTheEnd() {
    String[] texts = {"b", "", "a\0b", "a", "a\0", "x", "b", "a\1", "aa"};
    byte[] validity = {1, 1, 1, 1, 1, 0, 1, 1, 1};
    int[] offsets = new int[texts.length + 1];
    StringBuilder data = new StringBuilder();
    for (int i = 0; i < texts.length; i++) {
      data.append(texts[i]);
      offsets[i + 1] = data.length();
    }
    Batch batch =
        Batch.of(
            texts.length,
            List.of(
                new VarColumn(
                    "a",
                    Datatype.STRING_UTF8,
                    texts.length,
                    offsets,
                    data.toString().getBytes(java.nio.charset.StandardCharsets.US_ASCII),
                    validity)));
    OutputField field = field("a", Datatype.STRING_UTF8, Attribute.VAR, true);

    Column column = sorted(GroupsFactory.by(List.of(field)), batch).get(0);

    List<String> values = new ArrayList<>();
    for (int row = 0; row < column.rows(); row++) {
      values.add(column.isNull(row) ? null : column.getString(row));
    }
    assertThat(values).containsExactly("", "a", "a\0", "a\0b", "a\1", "aa", "b", null);
  }

  @Test
  void anyFieldsMakeTheGroupsThatTheirValuesMake() {
    String given = System.getProperty("azulejo.seed", "");
    long seed = given.isEmpty() ? 20240531 : Long.parseLong(given);
    System.out.println("azulejo.seed=" + seed);
    Random random = new Random(seed);
    for (int round = 0; round < TestLayer.cases(300, 60); round++) {
      int rows = random.nextInt(3 * FieldAccumulator.CHUNK / 2);
      int distinct = 1 + random.nextInt(random.nextBoolean() ? 4 : 300);
      List<OutputField> fields = new ArrayList<>();
      List<Column> columns = new ArrayList<>();
      for (int f = 0; f <= random.nextInt(3); f++) {
        Datatype type = TYPES.get(random.nextInt(TYPES.size()));
        boolean var = type.size() == 1 && random.nextInt(3) == 0;
        int cellValNum = var ? Attribute.VAR : random.nextInt(4) == 0 ? 3 : 1;
        OutputField field = field("f" + f, type, cellValNum, random.nextBoolean());
        fields.add(field);
        columns.add(column(field, rows, distinct, random));
      }
      check("round " + round, fields, Batch.of(rows, columns), random);
    }
  }

  /** Random cells of few different values. */
  private static Column column(OutputField field, int rows, int distinct, Random random) {
    byte[][] values = new byte[distinct][];
    for (int i = 0; i < distinct; i++) {
      values[i] = new byte[field.isVar() ? random.nextInt(4) : field.cellSize()];
      for (int b = 0; b < values[i].length; b++) {
        values[i][b] = (byte) (random.nextBoolean() ? random.nextInt(3) : random.nextInt());
      }
    }
    byte[] validity = field.nullable() ? new byte[rows] : null;
    int[] offsets = new int[rows + 1];
    byte[][] cells = new byte[rows][];
    for (int row = 0; row < rows; row++) {
      cells[row] = values[random.nextInt(distinct)];
      offsets[row + 1] = offsets[row] + cells[row].length;
      if (validity != null) {
        validity[row] = (byte) (random.nextInt(5) == 0 ? 0 : 1);
      }
    }
    ByteBuffer data = ByteBuffer.allocate(offsets[rows]);
    for (byte[] cell : cells) {
      data.put(cell);
    }
    return field.isVar()
        ? new VarColumn(field.name(), field.type(), rows, offsets, data.array(), validity)
        : new FixedColumn(
            field.name(), field.type(), field.cellValNum(), rows, data.array(), validity);
  }

  private static void check(String about, List<OutputField> fields, Batch batch, Random random) {
    Groups groups = random.nextInt(4) == 0 ? new ByteGroups(fields) : GroupsFactory.by(fields);
    Map<String, Integer> expected = new LinkedHashMap<>();
    int[] numbers = new int[FieldAccumulator.CHUNK];
    for (int from = 0; from < batch.rows(); from += FieldAccumulator.CHUNK) {
      int count = Math.min(FieldAccumulator.CHUNK, batch.rows() - from);
      groups.find(batch, from, count, numbers);
      for (int i = 0; i < count; i++) {
        int number = expected.computeIfAbsent(text(batch, from + i), t -> expected.size());
        assertThat(numbers[i]).as(about).isEqualTo(number);
      }
    }
    assertThat(groups.count()).as(about).isEqualTo(expected.size());

    int[] order = groups.sorted();
    Batch found = Batch.of(order.length, groups.columns(order));
    for (int row = 0; row < order.length; row++) {
      assertThat(expected.get(text(found, row))).as(about).isEqualTo(order[row]);
      if (row > 0) {
        assertThat(compare(fields, found, row - 1, row)).as(about).isNegative();
      }
    }
  }

  private static String text(Batch batch, int row) {
    StringBuilder text = new StringBuilder();
    for (Column column : batch.columns()) {
      boolean isNull = column.isNull(row);
      text.append(isNull ? "null" : HexFormat.of().formatHex(column.getBytes(row))).append(' ');
    }
    return text.toString();
  }

  private static int compare(List<OutputField> fields, Batch batch, int a, int b) {
    for (int f = 0; f < fields.size(); f++) {
      Column column = batch.column(f);
      if (column.isNull(a) || column.isNull(b)) {
        if (column.isNull(a) != column.isNull(b)) {
          return column.isNull(a) ? 1 : -1;
        }
        continue;
      }
      int order = compare(fields.get(f), column.getBytes(a), column.getBytes(b));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private static int compare(OutputField field, byte[] a, byte[] b) {
    if (field.isVar()) {
      return java.util.Arrays.compareUnsigned(a, b);
    }
    int size = field.type().size();
    for (int at = 0; at < a.length; at += size) {
      long x = 0;
      long y = 0;
      for (int i = size - 1; i >= 0; i--) {
        x = x << 8 | a[at + i] & 0xff;
        y = y << 8 | b[at + i] & 0xff;
      }
      boolean signed = field.type().isIntegerValued() && !field.type().isUnsigned();
      int shift = 64 - 8 * size;
      int order = signed ? Long.compare(x << shift, y << shift) : Long.compareUnsigned(x, y);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  @Test
  void keysOfMoreBytesThanAnArrayHoldsAreRefused() {
    assertThat(StringNumbers.room(100, 10)).isEqualTo(200);
    assertThat(StringNumbers.room(0, 1000)).isEqualTo(2000);
    assertThat(StringNumbers.room(1_500_000_000, 10)).isEqualTo(Integer.MAX_VALUE - 8);
    assertThat(StringNumbers.room(0, 2_000_000_000L)).isEqualTo(Integer.MAX_VALUE - 8);
    refuses(InvalidRequestException.class, () -> StringNumbers.room(2_000_000_000, 200_000_000));
  }
}
