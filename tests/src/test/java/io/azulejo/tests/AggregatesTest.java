package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.OpenOptions;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Aggregate;
import io.azulejo.query.Aggregation;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.Condition;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.Expectation;
import io.azulejo.testkit.TrackingStorage;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Aggregates of arrays, compared with what the rows say that are read of them. */
class AggregatesTest {
  private static final List<Azulejo> ENGINES =
      List.of(
          Azulejo.builder().computeThreads(1).build(),
          Azulejo.builder().computeThreads(0).memoryBudget(64 << 10).build());

  @AfterAll
  static void close() {
    ENGINES.forEach(Azulejo::close);
  }

  private static Array open(String name) {
    return ENGINES
        .get(0)
        .open(Location.of(CorpusFolder.bundledSelection().path().resolve(name).resolve("array")));
  }

  /** A field as its aggregates see it. */
  private record Field(String name, Datatype type, int cellValNum, boolean nullable) {
    boolean isIntegerValued() {
      return cellValNum == 1 && type.isIntegerValued();
    }

    boolean isFloatingPoint() {
      return cellValNum == 1 && type.isFloatingPoint();
    }

    boolean isText() {
      return type == Datatype.STRING_ASCII
          || type == Datatype.STRING_UTF8
          || (type == Datatype.CHAR && cellValNum != 1);
    }

    boolean isGroupable() {
      return !type.isFloatingPoint() && (cellValNum != Attribute.VAR || type.size() == 1);
    }
  }

  private static List<Field> fields(ArraySchema schema) {
    List<Field> fields = new ArrayList<>();
    for (Dimension d : schema.dimensions()) {
      fields.add(new Field(d.name(), d.type(), d.cellValNum(), false));
    }
    for (Attribute a : schema.attributes()) {
      fields.add(new Field(a.name(), a.type(), a.cellValNum(), a.nullable()));
    }
    return fields;
  }

  @Test
  void aggregatesMatchTheRows() {
    String given = System.getProperty("azulejo.seed", "");
    long seed = given.isEmpty() ? 20240531 : Long.parseLong(given);
    System.out.println("azulejo.seed=" + seed);
    Random random = new Random(seed);
    CorpusFolder corpus = CorpusFolder.bundledSelection();
    int checked = 0;
    for (Path file : corpus.expectationFiles()) {
      Expectation expectation = corpus.expectation(file);
      if (expectation.group()
          || expectation.openingFails()
          || expectation.reads().stream().anyMatch(Expectation.Read::fails)) {
        continue;
      }
      OpenOptions options =
          expectation.key().map(OpenOptions.DEFAULT::key).orElse(OpenOptions.DEFAULT);
      for (int round = 0; round < 4; round++) {
        Array array =
            ENGINES
                .get(random.nextInt(ENGINES.size()))
                .open(Location.of(expectation.location()), options);
        if (array.nonEmptyDomain().isPresent()) {
          check(expectation.name() + ", round " + round, array, random);
          checked++;
        }
      }
    }
    assertThat(checked).isGreaterThan(200);
  }

  private static void check(String about, Array array, Random random) {
    List<Field> fields = fields(array.schema());
    ReadRequest request = ReadRequest.ALL.layout(Layout.UNORDERED);
    request = request.subarray(subarray(array, random));
    // A condition that all cells meet, but those of a dense array that were never written.
    Condition written = Condition.field(array.schema().dimensions().get(0).name()).isNotNull();
    Condition wanted = random.nextBoolean() ? null : condition(array.schema(), random);
    if (wanted != null) {
      request = request.where(wanted);
    }
    List<Batch> rows =
        rows(
            array,
            request
                .where(wanted == null ? written : written.and(wanted))
                .cells(ReadRequest.Cells.MATCHING));
    Field field = fields.get(random.nextInt(fields.size()));
    checkField(about + ", " + field + " where " + wanted, array, request, field, rows);
    List<Field> groups = fields.stream().filter(Field::isGroupable).toList();
    if (!groups.isEmpty()) {
      Field group = groups.get(random.nextInt(groups.size()));
      String what = about + ", " + field + " by " + group + " where " + wanted;
      checkGroups(what, array, request, field, group, rows);
    }
  }

