package io.azulejo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.storage.ForwardingStorage;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.Condition;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.ReadStats;
import io.azulejo.query.ReadTarget;
import io.azulejo.query.Subarray;
import io.azulejo.query.Values;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.Layout;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.OutputFile;
import io.azulejo.storage.Storage;
import io.azulejo.storage.StorageTraits;
import io.azulejo.testkit.TestArrays;
import io.azulejo.testkit.TestLayer;
import io.azulejo.testkit.TestSchemas;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Reads to arrays of the caller, compared with a plain list of cells: small tiles and tiles of many
 * chunks, one fragment and several, from stores whose reads are fast and from others.
 */
class DirectReadTest {
  private static final Location ARRAY = Location.of("mem://array");
  private static final List<FilterPipeline> FILTERS =
      List.of(
          FilterPipeline.EMPTY,
          FilterPipeline.EMPTY,
          FilterPipeline.of(Filter.zstd(1)),
          FilterPipeline.of(Filter.byteShuffle(), Filter.lz4().withLevel(1)),
          FilterPipeline.of(Filter.md5()),
          FilterPipeline.of(Filter.gzip(1), Filter.sha256()));

  /** A store whose reads are not fast, as of one behind a network. */
  private static final class SlowStorage extends ForwardingStorage {
    SlowStorage(Storage inner) {
      super(inner);
    }

    @Override
    public StorageTraits traits() {
      return StorageTraits.OBJECTS;
    }
  }

  /** An array of numbers, and what each of its cells holds, in row-major order. */
  private static final class Model {
    final Random random;
    final int[] length;
    final ArraySchema schema;
    final long[] cells;
    final boolean[] written;

    Model(Random random) {
      this.random = random;
      int dimensions = 1 + random.nextInt(3);
      length = new int[dimensions];
      boolean large = random.nextInt(3) == 0;
      ArraySchema.Builder builder = ArraySchema.dense().tileOrder(order()).cellOrder(order());
      int count = 1;
      for (int d = 0; d < dimensions; d++) {
        length[d] =
            1
                + random.nextInt(
                    new int[] {large ? 40_000 : 500, large ? 300 : 25, large ? 40 : 9}
                        [dimensions - 1]);
        int extent = 1 + random.nextInt(length[d]);
        builder.dimension(
            Dimension.of("d" + d, Datatype.INT32, Range.of(0, length[d] - 1), extent));
        count *= length[d];
      }
      schema =
          builder
              .attribute(Attribute.builder("long", Datatype.INT64).filters(filters()).build())
              .attribute(Attribute.builder("double", Datatype.FLOAT64).filters(filters()).build())
              .attribute(Attribute.builder("float", Datatype.FLOAT32).filters(filters()).build())
              .attribute(
                  Attribute.builder("three", Datatype.INT16)
                      .cellValNum(3)
                      .filters(filters())
                      .build())
              .attribute(
                  Attribute.builder("null", Datatype.INT32)
                      .nullable(true)
                      .filters(filters())
                      .build())
              .build();
      cells = new long[count];
      written = new boolean[count];
    }

    private Layout order() {
      return random.nextBoolean() ? Layout.ROW_MAJOR : Layout.COL_MAJOR;
    }

    private FilterPipeline filters() {
      return FILTERS.get(random.nextInt(FILTERS.size()));
    }

    /** Writes a box, all of it at times. */
    void write(Azulejo azulejo) {
      Subarray part = Subarray.ALL;
      int[] low = new int[length.length];
      int[] high = new int[length.length];
      boolean all = random.nextInt(3) == 0;
      for (int d = 0; d < length.length; d++) {
        low[d] = all ? 0 : random.nextInt(length[d]);
        high[d] = all ? length[d] - 1 : low[d] + random.nextInt(length[d] - low[d]);
        part = part.and("d" + d, low[d], high[d]);
      }
      List<Integer> places = new ArrayList<>();
      for (int cell = 0; cell < cells.length; cell++) {
        boolean within = true;
        for (int d = length.length - 1, rest = cell; d >= 0; rest /= length[d--]) {
          within &= rest % length[d] >= low[d] && rest % length[d] <= high[d];
        }
        if (within) {
          cells[cell] = random.nextInt(30_000);
          written[cell] = true;
          places.add(cell);
        }
      }
      int rows = places.size();
      ByteBuffer longs = bytes(rows * 8);
      ByteBuffer doubles = bytes(rows * 8);
      ByteBuffer floats = bytes(rows * 4);
      ByteBuffer threes = bytes(rows * 6);
      ByteBuffer ints = bytes(rows * 4);
      byte[] validity = new byte[rows];
      for (int row = 0; row < rows; row++) {
        long value = cells[places.get(row)];
        longs.putLong(value);
        doubles.putDouble(value / 2.0);
        floats.putFloat(value);
        threes.putShort((short) value).putShort((short) -value).putShort((short) 7);
        ints.putInt((int) value);
        validity[row] = (byte) (value % 5 == 0 ? 0 : 1);
      }
      Batch batch =
          Batch.of(
              new FixedColumn("long", Datatype.INT64, 1, rows, longs.array(), null),
              new FixedColumn("double", Datatype.FLOAT64, 1, rows, doubles.array(), null),
              new FixedColumn("float", Datatype.FLOAT32, 1, rows, floats.array(), null),
              new FixedColumn("three", Datatype.INT16, 3, rows, threes.array(), null),
              new FixedColumn("null", Datatype.INT32, 1, rows, ints.array(), validity));
      TestArrays.write(
          azulejo.array(ARRAY), WriteRequest.DEFAULT.subarray(part), ChangeOptions.DEFAULT, batch);
    }
  }

