package io.azulejo.tests;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.OpenOptions;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.ArrayStatistics;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.FieldStatistics;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Statistic;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;
import io.azulejo.schema.SchemaEvolution;
import io.azulejo.storage.Location;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.Expectation;
import io.azulejo.testkit.TestSchemas;
import io.azulejo.tests.NaiveStatistics.Text;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What is said of all arrays of a corpus without a look at cells is so of the cells. */
class ArrayStatisticsTest {
  private final List<String> lies = new ArrayList<>();
  private final Map<Statistic.Certainty, Integer> ranges = new TreeMap<>();
  private final Map<Statistic.Certainty, Integer> cells = new TreeMap<>();
  private int exactSums;

  /** The cells of a field of a read. */
  private static final class FieldCells {
    private final Datatype type;
    private final NaiveStatistics naive = new NaiveStatistics();
    private final Set<Object> distinct = new HashSet<>();

    FieldCells(Column column) {
      type = column.type();
    }

    void add(Column column, int row) {
      Object value = NaiveStatistics.value(column, row);
      naive.add(value);
      if (value != null) {
        distinct.add(value);
      }
    }

    void check(FieldStatistics known, long rows) {
      checkNumber("nulls", known.nulls(), naive.nulls);
      checkNumber("distinct values", known.distinct(), distinct.size());
      assertThat(naive.nan && !known.mayHoldNan()).as("NaN that cannot be").isFalse();
      known.sum().value().ifPresent(this::checkSum);
      if (known.values().value().isPresent()) {
        assertThat(naive.least).as("a value").isNotNull();
        Range range = known.values().value().get();
        Object low = end(range, true);
        Object high = end(range, false);
        if (known.values().isExact()) {
          assertThat(low).as("least").isEqualTo(naive.least);
          assertThat(high).as("greatest").isEqualTo(naive.greatest);
        } else {
          assertThat(naive.least.compareTo(low)).as("least in %s", range).isNotNegative();
          assertThat(naive.greatest.compareTo(high)).as("greatest in %s", range).isNotPositive();
        }
      }
      assertThat(rows).isGreaterThanOrEqualTo(naive.nulls);
    }

    private Object end(Range range, boolean low) {
      if (range instanceof Range.Longs longs) {
        return NaiveStatistics.whole(type, low ? longs.low() : longs.high());
      }
      if (range instanceof Range.Doubles doubles) {
        return (low ? doubles.low() : doubles.high()) + 0.0;
      }
      Range.Strings texts = (Range.Strings) range;
      return new Text(low ? texts.low() : texts.high());
    }

    private void checkSum(Number sum) {
      if (sum instanceof BigInteger) {
        assertThat(sum).as("sum").isEqualTo(naive.wholeSum);
      } else {
        assertThat(sum.doubleValue())
            .as("sum")
            .isCloseTo(naive.realSum, within(1e-9 * naive.realSize));
      }
    }
  }

  private static void checkNumber(String what, Statistic<Long> known, long found) {
    switch (known.certainty()) {
      case EXACT -> assertThat(known.value().orElseThrow()).as(what).isEqualTo(found);
      case BOUND -> assertThat(known.value().orElseThrow()).as(what).isGreaterThanOrEqualTo(found);
      case UNKNOWN -> {}
    }
  }

  @Test
  void statisticsMatchTheCells() {
    CorpusFolder corpus = CorpusFolder.find();
    for (Path file : corpus.expectationFiles()) {
      Expectation expectation = corpus.expectation(file);
      boolean whole = expectation.reads().stream().noneMatch(Expectation.Read::fails);
      if (!expectation.group() && !expectation.openingFails() && whole) {
        Location location = Location.of(expectation.location().toString());
        try (Azulejo azulejo = Azulejo.create()) {
          Azulejo keyed = expectation.key().map(k -> azulejo.withKey(location, k)).orElse(azulejo);
          for (TimeRange times : times(expectation)) {
            check(keyed.open(location, OpenOptions.DEFAULT.at(times)));
          }
        }
      }
    }
    System.out.println("ranges of values " + ranges + ", cells " + cells + ", sums " + exactSums);
    assertThat(lies).isEmpty();
    assertThat(ranges.get(Statistic.Certainty.EXACT)).isGreaterThan(exactSums);
    assertThat(ranges.get(Statistic.Certainty.BOUND)).isPositive();
    assertThat(cells.get(Statistic.Certainty.EXACT))
        .isGreaterThan(cells.get(Statistic.Certainty.BOUND));
    assertThat(exactSums).isPositive();
  }

