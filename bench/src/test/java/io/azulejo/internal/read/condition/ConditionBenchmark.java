package io.azulejo.internal.read.condition;

import static io.azulejo.query.Condition.field;

import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.query.Condition;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Conditions on a tile of 64 Ki cells with random values. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class ConditionBenchmark {
  private static final int CELLS = 64 << 10;

  /** What is tested. */
  @Param({
    "i8 <",
    "i16 <",
    "i32 <",
    "i32 between",
    "i32 =",
    "i32 !=",
    "i16 =",
    "i64 =",
    "digit =",
    "i64 <",
    "u64 <",
    "f32 <",
    "f64 <",
    "null i32 <",
    "i32 in 100",
    "i64 in 1000",
    "text =",
    "text <",
    "text in 1000",
    "few =",
    "few <",
    "few like",
    "coded =",
    "coded <",
    "coded like",
    "i32 and f64",
    "i32 or f64",
    "i32 and text"
  })
  public String condition;

  private final byte[] mask = new byte[CELLS];
  private BoundCondition bound;
  private ConditionColumns columns;

  /** For JMH. */
  public ConditionBenchmark() {}

  /** Makes the condition and the columns. */
  @Setup
  public void bind() {
    ArraySchema schema =
        ArraySchema.sparse()
            .attribute(Attribute.of("i8", Datatype.INT8))
            .attribute(Attribute.of("i16", Datatype.INT16))
            .attribute(Attribute.of("i32", Datatype.INT32))
            .attribute(Attribute.builder("n32", Datatype.INT32).nullable(true).build())
            .attribute(Attribute.of("i64", Datatype.INT64))
            .attribute(Attribute.of("digit", Datatype.INT32))
            .attribute(Attribute.of("u64", Datatype.UINT64))
            .attribute(Attribute.of("f32", Datatype.FLOAT32))
            .attribute(Attribute.of("f64", Datatype.FLOAT64))
            .attribute(Attribute.builder("text", Datatype.STRING_UTF8).cellValNum(-1).build())
            .attribute(Attribute.builder("few", Datatype.STRING_UTF8).cellValNum(-1).build())
            .attribute(Attribute.builder("coded", Datatype.STRING_UTF8).cellValNum(-1).build())
            .buildAsStored();
    bound = BoundCondition.of(conditionOf(condition), schema, name -> null);
    columns =
        new ConditionColumns(
            bound.fields().stream().map(ConditionBenchmark::column).toArray(CellColumn[]::new),
            null);
  }

  private static Condition conditionOf(String name) {
    Random random = new Random(7);
    return switch (name) {
      case "i8 <" -> field("i8").lessThan(10);
      case "i16 <" -> field("i16").lessThan(10);
      case "i32 <" -> field("i32").lessThan(10);
      case "i32 between" -> field("i32").between(-1_000_000_000, 1_000_000_000);
      case "i32 =" -> field("i32").equalTo(10);
      case "i32 !=" -> field("i32").notEqualTo(10);
      case "i16 =" -> field("i16").equalTo(10);
      case "i64 =" -> field("i64").equalTo(10);
      case "digit =" -> field("digit").equalTo(7);
      case "i64 <" -> field("i64").lessThan(10);
      case "u64 <" -> field("u64").lessThan(Long.MAX_VALUE);
      case "f32 <" -> field("f32").lessThan(0.5);
      case "f64 <" -> field("f64").lessThan(0.5);
      case "null i32 <" -> field("n32").lessThan(10);
      case "i32 in 100" ->
          field("i32").in(IntStream.range(0, 100).mapToObj(i -> 1000 * i).toArray());
      case "i64 in 1000" -> field("i64").in(random.longs(1000).boxed().toArray());
      case "text =" -> field("text").equalTo("station 10123");
      case "text <" -> field("text").lessThan("station 10123");
      case "text in 1000" ->
          field("text").in(IntStream.range(0, 1000).mapToObj(i -> text(7 * i)).toArray());
      case "few =", "coded =" -> field(first(name)).equalTo("station 10050");
      case "few <", "coded <" -> field(first(name)).lessThan("station 10050");
      case "few like", "coded like" -> Condition.parse(first(name) + " like '%7'");
      case "i32 and f64" -> field("i32").lessThan(10).and(field("f64").lessThan(0.5));
      case "i32 or f64" -> field("i32").lessThan(10).or(field("f64").lessThan(0.5));
      case "i32 and text" ->
          field("i32").lessThan(-2_000_000_000).and(field("text").equalTo("station 10123"));
      default -> throw new IllegalArgumentException("no condition " + name);
    };
  }

  private static String first(String name) {
    return name.substring(0, name.indexOf(' '));
  }

  private static String text(int number) {
    return "station " + (10_000 + number);
  }

  private static CellColumn column(OutputField field) {
    Random random = new Random(field.name().hashCode());
    if (field.isVar()) {
      int distinct = field.name().equals("text") ? 10_000 : 100;
      if (field.name().equals("coded")) {
        CellColumn list = texts(IntStream.range(0, distinct).toArray());
        int[] codes = random.ints(CELLS, 0, distinct).toArray();
        return new CellColumn(list.data(), 0, list.offsets(), null, codes);
      }
      return texts(random.ints(CELLS, 0, distinct).toArray());
    }
    ByteBuffer data = ByteBuffer.allocate(CELLS * field.cellSize()).order(ByteOrder.LITTLE_ENDIAN);
    random.nextBytes(data.array());
    for (int i = 0; i < CELLS && field.type().isFloatingPoint(); i++) {
      if (field.type() == Datatype.FLOAT32) {
        data.putFloat(random.nextFloat());
      } else {
        data.putDouble(random.nextDouble());
      }
    }
    for (int i = 0; i < CELLS && field.name().equals("digit"); i++) {
      data.putInt(random.nextInt(10));
    }
    byte[] validity = field.nullable() ? new byte[CELLS] : null;
    for (int i = 0; validity != null && i < CELLS; i++) {
      validity[i] = (byte) random.nextInt(2);
    }
    return CellColumn.fixed(data.array(), validity);
  }

  private static CellColumn texts(int[] numbers) {
    int[] offsets = new int[numbers.length + 1];
    ByteBuffer joined = ByteBuffer.allocate(numbers.length * 16);
    for (int i = 0; i < numbers.length; i++) {
      joined.put(text(numbers[i]).getBytes(StandardCharsets.US_ASCII));
      offsets[i + 1] = joined.position();
    }
    return new CellColumn(joined.array(), 0, offsets, null);
  }

  /** Which cells pass. */
  @Benchmark
  public byte[] test() {
    bound.test(columns, 0, CELLS, mask);
    return mask;
  }
}