  private static ByteBuffer bytes(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }

  @Test
  void copiesEachCellToItsPosition() {
    for (int seed = 0; seed < TestLayer.cases(60, 12); seed++) {
      Random random = new Random(seed);
      Model model = new Model(random);
      Storage memory = Storage.inMemory();
      try (Azulejo azulejo =
          Azulejo.builder()
              .storage("mem", random.nextBoolean() ? memory : new SlowStorage(memory))
              .computeThreads(random.nextInt(3))
              .memoryBudget(random.nextBoolean() ? 1 : 1 << 26)
              .build()) {
        azulejo.create(ARRAY, model.schema);
        for (int i = random.nextInt(4); i >= 0; i--) {
          model.write(azulejo);
        }
        Array array = azulejo.open(ARRAY);
        for (int i = 0; i < 8; i++) {
          read(array, model, "seed %d, read %d".formatted(seed, i));
        }
      } catch (RuntimeException e) {
        throw new AssertionError("seed " + seed + ": " + model.schema, e);
      }
    }
  }

  /** Reads some coordinates of each dimension. */
  private static void read(Array array, Model model, String what) {
    Random random = model.random;
    Subarray part = Subarray.ALL;
    List<int[]> wanted = new ArrayList<>();
    for (int d = 0; d < model.length.length; d++) {
      List<Integer> coordinates = new ArrayList<>();
      for (int i = random.nextInt(3) == 0 ? random.nextInt(3) : 0; i >= 0; i--) {
        int low = random.nextInt(model.length[d]);
        int high = low + random.nextInt(model.length[d] - low);
        int step = random.nextInt(3) == 0 ? 1 + random.nextInt(3) : 1;
        part = part.and("d" + d, Range.every(step, low, high));
        for (int at = low; at <= high; at += step) {
          coordinates.add(at);
        }
      }
      wanted.add(coordinates.stream().mapToInt(Integer::intValue).toArray());
    }
    Layout layout = model.order();
    int[] places = places(model, wanted, layout);
    int count = places.length;
    ReadRequest request = ReadRequest.ALL.subarray(part).layout(layout);
    long bound = random.nextInt(4) == 0 ? random.nextInt(30_000) : Long.MIN_VALUE;
    if (bound >= 0) {
      request = request.where(Condition.field("long").greaterThanOrEqualTo(bound));
    }
    long[] longs = new long[count];
    double[] doubles = new double[count + 3];
    ByteBuffer floats = bytes(4 * count + 5).position(5);
    short[] threes = new short[3 * count];
    int[] ints = new int[count];
    byte[] validity = new byte[count];
    int[] coordinates = new int[count];
    List<ReadStats> costs = new ArrayList<>();
    Values<Object> read =
        array
            .read(request)
            .into(
                costs::add,
                ReadTarget.of("long", longs),
                ReadTarget.of("double", doubles),
                ReadTarget.of("float", floats),
                ReadTarget.of("three", threes),
                ReadTarget.of("null", ints).withValidity(validity),
                ReadTarget.of("d0", coordinates));
    assertThat(read.shape()).as(what).isEqualTo(wanted.stream().map(c -> c.length).toList());
    assertThat(read.layout()).isEqualTo(layout);
    assertThat(costs).extracting(ReadStats::cellsDelivered).containsExactly((long) count);
    int inner = model.cells.length / model.length[0];
    long[] expectedLongs = new long[count];
    double[] expectedDoubles = new double[count + 3];
    float[] expectedFloats = new float[count];
    short[] expectedThrees = new short[3 * count];
    byte[] expectedValidity = new byte[count];
    int[] expectedInts = new int[count];
    int[] expectedCoordinates = new int[count];
    Arrays.fill(expectedThrees, Short.MIN_VALUE);
    for (int i = 0; i < count; i++) {
      long value = model.cells[places[i]];
      boolean there = model.written[places[i]] && value >= bound;
      expectedLongs[i] = there ? value : Long.MIN_VALUE;
      expectedDoubles[i] = there ? value / 2.0 : Double.NaN;
      expectedFloats[i] = there ? (float) value : Float.NaN;
      if (there) {
        expectedThrees[3 * i] = (short) value;
        expectedThrees[3 * i + 1] = (short) -value;
        expectedThrees[3 * i + 2] = 7;
      }
      expectedValidity[i] = (byte) (there && value % 5 != 0 ? 1 : 0);
      expectedInts[i] = expectedValidity[i] == 0 ? ints[i] : (int) value;
      expectedCoordinates[i] = places[i] / inner;
    }
    float[] foundFloats = new float[count];
    floats.slice().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(foundFloats);
    assertThat(longs).as(what).isEqualTo(expectedLongs);
    assertThat(doubles).as(what).isEqualTo(expectedDoubles);
    assertThat(foundFloats).as(what).isEqualTo(expectedFloats);
    assertThat(threes).as(what).isEqualTo(expectedThrees);
    assertThat(validity).as(what).isEqualTo(expectedValidity);
    assertThat(ints).as(what).isEqualTo(expectedInts);
    assertThat(coordinates).as(what).isEqualTo(expectedCoordinates);
  }

