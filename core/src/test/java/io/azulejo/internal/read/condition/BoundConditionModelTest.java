package io.azulejo.internal.read.condition;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.internal.condition.ConditionTree;
import io.azulejo.internal.condition.ConditionTree.Operator;
import io.azulejo.internal.condition.Literal;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.order.Intervals;
import io.azulejo.internal.read.condition.ConditionModel.Field;
import io.azulejo.internal.read.tile.Coverage;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.ArraySchema;
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
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Random conditions on random columns, against {@link ConditionModel}. */
class BoundConditionModelTest {
  private static final long SEED = Long.getLong("azulejo.seed", 4711L);
  private static final byte[] LETTERS = {0, 1, 'a', 'b', (byte) 0x80, (byte) 0xff};
  private static final List<String> WORDS = List.of("red", "green", "", "blue");

  private final Random random = new Random(SEED);

  @BeforeAll
  static void printSeed() {
    System.out.println("azulejo.seed=" + SEED);
  }

  @Test
  void agreesWithTheModelOnRandomCells() {
    for (int round = 0; round < 1500; round++) {
      Cells cells = new Cells(round % 100 == 0 ? 9000 : random.nextInt(150), false);
      ConditionTree condition = condition(cells, 3);
      BoundCondition bound = cells.bind(condition);
      int from = random.nextInt(cells.count + 1);
      int count = random.nextInt(cells.count - from + 1);
      byte[] mask = new byte[count];
      bound.test(cells.columns(bound), from, count, mask);
      for (int i = 0; i < count; i++) {
        int row = from + i;
        assertThat(mask[i])
            .as(() -> condition + " of " + cells.describe(row))
            .isEqualTo((byte) (cells.holds(condition, row) ? 1 : 0));
      }
    }
  }

  @Test
  void narrowsMasksToRowsThatPassAndWereInBefore() {
    for (int round = 0; round < 500; round++) {
      Cells cells = new Cells(random.nextInt(150), false);
      ConditionTree condition = condition(cells, 3);
      BoundCondition bound = cells.bind(condition);
      byte[] mask = new byte[cells.count];
      byte[] expected = new byte[cells.count];
      for (int i = 0; i < mask.length; i++) {
        mask[i] = (byte) random.nextInt(2);
        expected[i] = cells.holds(condition, i) ? mask[i] : 0;
      }
      bound.narrow(cells.columns(bound), 0, cells.count, mask);
      assertThat(mask).as("%s", condition).isEqualTo(expected);
    }
  }

  @Test
  void neverPromisesMoreOfATileThanItsCellsKeep() {
    Map<Coverage, Integer> outcomes = new EnumMap<>(Coverage.class);
    for (int round = 0; round < 8000; round++) {
      Cells cells = new Cells(1 + random.nextInt(4), true);
      ConditionTree condition = condition(cells, 2);
      BoundCondition bound = cells.bind(condition);
      Coverage outcome = bound.outcome(cells.bounds(bound));
      outcomes.merge(outcome, 1, Integer::sum);
      if (outcome != Coverage.SOME) {
        for (int i = 0; i < cells.count; i++) {
          int row = i;
          assertThat(cells.holds(condition, i))
              .as(() -> condition + " of " + cells.describe(row))
              .isEqualTo(outcome == Coverage.ALL);
        }
      }
    }
    assertThat(outcomes.get(Coverage.NONE)).isGreaterThan(400);
    assertThat(outcomes.get(Coverage.ALL)).isGreaterThan(400);
  }

