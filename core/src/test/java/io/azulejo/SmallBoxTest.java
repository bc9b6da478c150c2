package io.azulejo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.azulejo.error.CorruptDataException;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.ReadStats;
import io.azulejo.query.ReadStats.Cost;
import io.azulejo.query.ReadTarget;
import io.azulejo.query.Subarray;
import io.azulejo.query.TimeRange;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import io.azulejo.schema.SchemaEvolution;
import io.azulejo.storage.Location;
import io.azulejo.testkit.TestArrays;
import io.azulejo.testkit.TestLayer;
import io.azulejo.testkit.TestSchemas;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The short path of small dense reads, compared with the plain path. A read with a progress
 * listener takes the plain path. A read that opens no file took the short path.
 */
class SmallBoxTest {
  private static final List<FilterPipeline> FILTERS =
      List.of(
          FilterPipeline.EMPTY,
          FilterPipeline.EMPTY,
          FilterPipeline.of(Filter.zstd(1)),
          FilterPipeline.of(Filter.byteShuffle(), Filter.lz4().withLevel(1)),
          FilterPipeline.of(Filter.sha256()));

  private static final List<String> FIELDS = List.of("d0", "long", "short", "three", "null", "new");

  /** The costs that do not depend on time, or on whether files stay open. */
  private static final Set<Cost> COMPARED =
      EnumSet.of(
          Cost.LISTINGS,
          Cost.RANGES,
          Cost.BYTES_READ,
          Cost.STORED_BYTES,
          Cost.TILES,
          Cost.TILES_OUTSIDE,
          Cost.TILES_PRUNED,
          Cost.TILES_MATCHING,
          Cost.TILES_TESTED,
          Cost.TILES_DECODED,
          Cost.CELLS_DECODED,
          Cost.BYTES_DECODED,
          Cost.CELLS_DELIVERED,
          Cost.BATCHES);

  @TempDir private Path folder;

  /** An array with random tiles, filters and fragments. */
  private final class Model {
    private final Random random;
    private final int[] length;
    private final int[] extent;
    private final ArraySchema schema;
    private final Location location;

    Model(int seed) {
      random = new Random(seed);
      location = Location.of(folder.resolve("array" + seed));
      length = new int[1 + random.nextInt(3)];
      extent = new int[length.length];
      ArraySchema.Builder builder = ArraySchema.dense().tileOrder(order()).cellOrder(order());
      boolean large = random.nextBoolean();
      for (int d = 0; d < length.length; d++) {
        length[d] = 1 + random.nextInt((large ? new int[] {50_000, 400, 40} : SMALL)[last()]);
        extent[d] = 1 + random.nextInt(length[d]);
        builder.dimension(
            Dimension.of("d" + d, Datatype.INT32, Range.of(0, length[d] - 1), extent[d]));
      }
      schema =
          builder
              .attribute(attribute("long", Datatype.INT64).build())
              .attribute(attribute("short", Datatype.INT16).build())
              .attribute(attribute("three", Datatype.INT16).cellValNum(3).build())
              .attribute(attribute("null", Datatype.INT32).nullable(true).build())
              .build();
    }

    private static final int[] SMALL = {500, 25, 9};

    private int last() {
      return length.length - 1;
    }

    private Layout order() {
      return random.nextBoolean() ? Layout.ROW_MAJOR : Layout.COL_MAJOR;
    }

    private Attribute.Builder attribute(String name, Datatype type) {
      return Attribute.builder(name, type).filters(FILTERS.get(random.nextInt(FILTERS.size())));
    }

    void create(Azulejo azulejo) {
      azulejo.create(location, schema, CreateOptions.DEFAULT.at(1));
      int fragments = 1 + random.nextInt(3);
      for (int time = 2; time < 2 + fragments; time++) {
        write(azulejo, time);
      }
      azulejo
          .array(location)
          .evolve(
              SchemaEvolution.builder()
                  .addAttribute(Attribute.builder("new", Datatype.INT64).build())
                  .build(),
              ChangeOptions.DEFAULT.at(9));
    }