  private static Subarray subarray(Array array, Random random) {
    Subarray part = Subarray.ALL;
    for (int d = 0; d < array.schema().dimensions().size(); d++) {
      Range box = array.nonEmptyDomain().orElseThrow().get(d);
      if (random.nextBoolean() && isPlain(box)) {
        Range.Longs whole = (Range.Longs) box;
        long low = random.nextLong(whole.low(), whole.high() + 1);
        long high = random.nextLong(low, whole.high() + 1);
        part = part.and(array.schema().dimensions().get(d).name(), low, high);
      }
    }
    return part;
  }

  /** Whether a range is of integers that are what their bits say with any sign. */
  private static boolean isPlain(Range range) {
    return range instanceof Range.Longs whole
        && whole.low() >= 0
        && whole.high() >= whole.low()
        && whole.high() < Long.MAX_VALUE;
  }

  /** A comparison of a number; null where there is none. */
  private static Condition condition(ArraySchema schema, Random random) {
    List<Attribute> numbers =
        schema.attributes().stream()
            .filter(a -> a.cellValNum() == 1 && a.type().isInteger() && a.type().size() >= 4)
            .filter(a -> a.enumeration().isEmpty())
            .toList();
    return numbers.isEmpty()
        ? null
        : Condition.field(numbers.get(random.nextInt(numbers.size())).name())
            .lessThan(random.nextInt(60));
  }

  private static List<Batch> rows(Array array, ReadRequest request) {
    List<Batch> rows = new ArrayList<>();
    try (BatchReader in = array.read(request).batches()) {
      for (Batch batch = in.next(); batch != null; batch = in.next()) {
        rows.add(batch);
      }
    }
    return rows;
  }

  /** Adds a cell; NaT as NaN, which no order has either. */
  private static void add(NaiveStatistics naive, Column column, int row) {
    boolean nat =
        column.type().isDatetime()
            && NaiveStatistics.value(column, row) instanceof BigInteger time
            && time.longValue() == Long.MIN_VALUE;
    naive.add(nat ? Double.NaN : NaiveStatistics.value(column, row));
  }

  private static void checkField(
      String about, Array array, ReadRequest request, Field field, List<Batch> rows) {
    NaiveStatistics naive = new NaiveStatistics();
    for (Batch batch : rows) {
      for (int row = 0; row < batch.rows(); row++) {
        add(naive, batch.column(field.name()), row);
      }
    }
    boolean number = field.isIntegerValued() || field.isFloatingPoint();
    List<Aggregate> aggregates =
        new ArrayList<>(List.of(Aggregate.count(field.name()), Aggregate.nullCount(field.name())));
    if (number || field.isText()) {
      aggregates.add(Aggregate.min(field.name()));
      aggregates.add(Aggregate.max(field.name()));
    }
    if (number) {
      aggregates.add(Aggregate.sum(field.name()));
      aggregates.add(Aggregate.mean(field.name()));
    }
    Batch found = array.read(request).aggregate(Aggregation.of(aggregates));

    assertThat(found.column(0).getLong(0)).as(about).isEqualTo(naive.cells - naive.nulls);
    assertThat(found.column(1).getLong(0)).as(about).isEqualTo(naive.nulls);
    if (naive.cells == naive.nulls) {
      for (Column column : found.columns().subList(2, found.columns().size())) {
        assertThat(column.isNull(0)).as(about).isEqualTo(field.nullable());
      }
      return;
    }
    if (number || field.isText()) {
      NaiveStatistics extremes = new NaiveStatistics();
      add(extremes, found.column(2), 0);
      add(extremes, found.column(3), 0);
      assertThat(extremes.least).as(about).isEqualTo(naive.least);
      assertThat(extremes.greatest).as(about).isEqualTo(naive.greatest);
    }
    if (field.isIntegerValued()) {
      assertSum(about, field, naive, found.column(4), 0);
      BigDecimal mean =
          new BigDecimal(naive.wholeSum)
              .divide(BigDecimal.valueOf(naive.cells - naive.nulls), MathContext.DECIMAL128);
      assertThat(found.column(5).getDouble(0))
          .as(about)
          .isEqualTo(Double.valueOf(naive.nan ? Double.NaN : mean.doubleValue()));
    } else if (field.isFloatingPoint() && Double.isFinite(naive.realSize)) {
      double sum = found.column(4).getDouble(0);
      assertThat(sum).as(about).isCloseTo(naive.realSum, within(naive.realSize * 1e-12));
      assertThat(found.column(5).getDouble(0))
          .as(about)
          .isCloseTo(sum / (naive.cells - naive.nulls), within(naive.realSize * 1e-12));
    }
  }