  private ConditionTree condition(Cells cells, int depth) {
    if (depth > 0 && random.nextInt(3) > 0) {
      if (random.nextInt(4) == 0) {
        return new ConditionTree.Not(condition(cells, depth - 1));
      }
      List<ConditionTree> parts =
          IntStream.rangeClosed(0, random.nextInt(3))
              .mapToObj(i -> condition(cells, depth - 1))
              .toList();
      return random.nextBoolean() ? new ConditionTree.And(parts) : new ConditionTree.Or(parts);
    }
    Field field = cells.fields.get(random.nextInt(cells.fields.size()));
    boolean byIndex = field.enumeration() != null && random.nextBoolean();
    ConditionTree.Field named = new ConditionTree.Field(field.name(), byIndex);
    boolean texts = field.isText() || (field.enumeration() != null && !byIndex);
    switch (random.nextInt(10)) {
      case 0:
        return new ConditionTree.NullTest(named, random.nextBoolean());
      case 8:
        if (texts) {
          return new ConditionTree.Prefix(named, random.nextBoolean(), prefix(field, byIndex));
        }
        return new ConditionTree.NanTest(named, random.nextBoolean());
      case 9:
        if (random.nextInt(4) == 0) {
          return new ConditionTree.Constant(random.nextBoolean());
        }
        return new ConditionTree.NullTest(named, random.nextBoolean());
      case 1, 2:
        int max = random.nextInt(20) == 0 ? 400 : 5;
        List<Literal> members =
            Stream.generate(() -> literal(field, byIndex)).limit(random.nextInt(max)).toList();
        return new ConditionTree.Membership(named, random.nextBoolean(), members);
      default:
        Operator[] all = Operator.values();
        return new ConditionTree.Comparison(
            named, all[random.nextInt(all.length)], literal(field, byIndex));
    }
  }

  /** The beginning of a value. */
  private Literal prefix(Field field, boolean byIndex) {
    byte[] text =
        field.isText()
            ? value(field)
            : ((Literal.Text) literal(field, byIndex)).value().getBytes(StandardCharsets.UTF_8);
    return Literal.of(Arrays.copyOf(text, random.nextInt(text.length + 1)));
  }

  private Literal literal(Field field, boolean byIndex) {
    if (field.enumeration() != null && !byIndex) {
      return Literal.of(random.nextInt(4) == 0 ? "none" : WORDS.get(random.nextInt(4)));
    }
    byte[] value = value(field);
    if (field.isText() || field.isChar() || random.nextInt(10) == 0) {
      return Literal.of(value);
    }
    if (field.type() == Datatype.BOOL && random.nextBoolean()) {
      return Literal.of(random.nextBoolean());
    }
    if (field.type().isFloatingPoint()) {
      double real = ((Number) field.value(value)).doubleValue();
      return switch (random.nextInt(4)) {
        case 0 -> Literal.of(new BigDecimal(random.nextBoolean() ? "1e60" : "-1e500"));
        case 1 -> Double.isFinite(real) ? Literal.of(new BigDecimal(real)) : Literal.of(real);
        default -> Literal.of(real);
      };
    }
    BigInteger whole = (BigInteger) field.value(value);
    return switch (random.nextInt(8)) {
      case 0 -> Literal.of(new BigDecimal(whole).add(new BigDecimal("0.5")));
      case 1 -> Literal.of(new BigDecimal(random.nextBoolean() ? "1e40" : "-1e999999999"));
      case 2 -> Literal.of(new BigDecimal(random.nextBoolean() ? "1e-999999999" : "-0.001"));
      case 3 -> Literal.of(List.of(Double.NaN, 0.5, -1e300, 1.0 / 0).get(random.nextInt(4)));
      default -> Literal.of(whole);
    };
  }

  private byte[] value(Field field) {
    if (field.isText()) {
      int length = field.cellValNum() == Attribute.VAR ? random.nextInt(4) : field.cellValNum();
      boolean longer = field.cellValNum() == Attribute.VAR && random.nextInt(4) == 0;
      byte[] text = new byte[longer ? length + 7 : length];
      for (int i = 0; i < text.length; i++) {
        text[i] = longer && i < 7 ? (byte) 'c' : LETTERS[random.nextInt(LETTERS.length)];
      }
      return text;
    }
    ByteBuffer bytes = ByteBuffer.allocate(field.type().size()).order(ByteOrder.LITTLE_ENDIAN);
    if (field.type() == Datatype.FLOAT32) {
      float[] some = {0f, -0f, 1.5f, -2f, Float.NaN, 1f / 0, -1f / 0, 0.1f, Float.MAX_VALUE};
      return bytes.putFloat(some[random.nextInt(some.length)]).array();
    }
    if (field.type() == Datatype.FLOAT64) {
      double[] some = {0, -0.0, 1.5, -2, Double.NaN, 1.0 / 0, -1.0 / 0, 0.1, 1e300};
      return bytes.putDouble(some[random.nextInt(some.length)]).array();
    }
    long whole =
        switch (random.nextInt(6)) {
          case 0 -> Long.MIN_VALUE >> 64 - 8 * field.type().size();
          case 1 -> Long.MAX_VALUE >> 64 - 8 * field.type().size();
          case 2 -> random.nextLong();
          case 3 -> -1;
          default -> random.nextInt(6);
        };
    long min = whole;
    for (int i = 0; i < field.type().size(); i++, min >>= 8) {
      bytes.put((byte) min);
    }
    return bytes.array();
  }