    private void write(Azulejo azulejo, int time) {
      Subarray part = Subarray.ALL;
      boolean all = random.nextInt(3) == 0;
      int rows = 1;
      for (int d = 0; d < length.length; d++) {
        int low = all ? 0 : random.nextInt(length[d]);
        int high = all ? length[d] - 1 : low + random.nextInt(length[d] - low);
        part = part.and("d" + d, low, high);
        rows *= high - low + 1;
      }
      byte[] validity = new byte[rows];
      for (int i = 0; i < rows; i++) {
        validity[i] = (byte) random.nextInt(2);
      }
      Batch batch =
          Batch.of(
              new FixedColumn("long", Datatype.INT64, 1, rows, values(8 * rows), null),
              new FixedColumn("short", Datatype.INT16, 1, rows, values(2 * rows), null),
              new FixedColumn("three", Datatype.INT16, 3, rows, values(6 * rows), null),
              new FixedColumn("null", Datatype.INT32, 1, rows, values(4 * rows), validity));
      TestArrays.write(
          azulejo.array(location),
          WriteRequest.DEFAULT.subarray(part),
          ChangeOptions.DEFAULT.at(time),
          batch);
    }

    private byte[] values(int size) {
      byte[] values = new byte[size];
      random.nextBytes(values);
      return values;
    }

    /** Returns a request of a few cells, often at the edge of a tile or of the domain. */
    ReadRequest request() {
      Subarray part = Subarray.ALL;
      for (int d = 0; d < length.length; d++) {
        int near =
            switch (random.nextInt(4)) {
              case 0 -> 0;
              case 1 -> length[d] - 1;
              case 2 -> random.nextInt(length[d]) / extent[d] * extent[d] - random.nextInt(3);
              default -> random.nextInt(length[d]);
            };
        int low = Math.max(0, near);
        int high = Math.min(length[d] - 1, low + random.nextInt(random.nextInt(4) == 0 ? 40 : 4));
        part = part.and("d" + d, low, high);
      }
      List<String> fields = new ArrayList<>(FIELDS);
      Collections.shuffle(fields, random);
      Layout[] layouts = Layout.values();
      Layout layout = layouts[random.nextInt(layouts.length)];
      return ReadRequest.ALL
          .subarray(part)
          .select(fields.subList(0, 1 + random.nextInt(3)).toArray(String[]::new))
          .layout(layout == Layout.HILBERT ? Layout.ROW_MAJOR : layout);
    }
  }

  /** The batches of a read as text, and what it cost. */
  private record Result(List<String> batches, ReadStats stats) {
    List<Long> costs() {
      return COMPARED.stream().map(stats::get).toList();
    }
  }

  private static Result read(Array array, ReadRequest request) {
    List<String> batches = new ArrayList<>();
    try (BatchReader in = array.read(request).batches()) {
      for (Batch batch = in.next(); batch != null; batch = in.next()) {
        StringBuilder text = new StringBuilder(batch.box() + "\n");
        for (Column column : batch.columns()) {
          text.append(column.name()).append(":");
          for (int row = 0; row < batch.rows(); row++) {
            text.append(column.isNull(row) ? " null" : " " + Arrays.toString(column.getBytes(row)));
          }
        }
        batches.add(text.toString());
      }
      return new Result(batches, in.stats());
    }
  }

  @Test
  void returnsTheSameCellsAtTheSameCostAsThePlainPath() {
    int small = 0;
    for (int seed = 0; seed < TestLayer.cases(120, 30); seed++) {
      try (Azulejo azulejo = Azulejo.builder().durable(false).computeThreads(seed % 3).build()) {
        Model model = new Model(seed);
        model.create(azulejo);
        OpenOptions at = OpenOptions.DEFAULT.at(TimeRange.until(2 + model.random.nextInt(10)));
        Array array = azulejo.open(model.location, at);
        for (int i = 0; i < 20; i++) {
          ReadRequest request = model.request();
          if (array.schema().attribute("new").isEmpty()
              && request.fields().orElseThrow().contains("new")) {
            continue;
          }
          String what = "seed %d, read %d: %s".formatted(seed, i, request);
          Result plain = read(array, request.progress((done, total) -> {}));
          for (int again = 0; again < 2; again++) {
            Result found = read(array, request);
            assertThat(found.batches).as(what).isEqualTo(plain.batches);
            if (i > 0 || again > 0) {
              assertThat(found.costs()).as(what).isEqualTo(plain.costs());
            }
            small += found.stats.opens() == 0 && plain.stats.opens() > 0 ? 1 : 0;
          }
        }
      }
    }
    assertThat(small).isGreaterThan(100);
  }