  private static void assertSum(
      String about, Field field, NaiveStatistics naive, Column found, int row) {
    boolean unsigned = field.type().isUnsigned();
    // A sum that did not fit on the way never fits again.
    boolean fits = naive.wholeBits <= (unsigned ? Long.SIZE : Long.SIZE - 1);
    if (!fits && field.nullable()) {
      assertThat(found.isNull(row)).as(about).isTrue();
    } else {
      assertThat(found.getLong(row))
          .as(about)
          .isEqualTo(fits ? naive.wholeSum.longValue() : unsigned ? -1 : Long.MAX_VALUE);
    }
  }

  private static void checkGroups(
      String about, Array array, ReadRequest request, Field field, Field by, List<Batch> rows) {
    Map<String, NaiveStatistics> groups = new LinkedHashMap<>();
    for (Batch batch : rows) {
      for (int row = 0; row < batch.rows(); row++) {
        add(
            groups.computeIfAbsent(key(batch.column(by.name()), row), key -> new NaiveStatistics()),
            batch.column(field.name()),
            row);
      }
    }
    List<Aggregate> aggregates =
        new ArrayList<>(List.of(Aggregate.count(), Aggregate.count(field.name())));
    if (field.isIntegerValued()) {
      aggregates.add(Aggregate.sum(field.name()));
    }
    Batch found = array.read(request).aggregate(Aggregation.of(aggregates, List.of(by.name())));

    assertThat(found.rows()).as(about).isEqualTo(groups.size());
    for (int row = 0; row < found.rows(); row++) {
      NaiveStatistics naive = groups.get(key(found.column(0), row));
      assertThat(naive).as(about).isNotNull();
      assertThat(found.column(1).getLong(row)).as(about).isEqualTo(naive.cells);
      assertThat(found.column(2).getLong(row)).as(about).isEqualTo(naive.cells - naive.nulls);
      if (field.isIntegerValued() && naive.cells > naive.nulls) {
        assertSum(about, field, naive, found.column(3), row);
      }
    }
  }

  private static String key(Column column, int row) {
    return column.isNull(row) ? "null" : HexFormat.of().formatHex(column.getBytes(row));
  }

  @Test
  void refusesWhatDoesNotFitTheArray() {
    Array array = open("made-layouts/dense-wide-domain");
    ReadRequest all = ReadRequest.ALL;
    List<Aggregate> count = List.of(Aggregate.count());

    assertRefused(array, ReadRequest.ALL.limit(3), count, List.of(), "3 cells");
    assertRefused(array, all, List.of(), List.of(), "the list of aggregates is empty");
    assertRefused(array, all, List.of(Aggregate.sum("none")), List.of(), "unknown field \"none\"");
    assertRefused(array, all, count, List.of("y", "y"), "\"y\" occurs twice in the groups");
    assertRefused(array, all, count, List.of("none"), "unknown field \"none\"");
  }