  /** Some rows of some fields. */
  private final class Cells {
    private final List<Field> fields = new ArrayList<>();
    private final Map<String, Field> byName = new LinkedHashMap<>();
    private final Map<String, Enumeration> enumerations = new HashMap<>();
    private final Map<String, CellColumn> columns = new HashMap<>();
    private final Map<String, byte[]> present = new HashMap<>();
    private final Map<String, byte[][]> values = new HashMap<>();
    private final ArraySchema schema;
    private final int count;

    Cells(int count, boolean whole) {
      this.count = count;
      ArraySchema.Builder builder = ArraySchema.sparse();
      int number = 1 + random.nextInt(3);
      for (int f = 0; f < number; f++) {
        Field field = field("f" + f);
        fields.add(field);
        byName.put(field.name(), field);
        builder.attribute(
            Attribute.builder(field.name(), field.type())
                .cellValNum(field.cellValNum())
                .nullable(field.nullable())
                .enumeration(field.enumeration() == null ? null : "e")
                .build());
        if (random.nextInt(8) > 0) {
          fill(field, whole);
        }
      }
      enumerations.put("e", enumeration());
      schema = builder.buildAsStored();
    }

    private Field field(String name) {
      List<Datatype> types =
          Stream.of(Datatype.values())
              .filter(t -> t.isIntegerValued() || t.isFloatingPoint() || t == Datatype.CHAR)
              .toList();
      boolean nullable = random.nextBoolean();
      if (random.nextInt(3) == 0) {
        List<Datatype> texts = List.of(Datatype.CHAR, Datatype.STRING_ASCII, Datatype.STRING_UTF8);
        int[] counts = {Attribute.VAR, 1, 3, 9};
        return new Field(
            name, texts.get(random.nextInt(3)), counts[random.nextInt(4)], nullable, null);
      }
      Datatype type = types.get(random.nextInt(types.size()));
      boolean enumerated = type.isInteger() && random.nextInt(3) == 0;
      List<byte[]> words = WORDS.stream().map(String::getBytes).toList();
      return new Field(name, type, 1, nullable, enumerated ? words : null);
    }

    private Enumeration enumeration() {
      return Enumeration.var(
          "e",
          Datatype.STRING_UTF8,
          true,
          String.join("", WORDS).getBytes(),
          new long[] {0, 3, 8, 8});
    }

    private void fill(Field field, boolean whole) {
      byte[][] cells = new byte[count][];
      byte[] validity = field.nullable() ? new byte[count] : null;
      byte[] here = !whole && random.nextInt(4) == 0 ? new byte[count] : null;
      int nulls = random.nextInt(3);
      boolean var = field.cellValNum() == Attribute.VAR;
      int start = var ? 0 : random.nextInt(20);
      int[] offsets = new int[count + 1];
      byte[] data = new byte[start];
      ByteBuffer joined = ByteBuffer.allocate(start + count * 16 * 2);
      joined.put(data);
      for (int i = 0; i < count; i++) {
        cells[i] = value(field);
        joined.put(cells[i]);
        offsets[i + 1] = joined.position();
        if (validity != null) {
          boolean isNull = nulls == 0 || (nulls == 1 && random.nextBoolean());
          validity[i] = (byte) (isNull ? 0 : 1 + random.nextInt(255));
        }
        if (here != null) {
          here[i] = (byte) random.nextInt(2);
        }
        cells[i] = validity != null && validity[i] == 0 ? null : cells[i];
      }
      data = Arrays.copyOf(joined.array(), joined.position());
      CellColumn column = new CellColumn(data, var ? 0 : start, var ? offsets : null, validity);
      columns.put(field.name(), var && random.nextBoolean() ? coded(column) : column);
      values.put(field.name(), cells);
      if (here != null) {
        present.put(field.name(), here);
      }
    }

