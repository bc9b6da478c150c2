package io.azulejo.tests;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Array;
import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.CreateOptions;
import io.azulejo.ObjectType;
import io.azulejo.OpenOptions;
import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.AzulejoException;
import io.azulejo.error.CancelledException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.maintenance.ArrayDifference;
import io.azulejo.maintenance.DiffRequest;
import io.azulejo.maintenance.RepackReport;
import io.azulejo.maintenance.RepackRequest;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Row;
import io.azulejo.query.Subarray;
import io.azulejo.query.TimeRange;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.DataOrder;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.ErrorSweep;
import io.azulejo.testkit.Expectation;
import io.azulejo.testkit.Leases;
import io.azulejo.testkit.RandomFilters;
import io.azulejo.testkit.RandomSchemas;
import io.azulejo.testkit.Scenario;
import io.azulejo.testkit.TestArrays;
import io.azulejo.testkit.TestLayer;
import io.azulejo.testkit.TestSchemas;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An array that is written anew holds the same, in the layout that was asked for. */
class RepackTest {
  private static final long SEED = Long.getLong("azulejo.seed", 20_261_123);
  private static final int ARRAYS = Integer.getInteger("azulejo.arrays", TestLayer.cases(150, 25));
  private static final Location A = Location.of("mem:///a");
  private static final Location B = Location.of("mem:///b");
  private static final EncryptionKey KEY =
      EncryptionKey.of("0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII));
  private static final EncryptionKey OTHER_KEY =
      EncryptionKey.of("fedcba9876543210fedcba9876543210".getBytes(StandardCharsets.US_ASCII));

  private static Azulejo engine() {
    return Azulejo.builder().storage("mem", Storage.inMemory()).computeThreads(1).build();
  }

  // ---- random arrays

  @Test
  void randomArraysHoldTheSameInRandomLayouts() {
    int changed = 0;
    for (int i = 0; i < ARRAYS; i++) {
      long seed = SEED + i;
      Random random = new Random(seed);
      RandomSchemas schemas = new RandomSchemas(random).labels(true);
      ArraySchema schema = i % 2 == 0 ? schemas.dense() : schemas.sparse();
      Optional<EncryptionKey> key = random.nextInt(4) == 0 ? Optional.of(KEY) : Optional.empty();
      OpenOptions opening = key.map(OpenOptions.DEFAULT::key).orElse(OpenOptions.DEFAULT);
      RepackRequest request = request(schema, random);
      Azulejo.Builder engine =
          Azulejo.builder()
              .storage("mem", Storage.inMemory())
              .computeThreads(random.nextInt(2))
              .memoryBudget(4096L << random.nextInt(10));
      key.ifPresent(secret -> engine.key(A, secret));
      try (Azulejo azulejo = engine.build()) {
        new RandomCells(azulejo, random).create(A, schema);
        Array a = azulejo.open(A, opening);

        RepackReport report = a.repack(B, request);

        Array b = azulejo.open(B, opening);
        ArrayDifference difference = a.diff(b, DiffRequest.DEFAULT.limit(2));
        assertThat(difference.holdsSame()).as(difference.toString()).isTrue();
        assertThat(difference.schema().stream().map(ArrayDifference.SchemaPart::part))
            .allMatch(part -> part.matches("cap.*|.*order|.* filters|.* extent"), "a layout");
        assertThat(b.nonEmptyDomain()).isEqualTo(a.nonEmptyDomain());
        assertThat(report.cells()).isEqualTo(difference.cells().same());
        assertThat(report.fragmentsAfter()).isEqualTo(b.fragments().size());
        assertThat(report.bytesAfter())
            .isEqualTo(b.fragments().stream().mapToLong(f -> f.bytesOnDisk()).sum());
        assertThat(report.bytesBefore())
            .isEqualTo(a.fragments().stream().mapToLong(f -> f.bytesOnDisk()).sum());
        assertThat(Leases.held(azulejo)).isZero();
        changed += difference.schema().isEmpty() ? 0 : 1;
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("-Dazulejo.seed=" + seed + ": " + schema + ": " + e, e);
      }
    }
    assertThat(changed).isGreaterThan(ARRAYS / 2);
  }

  private static RepackRequest request(ArraySchema schema, Random random) {
    RepackRequest request = RepackRequest.DEFAULT;
    RandomFilters filters = new RandomFilters(random);
    if (random.nextInt(6) == 0) {
      return request;
    }
    for (Dimension dimension : schema.dimensions()) {
      if (dimension.domain().isPresent()
          && dimension.domain().get() instanceof Range.Longs whole
          && random.nextBoolean()) {
        long length = whole.high() - whole.low() + 1;
        boolean atEnd = whole.high() == Long.MAX_VALUE || whole.high() == -1;
        request =
            request.extent(
                dimension.name(),
                atEnd && random.nextBoolean()
                    ? length
                    : atEnd ? 1L : 1 + random.nextInt((int) length));
      }
      if (!schema.isDense() && random.nextInt(3) == 0) {
        request =
            request.filters(dimension.name(), filters.of(dimension.type(), dimension.cellValNum()));
      }
    }
    for (Attribute attribute : schema.attributes()) {
      if (random.nextBoolean()) {
        request =
            request.filters(attribute.name(), filters.of(attribute.type(), attribute.cellValNum()));
      }
    }
    if (random.nextBoolean()) {
      request = request.offsetsFilters(filters.ofOffsets());
      request = request.validityFilters(filters.of(Datatype.UINT8, 1));
    }
    if (random.nextBoolean()) {
      request = request.tileOrder(random.nextBoolean() ? Layout.COL_MAJOR : Layout.ROW_MAJOR);
      request =
          request.cellOrder(
              !schema.isDense()
                      && random.nextBoolean()
                      && schema.dimensions().stream().allMatch(RepackTest::canBend)
                  ? Layout.HILBERT
                  : random.nextBoolean() ? Layout.COL_MAJOR : Layout.ROW_MAJOR);
    }
    if (!schema.isDense() && random.nextBoolean()) {
      request = request.capacity(1 + random.nextInt(50));
    }
    return request;
  }

  /** Whether a Hilbert curve goes through a dimension: not where it has one coordinate alone. */
  private static boolean canBend(Dimension dimension) {
    return dimension.domain().isEmpty()
        || !(dimension.domain().get() instanceof Range.Longs whole)
        || whole.high() != whole.low();
  }

  // ---- real arrays

  /** Of old releases, which gave attributes without a name one that is kept for the engine. */
  private static final String ANONYMOUS =
      "attribute \"__attr\": names that begin with \"__\" are reserved; choose another name";

  private static final long MOST_CELLS = 200_000;

  @Test
  void everyArrayHoldsTheSameAfterwards() {
    CorpusFolder corpus = CorpusFolder.bundledSelection();
    int repacked = 0;
    try (Azulejo azulejo = engine()) {
      int number = 0;
      for (Path file : TestLayer.some(corpus.expectationFiles(), 4)) {
        Expectation expected = corpus.expectation(file);
        if (expected.group() || expected.openingFails()) {
          continue;
        }
        OpenOptions opening =
            expected.key().map(OpenOptions.DEFAULT::key).orElse(OpenOptions.DEFAULT);
        Array a = azulejo.open(Location.of(expected.location()), opening);
        if (a.fragments().stream().mapToLong(f -> f.cells()).sum() > MOST_CELLS) {
          continue;
        }
        Location to = Location.of("mem:///corpus/" + number++);
        try {
          a.repack(to, RepackRequest.DEFAULT);
        } catch (InvalidRequestException e) {
          assertThat(e).as(expected.name()).hasMessage(ANONYMOUS);
          continue;
        } catch (AzulejoException e) {
          // Cells that cannot be read are not there to be written.
          assertThatThrownBy(() -> a.diff(a, DiffRequest.DEFAULT), expected.name())
              .isInstanceOf(e.getClass());
          continue;
        }
        ArrayDifference difference = a.diff(azulejo.open(to, opening), DiffRequest.DEFAULT);
        if (a.schema().attributes().stream().noneMatch(RepackTest::isLossy)) {
          assertThat(difference.holdsSame()).as(expected.name() + ": " + difference).isTrue();
        }
        assertThat(difference.schema()).as(expected.name()).isEmpty();
        repacked++;
      }
    }
    assertThat(repacked).isGreaterThan(TestLayer.cases(50, 12));
  }

  private static boolean isLossy(Attribute attribute) {
    return attribute.filters().filters().stream().anyMatch(Filter::losesPrecision);
  }

  // ---- single cases

  private static ArraySchema grid() {
    return TestSchemas.of("dense(y INT32 1..20/4, x INT32 1..30/7) a INT64 zstd-1");
  }

  private static void write(Azulejo azulejo, long y0, long y1, long x0, long x1, long time) {
    WriteRequest box = WriteRequest.DEFAULT.subarray(Subarray.of("y", y0, y1).and("x", x0, x1));
    long[] values = new long[(int) ((y1 - y0 + 1) * (x1 - x0 + 1))];
    for (int i = 0; i < values.length; i++) {
      values[i] = time * 1000 + i;
    }
    TestArrays.write(
        azulejo.array(A),
        box,
        ChangeOptions.DEFAULT.at(time),
        Batch.of(Column.of("a", Datatype.INT64, values)));
  }

  @Test
  void cellsOfADenseArrayThatWereNeverWrittenStaySo() {
    try (Azulejo azulejo = engine()) {
      azulejo.create(A, grid());
      write(azulejo, 1, 4, 1, 10, 10);
      write(azulejo, 3, 6, 5, 14, 20);
      write(azulejo, 15, 20, 20, 30, 30);

      RepackReport report =
          azulejo.open(A).repack(B, RepackRequest.DEFAULT.extent("y", 20).extent("x", 3).at(99));

      Array b = azulejo.open(B);
      assertThat(report.cells()).isEqualTo(40 + 40 - 12 + 66);
      assertThat(b.fragments().stream().mapToLong(f -> f.cells()).sum()).isEqualTo(134);
      assertThat(b.fragments()).allMatch(f -> f.times().equals(TimeRange.between(99, 99)));
      assertThat(b.nonEmptyDomain()).isEqualTo(azulejo.open(A).nonEmptyDomain());
      assertThat(report.fields()).hasSize(1);
      assertThat(report.fragmentsBefore()).isEqualTo(3);
    }
  }

  @Test
  void readsTheArrayAsItWasOpened() {
    try (Azulejo azulejo = engine()) {
      azulejo.create(A, grid(), CreateOptions.DEFAULT.at(1));
      write(azulejo, 1, 4, 1, 10, 10);
      write(azulejo, 1, 4, 1, 10, 20);
      Array then = azulejo.open(A, TimeRange.until(15));

      then.repack(B, RepackRequest.DEFAULT);

      assertThat(then.diff(azulejo.open(B), DiffRequest.DEFAULT).isSame()).isTrue();
      assertThat(azulejo.open(A).diff(azulejo.open(B), DiffRequest.DEFAULT).cells().different())
          .isEqualTo(40);
    }
  }

  @Test
  void theNewArrayHasTheKeyOfTheOldOneUnlessAnotherIsGiven() {
    try (Azulejo azulejo = engine()) {
      azulejo.withKey(A, KEY).create(A, grid());
      Array a = azulejo.open(A, OpenOptions.DEFAULT.key(KEY));

      a.repack(B, RepackRequest.DEFAULT);
      Location other = Location.of("mem:///other");
      a.repack(other, RepackRequest.DEFAULT.key(OTHER_KEY));
      Location plain = Location.of("mem:///plain");
      a.repack(plain, RepackRequest.DEFAULT.unencrypted());

      assertThatThrownBy(() -> azulejo.open(B)).isInstanceOf(InvalidRequestException.class);
      assertThat(azulejo.open(B, OpenOptions.DEFAULT.key(KEY)).schema()).isEqualTo(a.schema());
      assertThatThrownBy(() -> azulejo.open(other, OpenOptions.DEFAULT.key(KEY)))
          .isInstanceOf(InvalidRequestException.class);
      assertThat(azulejo.open(other, OpenOptions.DEFAULT.key(OTHER_KEY)).schema())
          .isEqualTo(a.schema());
      assertThat(azulejo.open(plain).schema()).isEqualTo(a.schema());
    }
  }

  @Test
  void invalidLayoutsAreRefusedWithAdvice() {
    try (Azulejo azulejo = engine()) {
      azulejo.create(A, grid());
      write(azulejo, 1, 4, 1, 10, 10);
      RepackRequest none = RepackRequest.DEFAULT;
      refused(
          azulejo,
          none.extent("z", 1),
          "cannot set an extent of dimension \"z\": it does not exist; valid: \"y\", \"x\"");
      refused(
          azulejo,
          RepackRequest.DEFAULT.extent("y", 21L),
          "dimension \"y\": extent 21 is out of range (1..20, the length of the domain)");
      refused(
          azulejo,
          RepackRequest.DEFAULT.capacity(5),
          "only sparse arrays have a capacity; set the extents of a dense array instead");
      refused(
          azulejo,
          RepackRequest.DEFAULT.cellOrder(Layout.HILBERT),
          "HILBERT is not a cell order of a dense array; use ROW_MAJOR or COL_MAJOR");
      refused(
          azulejo,
          RepackRequest.DEFAULT.filters("y", FilterPipeline.EMPTY),
          "dimension \"y\" of a dense array is not stored and has no filters; filters apply to its"
              + " attributes [\"a\"]");
      refused(
          azulejo,
          RepackRequest.DEFAULT.filters("b", FilterPipeline.EMPTY),
          "cannot set filters of field \"b\": it does not exist; valid: \"a\"");
      refused(
          azulejo,
          RepackRequest.DEFAULT.coordsFilters(FilterPipeline.EMPTY),
          "the coordinates of a dense array are not stored; omit their filters");
      refuses(() -> RepackRequest.DEFAULT.capacity(0));
      refuses(() -> RepackRequest.DEFAULT.at(-1));
      azulejo.create(B, grid());
      assertThatThrownBy(() -> azulejo.open(A).repack(B, RepackRequest.DEFAULT))
          .isInstanceOf(AlreadyExistsException.class);
      assertThatThrownBy(() -> azulejo.open(A).repack(A.resolve("b"), RepackRequest.DEFAULT))
          .isInstanceOf(InvalidRequestException.class);
    }
  }

  private static void refused(Azulejo azulejo, RepackRequest request, String message) {
    assertThatThrownBy(() -> azulejo.open(A).repack(B, request))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessage(message);
    assertThat(azulejo.catalog().type(B)).isEqualTo(ObjectType.NONE);
    assertThat(azulejo.storage(B).list(B)).isEmpty();
  }

  // ---- trouble

  @Test
  void anInterruptedRepackLeavesNothing(@TempDir Path folder) throws IOException {
    Location from = Location.of(folder.resolve("a"));
    Path to = folder.resolve("b");
    try (Azulejo azulejo = Azulejo.builder().memoryBudget(64 << 10).build()) {
      azulejo.create(from, grid());
      azulejo.array(from).append(Batch.of(Column.of("a", Datatype.INT64, new long[600])));
      Array a = azulejo.open(from);
      RepackRequest request =
          RepackRequest.DEFAULT.progress((done, total) -> Thread.currentThread().interrupt());

      assertThatThrownBy(() -> a.repack(Location.of(to), request))
          .isInstanceOf(CancelledException.class);

      assertThat(Thread.interrupted()).isTrue();
      assertThat(Leases.held(azulejo)).isZero();
      if (Files.exists(to)) {
        try (Stream<Path> files = Files.walk(to)) {
          assertThat(files.filter(Files::isRegularFile)).isEmpty();
        }
      }
      a.repack(Location.of(to), RepackRequest.DEFAULT);
      assertThat(azulejo.open(Location.of(to)).fragments()).hasSize(1);
    }
  }

  @Test
  void anErrorAtAnyMomentLeavesAllOrNothing() throws Exception {
    Location to = Location.of("mem://arrays/new");
    Scenario scenario =
        Scenario.of("repack", engine -> rows(engine, to))
            .preparedBy(
                engine -> {
                  Random random = new Random(SEED);
                  ArraySchema schema = labeled();
                  new RandomCells(engine, random).create(SweptArray.ARRAY, schema);
                  new RandomCells(engine, random).write(SweptArray.ARRAY, 200);
                })
            .changedBy(
                engine ->
                    engine
                        .open(SweptArray.ARRAY)
                        .repack(to, RepackRequest.DEFAULT.extent("x", 10).at(300)))
            .then(
                engine -> {
                  if (engine.catalog().type(to) == ObjectType.NONE) {
                    if (!engine.storage(to).list(to).isEmpty()) {
                      engine.catalog().remove(to);
                    }
                    engine
                        .open(SweptArray.ARRAY)
                        .repack(to, RepackRequest.DEFAULT.extent("x", 10).at(300));
                  }
                });
    assertThat(new ErrorSweep(scenario).run()).isGreaterThan(10);
  }

  private static ArraySchema labeled() {
    return ArraySchema.dense()
        .dimension(Dimension.of("x", Datatype.INT32, Range.of(1, 40), 7))
        .attribute(Attribute.of("a", Datatype.INT64))
        .attribute(Attribute.builder("e", Datatype.UINT8).enumeration("colors").build())
        .enumeration(Enumeration.ofStrings("colors", false, List.of("red", "green")))
        .label(DimensionLabel.of(0, "l", DataOrder.INCREASING, Datatype.FLOAT64))
        .build();
  }

  private static Object rows(Azulejo azulejo, Location place) {
    Array array = azulejo.open(place);
    List<String> rows = new ArrayList<>();
    ReadRequest request = ReadRequest.ALL.select("x", "a", "e", "l");
    try (Stream<Row> all = array.read(request).rows()) {
      all.forEach(row -> rows.add(row.toString()));
    }
    return List.of(rows, array.metadata(), array.enumeration("colors"));
  }

  // ---- memory

  @Test
  void aHeapOf64MebibytesRepacksAndCompares(@TempDir Path folder) throws Exception {
    assertThat(JavaProcess.run(List.of("-Xmx64m"), SmallHeap.class, folder.toString()))
        .isEqualTo("dense 6000000, same true\nsparse 3000000, same true");
  }

  /** Repacks 48 MB of dense cells and 60 MB of sparse ones; run in a process of its own. */
  static final class SmallHeap {
    private SmallHeap() {}

    public static void main(String[] arguments) {
      Location folder = Location.of(Path.of(arguments[0]));
      try (Azulejo azulejo = Azulejo.builder().durable(false).build()) {
        Location dense = folder.resolve("dense");
        azulejo.create(
            dense, TestSchemas.of("dense(y INT32 0..1999/500, x INT32 0..2999/600) a INT64 zstd1"));
        try (ArrayWriter out = azulejo.array(dense).writer()) {
          for (int y = 0; y < 2000; y += 10) {
            out.append(Batch.of(Column.of("a", Datatype.INT64, numbers(30_000, y))));
          }
          out.commit();
        }
        say(azulejo, "dense", dense, RepackRequest.DEFAULT.extent("y", 90).extent("x", 2000));
        Location sparse = folder.resolve("sparse");
        azulejo.create(
            sparse,
            TestSchemas.of("sparse(x INT64 0..%s/%s) a INT64; duplicates", 1L << 40, 1L << 20));
        try (ArrayWriter out = azulejo.array(sparse).writer()) {
          for (int part = 0; part < 100; part++) {
            out.append(
                Batch.of(
                    Column.of("x", Datatype.INT64, numbers(30_000, part)),
                    Column.of("a", Datatype.INT64, numbers(30_000, -part))));
          }
          out.commit();
        }
        say(
            azulejo,
            "sparse",
            sparse,
            RepackRequest.DEFAULT.cellOrder(Layout.HILBERT).capacity(50_000));
      }
    }

    private static long[] numbers(int count, long seed) {
      Random random = new Random(seed);
      return random.longs(count, 0, 1L << 40).toArray();
    }

    private static void say(Azulejo azulejo, String name, Location from, RepackRequest request) {
      Location to = Location.of(from + "-new");
      RepackReport report = azulejo.open(from).repack(to, request);
      boolean same = azulejo.open(from).diff(azulejo.open(to), DiffRequest.DEFAULT).holdsSame();
      System.out.printf("%s %d, same %s%n", name, report.cells(), same);
    }
  }
}