  /** The cells of the product of some coordinates, in the order of a layout. */
  private static int[] places(Model model, List<int[]> wanted, Layout layout) {
    int dimensions = wanted.size();
    int count = wanted.stream().mapToInt(c -> c.length).reduce(1, (a, b) -> a * b);
    int[] places = new int[count];
    for (int i = 0; i < count; i++) {
      int rest = i;
      int[] at = new int[dimensions];
      for (int k = 0; k < dimensions; k++) {
        int d = layout == Layout.COL_MAJOR ? k : dimensions - 1 - k;
        at[d] = wanted.get(d)[rest % wanted.get(d).length];
        rest /= wanted.get(d).length;
      }
      for (int d = 0; d < dimensions; d++) {
        places[i] = places[i] * model.length[d] + at[d];
      }
    }
    return places;
  }

  @Test
  void readsTilesWithOtherChunks() {
    int cells = 30_000;
    Storage memory = Storage.inMemory();
    try (Azulejo azulejo = Azulejo.builder().storage("mem", memory).build()) {
      azulejo.create(ARRAY, TestSchemas.of("dense(x INT32 0..%s/%s) v INT64", cells - 1, cells));
      long[] values = new Random(1).longs(cells).toArray();
      String fragment;
      try (ArrayWriter out = azulejo.array(ARRAY).writer()) {
        out.append(Batch.of(Column.of("v", Datatype.INT64, values)));
        fragment = out.commit().get(0);
      }
      cutFromTheEnd(memory, ARRAY.resolve("__fragments").resolve(fragment).resolve("a0.tdb"));
      Array array = azulejo.open(ARRAY);
      for (int low : new int[] {0, 1, 5_000, 20_000, cells - 1}) {
        int high = Math.min(cells - 1, low + 10_000);
        assertThat(array.read().subarray(Subarray.of("x", low, high)).longs("v").values())
            .isEqualTo(Arrays.copyOfRange(values, low, high + 1));
      }
    }
  }

  /** Makes the first chunk of a tile without filters the short one. */
  private static void cutFromTheEnd(Storage storage, Location file) {
    byte[] stored;
    try (InputFile in = storage.open(file)) {
      stored = new byte[(int) in.size()];
      in.read(0, stored, 0, stored.length);
    }
    ByteBuffer chunks = ByteBuffer.wrap(stored).order(ByteOrder.LITTLE_ENDIAN);
    int count = (int) chunks.getLong();
    int[] lengths = new int[count];
    ByteBuffer data = bytes(stored.length);
    for (int i = 0; i < count; i++) {
      lengths[count - 1 - i] = chunks.getInt();
      chunks.position(chunks.position() + 8);
      data.put(stored, chunks.position(), lengths[count - 1 - i]);
      chunks.position(chunks.position() + lengths[count - 1 - i]);
    }
    data.flip();
    ByteBuffer other = bytes(stored.length);
    other.putLong(count);
    for (int length : lengths) {
      other.putInt(length).putInt(length).putInt(0);
      byte[] chunk = new byte[length];
      data.get(chunk);
      other.put(chunk);
    }
    assertThat(other.array()).isNotEqualTo(stored);
    storage.delete(file);
    try (OutputFile out = storage.create(file)) {
      out.write(other.array(), 0, stored.length);
      out.commit();
    }
  }