    /** Returns a column whose list has the strings in reverse order, some of them twice. */
    private CellColumn coded(CellColumn column) {
      int[] list = new int[count];
      int[] codes = new int[count];
      Map<Slice, Integer> known = new HashMap<>();
      int size = 0;
      for (int row = count - 1; row >= 0; row--) {
        int start = column.offsets()[row];
        Slice text = Slice.of(Arrays.copyOfRange(column.data(), start, column.offsets()[row + 1]));
        Integer code = random.nextInt(10) == 0 ? null : known.get(text);
        if (code == null) {
          code = size;
          known.put(text, code);
          list[size++] = row;
        }
        codes[row] = code;
      }
      CellColumn texts =
          new CellColumn(column.data(), 0, column.offsets(), null)
              .take(Arrays.copyOf(list, size), 0);
      return new CellColumn(texts.data(), 0, texts.offsets(), column.validity(), codes);
    }

    BoundCondition bind(ConditionTree condition) {
      return BoundCondition.of(condition, schema, enumerations::get);
    }

    ConditionColumns columns(BoundCondition bound) {
      return new ConditionColumns(
          bound.fields().stream().map(f -> columns.get(f.name())).toArray(CellColumn[]::new),
          bound.fields().stream().map(f -> present.get(f.name())).toArray(byte[][]::new));
    }

    private Map<String, byte[]> cell(int row) {
      Map<String, byte[]> cell = new HashMap<>();
      values.forEach(
          (name, cells) -> {
            byte[] here = present.get(name);
            if (here == null || here[row] != 0) {
              cell.put(name, cells[row]);
            }
          });
      return cell;
    }

    boolean holds(ConditionTree condition, int row) {
      return new ConditionModel(byName).holds(condition, cell(row));
    }

    String describe(int row) {
      Map<String, String> texts = new LinkedHashMap<>();
      cell(row).forEach((name, bytes) -> texts.put(name, Arrays.toString(bytes)));
      return fields + " " + texts;
    }

    FieldBounds[] bounds(BoundCondition bound) {
      return bound.fields().stream()
          .map(f -> bounds(byName.get(f.name())))
          .toArray(FieldBounds[]::new);
    }

    /** Bounds that hold, of random tightness. */
    private FieldBounds bounds(Field field) {
      byte[][] cells = values.get(field.name());
      if (cells == null) {
        return FieldBounds.LACKING;
      }
      List<byte[]> there = Stream.of(cells).filter(cell -> cell != null).toList();
      boolean noNulls = there.size() == cells.length && random.nextInt(4) > 0;
      if (random.nextInt(8) == 0) {
        return random.nextBoolean() ? null : FieldBounds.unknown(noNulls);
      }
      if (there.isEmpty()) {
        return FieldBounds.ONLY_NULLS;
      }
      if (field.isText()) {
        List<Slice> sorted = there.stream().map(Slice::of).sorted(Slice::compareTo).toList();
        Slice low = sorted.get(0);
        Slice high = sorted.get(sorted.size() - 1);
        low = low.slice(0, random.nextInt(low.length() + 1));
        Slice above = random.nextInt(4) == 0 ? null : Intervals.TEXTS.next(high);
        return FieldBounds.ofTextsBelow(low, above, noNulls);
      }
      long low = Long.MAX_VALUE;
      long high = Long.MIN_VALUE;
      for (byte[] bytes : there) {
        Object value = field.value(bytes);
        if (value instanceof Number real && Double.isNaN(real.doubleValue())) {
          return FieldBounds.unknown(noNulls);
        }
        long key =
            value instanceof BigInteger whole
                ? CoordinateKeys.ofInteger(field.type(), whole.longValue())
                : CoordinateKeys.ofFloatingPoint(field.type(), ((Number) value).doubleValue());
        low = Math.min(low, key);
        high = Math.max(high, key);
      }
      low -= low > Long.MIN_VALUE + 2 ? random.nextInt(3) : 0;
      return FieldBounds.ofKeys(low, high, noNulls);
    }
  }
}