  @Test
  void fillsArraysOfTheCallerAsBatchesDo() {
    for (int seed = 0; seed < TestLayer.cases(60, 15); seed++) {
      try (Azulejo azulejo = Azulejo.builder().durable(false).build()) {
        Model model = new Model(seed);
        model.create(azulejo);
        Array array = azulejo.open(model.location);
        for (int i = 0; i < 20; i++) {
          ReadRequest request = model.request().select("null", "three").layout(model.order());
          List<byte[]> plain = new ArrayList<>();
          List<Boolean> valid = new ArrayList<>();
          try (BatchReader in = array.read(request.progress((a, b) -> {})).batches()) {
            for (Batch batch = in.next(); batch != null; batch = in.next()) {
              for (int row = 0; row < batch.rows(); row++) {
                plain.add(batch.column(1).getBytes(row));
                valid.add(!batch.column(0).isNull(row));
              }
            }
          }
          byte[] bytes = new byte[6 * plain.size()];
          byte[] validity = new byte[plain.size()];
          array
              .read(request)
              .into(
                  ReadTarget.of("three", bytes),
                  ReadTarget.of("null", new int[plain.size()]).withValidity(validity));
          String what = "seed %d, read %d: %s".formatted(seed, i, request);
          for (int row = 0; row < plain.size(); row++) {
            assertThat(Arrays.copyOfRange(bytes, 6 * row, 6 * row + 6))
                .as(what)
                .isEqualTo(plain.get(row));
            assertThat(validity[row] == 1).as(what).isEqualTo(valid.get(row));
          }
        }
      }
    }
  }

  private Location numbers(Azulejo azulejo) {
    Location location = Location.of(folder.resolve("numbers"));
    azulejo.create(location, TestSchemas.of("dense(x INT32 0..9999/100) v INT32"));
    azulejo.array(location).write(Subarray.ALL, "v", IntStream.range(0, 10_000).toArray());
    return location;
  }

  private static int[] read(Array array, int x) {
    return array.read().range("x", x, x + 1L).ints("v").values();
  }

  private Path dataFile() throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve("numbers"))) {
      return files.filter(file -> file.endsWith("a0.tdb")).findFirst().orElseThrow();
    }
  }

  @Test
  void reportsAFileThatShrankSinceItWasOpenedAsOthersDo() throws IOException {
    try (Azulejo azulejo = Azulejo.builder().durable(false).build()) {
      Location location = numbers(azulejo);
      Array array = azulejo.open(location);
      assertThat(read(array, 9_000)).containsExactly(9_000, 9_001);
      try (FileChannel file = FileChannel.open(dataFile(), StandardOpenOption.WRITE)) {
        file.truncate(100);
      }
      CorruptDataException expected =
          catchThrowableOfType(
              CorruptDataException.class, () -> read(azulejo.open(location), 9_000));
      CorruptDataException found =
          catchThrowableOfType(CorruptDataException.class, () -> read(array, 9_000));
      assertThat(found).hasMessage(expected.getMessage()).hasMessageContaining("has 100 bytes");
    }
  }

  @Test
  void readsAReplacedFileAfterTheOldOneFailed() throws IOException {
    try (Azulejo azulejo = Azulejo.builder().durable(false).build()) {
      Array array = azulejo.open(numbers(azulejo));
      assertThat(read(array, 9_000)).containsExactly(9_000, 9_001);
      byte[] content = Files.readAllBytes(dataFile());
      Path file = dataFile();
      try (FileChannel old = FileChannel.open(file, StandardOpenOption.WRITE)) {
        Files.delete(file);
        Files.write(file, content);
        old.truncate(100);
      }
      assertThat(read(array, 9_000)).containsExactly(9_000, 9_001);
    }
  }

  @Test
  void readsAfterItsThreadWasInterrupted() {
    try (Azulejo azulejo = Azulejo.builder().durable(false).build()) {
      Array array = azulejo.open(numbers(azulejo));
      assertThat(read(array, 0)).containsExactly(0, 1);
      Thread.currentThread().interrupt();
      catchThrowableOfType(RuntimeException.class, () -> read(array, 0));
      assertThat(Thread.interrupted()).isTrue();
      assertThat(read(array, 0)).containsExactly(0, 1);
    }
  }
}