  @Test
  void valuesComeWithTheirShapeAndTheirBox() {
    try (Azulejo azulejo = engine()) {
      write(azulejo);
      Array array = azulejo.open(ARRAY);

      Values<double[]> all = array.read().doubles("v");
      assertThat(all.values()).containsExactly(0, 1, 2, 3, 4, 5);
      assertThat(all.shape()).containsExactly(2, 3);
      assertThat(all.count()).isEqualTo(6);
      assertThat(all.layout()).isEqualTo(Layout.ROW_MAJOR);
      assertThat(all.box()).contains(NDRange.of(Range.of(1, 2), Range.of(1, 3)));

      Values<double[]> column = array.read().subarray(Subarray.of("x", 2, 2)).doubles("v");
      assertThat(column.values()).containsExactly(1, 4);
      assertThat(column.shape()).containsExactly(2, 1);
    }
  }

  @Test
  void valuesAreWrittenInOneCallAndPieceByPiece() {
    int side = 2_000;
    try (Azulejo azulejo = engine()) {
      azulejo.create(
          ARRAY,
          TestSchemas.of("dense(y INT32 1..%s/300, x INT32 1..%s/300) v FLOAT64", side, side));
      double[] values = new Random(3).doubles((long) side * side).toArray();
      assertThat(azulejo.array(ARRAY).write(Subarray.ALL, "v", values)).hasSize(1);
      assertThat(azulejo.open(ARRAY).read().doubles("v").values()).isEqualTo(values);

      azulejo.array(ARRAY).write(Subarray.of("y", 7, 8).and("x", 9, 9), "v", new double[] {-1, -2});
      assertThat(
              azulejo
                  .open(ARRAY)
                  .read()
                  .subarray(Subarray.of("y", 6, 9).and("x", 9, 9))
                  .doubles("v")
                  .values())
          .containsExactly(values[5 * side + 8], -1, -2, values[8 * side + 8]);

      refuses(
          () -> azulejo.array(ARRAY).write(Subarray.ALL, "v", new float[4]),
          "append a double[], not a float[]");
      refuses(() -> azulejo.array(ARRAY).write(Subarray.ALL, "w", values), "valid: \"v\"");
      refuses(
          () -> azulejo.array(ARRAY).write(Subarray.of("y", 1, 2), "v", new double[3]), "cells");
    }
  }

  @Test
  void tellsTheCostOfTheReadAlone() {
    try (Azulejo azulejo = engine()) {
      write(azulejo);
      Array array = azulejo.open(ARRAY);
      array.read().doubles("v");
      ReadStats before = azulejo.stats();
      List<ReadStats> costs = new ArrayList<>();

      array.read().into(costs::add, ReadTarget.of("v", new double[6]));

      ReadStats total = azulejo.stats();
      assertThat(costs).singleElement();
      assertThat(costs.get(0).cellsDelivered()).isEqualTo(6);
      assertThat(total.ranges() - before.ranges()).isEqualTo(costs.get(0).ranges());
      assertThat(total.bytesRead() - before.bytesRead()).isEqualTo(costs.get(0).bytesRead());
    }
  }

  @Test
  void whatDoesNotFitIsRefusedWithAdvice() {
    try (Azulejo azulejo = engine()) {
      write(azulejo);
      Array array = azulejo.open(ARRAY);
      ReadRequest all = ReadRequest.ALL;

      refuses(() -> array.read().ints("v"), "read it into a double[]");
      refuses(
          () -> array.read(all).into(ReadTarget.of("v", new double[5])),
          "6 cells need 6 elements, but the target has 5");
      refuses(
          () -> array.read(all).into(ReadTarget.of("v", new double[6]).withValidity(new byte[6])),
          "is not nullable");
      refuses(
          () -> array.read(ReadRequest.ALL.limit(2)).into(ReadTarget.of("v", new double[6])),
          "omit the limit");
      refuses(
          () ->
              array
                  .read(ReadRequest.ALL.layout(Layout.GLOBAL_ORDER))
                  .into(ReadTarget.of("v", new double[6])),
          "row-major or column-major");
      refuses(() -> array.read(all).into(), "no field is selected");
    }
  }

  private static void refuses(Runnable read, String advice) {
    assertThatThrownBy(read::run)
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining(advice);
  }

  private static Azulejo engine() {
    return Azulejo.builder().storage("mem", Storage.inMemory()).build();
  }

  /** Two rows of three numbers, from 0 to 5. */
  private static void write(Azulejo azulejo) {
    azulejo.create(ARRAY, TestSchemas.of("dense(y INT32 1..2/2, x INT32 1..3/2) v FLOAT64"));
    azulejo.array(ARRAY).append(Batch.of(Column.of("v", Datatype.FLOAT64, 0.0, 1, 2, 3, 4, 5)));
  }
}