  private static void assertRefused(
      Array array,
      ReadRequest request,
      List<Aggregate> aggregates,
      List<String> groupBy,
      String message) {
    assertThatThrownBy(() -> array.read(request).aggregate(Aggregation.of(aggregates, groupBy)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining(message);
  }

  @Test
  void countsOfDenseArraysAreOfMatchingCellsUnlessTheShapeIsKept() {
    Array array = open("made-layouts/dense-row-col-col");
    List<Aggregate> count = List.of(Aggregate.count());
    Dimension first = array.schema().dimensions().get(0);
    Condition never = Condition.field(first.name()).isNull();
    ReadRequest request = ReadRequest.ALL;
    long cells = array.read(request).aggregate(Aggregation.of(count)).column(0).getLong(0);

    assertThat(cells).isPositive();
    ReadRequest none = request.where(never);
    assertThat(
            array
                .read(none.cells(ReadRequest.Cells.GRID))
                .aggregate(Aggregation.of(count))
                .column(0)
                .getLong(0))
        .isEqualTo(cells);
    assertThat(
            array
                .read(none.cells(ReadRequest.Cells.MATCHING))
                .aggregate(Aggregation.of(count))
                .column(0)
                .getLong(0))
        .isZero();
    assertThat(
            array
                .read(none.cells(ReadRequest.Cells.MATCHING))
                .aggregate(Aggregation.of(count, List.of(first.name())))
                .rows())
        .isZero();
  }

  @Test
  void repeatedRangesCountTwiceInDenseArraysAndOnceInSparseOnes() {
    for (String name : List.of("made-layouts/dense-odd-ranges", "made-layouts/sparse-odd-ranges")) {
      Array array = open(name);
      Dimension first = array.schema().dimensions().get(0);
      Range.Longs box = (Range.Longs) array.nonEmptyDomain().orElseThrow().get(0);
      Range all = Range.of(box.low(), box.high());
      List<Aggregate> counts = List.of(Aggregate.count(), Aggregate.count(first.name()));
      Subarray once = Subarray.of(first.name(), all);
      Subarray twice = Subarray.of(first.name(), all).and(first.name(), all);

      Batch ones = array.read(ReadRequest.ALL.subarray(once)).aggregate(Aggregation.of(counts));
      Batch twos = array.read(ReadRequest.ALL.subarray(twice)).aggregate(Aggregation.of(counts));

      int times = array.schema().isDense() ? 2 : 1;
      assertThat(Arrays.asList(twos.column(0).getLong(0), twos.column(1).getLong(0)))
          .containsExactly(times * ones.column(0).getLong(0), times * ones.column(1).getLong(0));
    }
  }

  @Test
  void countingCellsThatNoneCanHideOpensNoDataFile() {
    TrackingStorage storage = new TrackingStorage(Storage.local());
    int counted = 0;
    try (Azulejo azulejo = Azulejo.builder().storage("file", storage).computeThreads(0).build()) {
      CorpusFolder corpus = CorpusFolder.bundledSelection();
      for (Path file : corpus.expectationFiles()) {
        Expectation expectation = corpus.expectation(file);
        if (expectation.group() || expectation.openingFails() || expectation.key().isPresent()) {
          continue;
        }
        Array array = azulejo.open(Location.of(expectation.location()));
        if (array.fragments().size() != 1
            || expectation.name().contains("delete")
            || expectation.name().contains("consolidate")
            || array.fragments().get(0).dense()) {
          continue;
        }
        storage.forget();
        Batch found = array.read().aggregate("count()");

        assertThat(found.column(0).getLong(0))
            .as(expectation.name())
            .isEqualTo(array.fragments().get(0).cells());
        assertThat(dataReads(storage)).as(expectation.name()).isEmpty();
        counted++;
      }
    }
    assertThat(counted).isGreaterThan(5);
  }

  @Test
  void sumsOfWholeTilesReadStatisticsAlone() {
    for (String name : List.of("made-types/dense-2d", "made-layouts/sparse-hilbert-unordered")) {
      TrackingStorage storage = new TrackingStorage(Storage.local());
      try (Azulejo azulejo = Azulejo.builder().storage("file", storage).computeThreads(0).build()) {
        Array array =
            azulejo.open(
                Location.of(CorpusFolder.bundledSelection().path().resolve(name).resolve("array")));
        String number =
            array.schema().attributes().stream()
                .filter(a -> a.type() == Datatype.INT32 && a.cellValNum() == 1)
                .map(Attribute::name)
                .findFirst()
                .orElseThrow();
        ReadRequest all = ReadRequest.ALL;
        List<Aggregate> sums =
            List.of(
                Aggregate.sum(number),
                Aggregate.mean(number),
                Aggregate.min(number),
                Aggregate.max(number),
                Aggregate.nullCount(number));
        storage.forget();
        Batch whole = array.read(all).aggregate(Aggregation.of(sums));

        assertThat(dataReads(storage)).as(name).isEmpty();
        Batch groups =
            array
                .read(all)
                .aggregate(Aggregation.of(List.of(Aggregate.sum(number)), List.of(number)));
        assertThat(dataReads(storage)).as(name).isNotEmpty();
        long sum = 0;
        for (int row = 0; row < groups.rows(); row++) {
          sum += groups.column(1).getLong(row);
        }
        assertThat(whole.column(0).getLong(0)).as(name).isEqualTo(sum);
      }
    }
  }

  /** The reads of files with cells. */
  private static List<String> dataReads(TrackingStorage storage) {
    return storage.operations(TrackingStorage.Act.READ).stream()
        .map(TrackingStorage.Operation::path)
        .filter(path -> !path.endsWith("__fragment_metadata.tdb"))
        .toList();
  }
}