  private static Set<TimeRange> times(Expectation expectation) {
    Set<TimeRange> times = new LinkedHashSet<>();
    times.add(TimeRange.ALL);
    expectation.openings().forEach(o -> times.add(o.times()));
    expectation.reads().forEach(r -> r.times().ifPresent(times::add));
    return times;
  }

  private void check(Array array) {
    ArraySchema schema = array.schema();
    List<String> fields = new ArrayList<>();
    schema.dimensions().stream().map(Dimension::name).forEach(fields::add);
    schema.attributes().stream().map(Attribute::name).forEach(fields::add);
    if (!schema.isDense()) {
      fields.add(ReadRequest.TIMESTAMPS);
    }
    ArrayStatistics known = array.statistics(fields);
    cells.merge(known.cells().certainty(), 1, Integer::sum);
    if (known.cells().value().orElseThrow() > 2_000_000) {
      return;
    }
    long rows = 0;
    FieldCells[] found = new FieldCells[fields.size()];
    ReadRequest request = ReadRequest.ALL.select(fields).cells(ReadRequest.Cells.WRITTEN);
    try (BatchReader in = array.read(request).batches()) {
      for (Batch batch = in.next(); batch != null; batch = in.next()) {
        rows += batch.rows();
        for (int i = 0; i < found.length; i++) {
          Column column = batch.column(i);
          found[i] = found[i] == null ? new FieldCells(column) : found[i];
          for (int row = 0; row < batch.rows(); row++) {
            found[i].add(column, row);
          }
        }
      }
    }
    String where = array.location() + " at " + array.times();
    long read = rows;
    note(where, () -> checkNumber("cells", known.cells(), read));
    for (int i = 0; i < found.length && rows > 0; i++) {
      FieldStatistics field = known.fields().get(fields.get(i));
      FieldCells held = found[i];
      ranges.merge(field.values().certainty(), 1, Integer::sum);
      exactSums += field.sum().isExact() ? 1 : 0;
      note(where + " " + fields.get(i), () -> held.check(field, read));
    }
  }

  private void note(String where, Runnable check) {
    try {
      check.run();
    } catch (AssertionError e) {
      lies.add(where + ": " + e.getMessage().replace('\n', ' '));
    }
  }

  @Test
  void valuesThatAreAllNanAreDistinctFromNull() {
    Location place = Location.of("mem://arrays/nan");
    try (Azulejo azulejo = Azulejo.create()) {
      azulejo.create(place, TestSchemas.of("sparse(x INT32 0..9/5) a INT32"));
      azulejo
          .array(place)
          .append(Batch.of(Column.of("x", Datatype.INT32, 1), Column.of("a", Datatype.INT32, 1)));
      azulejo
          .array(place)
          .evolve(
              SchemaEvolution.builder().addAttribute(Attribute.of("f", Datatype.FLOAT64)).build());

      FieldStatistics known = azulejo.open(place).statistics(List.of("f")).fields().get("f");

      assertThat(known.nulls()).isEqualTo(Statistic.exact(0L));
      assertThat(known.distinct()).isEqualTo(Statistic.bound(1L));
      assertThat(known.mayHoldNan()).isTrue();
    }
  }

  @Test
  void unknownFieldsAreRefused() {
    CorpusFolder corpus = CorpusFolder.bundledSelection();
    Path file = corpus.path().resolve("made-time/fragments-dense").resolve("expected.json");
    Location location = Location.of(corpus.expectation(file).location().toString());
    try (Azulejo azulejo = Azulejo.create()) {
      Array array = azulejo.open(location);

      refuses(InvalidRequestException.class, () -> array.statistics(List.of("a9")));
      assertThat(array.statistics(List.of()).fields()).isEmpty();
    }
  }
}
