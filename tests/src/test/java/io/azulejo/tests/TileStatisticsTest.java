package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.azulejo.internal.filter.Scratch;
import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.internal.snapshot.fragment.TileStatistics;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.Expectation;
import io.azulejo.tests.NaiveStatistics.Text;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Every tile of a corpus of which something is claimed is decoded, and every claim compared with
 * its cells.
 */
class TileStatisticsTest {
  private final Storage storage = Storage.local();
  private final Scratch scratch = new Scratch();
  private final Set<String> seen = new HashSet<>();
  private final Map<String, Claims> claims = new TreeMap<>();
  private final List<String> lies = new ArrayList<>();

  /** How many tiles there were, and of how many what was claimed. */
  private static final class Claims {
    private int tiles;
    private int bounds;
    private int onlyNulls;
    private int noNulls;
    private int min;
    private int max;
    private int sum;
    private int nullCount;

    /** Whether anything is claimed that a tile could contradict. */
    static boolean any(TileStatistics statistics, FieldStorage field, int tile) {
      boolean nulls = statistics.noNulls(tile) || statistics.exactNullCount(tile);
      return statistics.hasBounds(tile)
          || statistics.onlyNulls(tile)
          || statistics.exactSum(tile)
          || (field.nullable() && nulls);
    }

    void count(TileStatistics statistics, int tile) {
      tiles++;
      bounds += statistics.hasBounds(tile) ? 1 : 0;
      onlyNulls += statistics.onlyNulls(tile) ? 1 : 0;
      noNulls += statistics.noNulls(tile) ? 1 : 0;
      min += statistics.exactMin(tile) ? 1 : 0;
      max += statistics.exactMax(tile) ? 1 : 0;
      sum += statistics.exactSum(tile) ? 1 : 0;
      nullCount += statistics.exactNullCount(tile) ? 1 : 0;
    }

    @Override
    public String toString() {
      return "%7d %7d %7d %7d %7d %7d %7d %7d"
          .formatted(tiles, bounds, onlyNulls, noNulls, min, max, sum, nullCount);
    }
  }

  @Test
  void statisticsMatchTheCells() {
    CorpusFolder corpus = CorpusFolder.find();
    try (Tasks tasks = new Tasks(1, 1)) {
      for (Path file : corpus.expectationFiles()) {
        Expectation expectation = corpus.expectation(file);
        // Some arrays are damaged on purpose: there a read fails.
        boolean whole = expectation.reads().stream().noneMatch(Expectation.Read::fails);
        if (!expectation.group() && !expectation.openingFails() && whole) {
          times(expectation).forEach(t -> array(expectation, t, tasks));
        }
      }
    }
    System.out.printf(
        "%-46s   tiles  bounds   nulls noNulls     min     max     sum   count%n", "statistics");
    claims.values().removeIf(claim -> claim.bounds == 0 && claim.sum == 0);
    claims.forEach((kind, claim) -> System.out.printf("%-46s %s%n", kind, claim));
    assertThat(lies).isEmpty();
    assertShare("dense whole", 0.95, 0.9, 0.85);
    assertShare("sparse whole", 0.99, 0.99, 0.85);
    assertShare("sparse dimension whole", 0.99, 0.99, 0.9);
    assertShare("sparse real nullable", 0.9, 0.9, 0.9);
    assertShare("sparse STRING_ASCII[var]", 0.9, 0.9, 0);
    assertShare("whole sparse whole", 0.7, 0.7, 0.7);
    assertShare("whole dense whole", 0.7, 0.6, 0.6);
  }

  /** Checks that what can be known mostly is. */
  private void assertShare(String kind, double bounds, double exact, double sums) {
    Claims claim = claims.get(kind);
    assertThat(claim.bounds)
        .as("bounds of %s", kind)
        .isGreaterThanOrEqualTo((int) (bounds * claim.tiles));
    assertThat(claim.min)
        .as("minima of %s", kind)
        .isGreaterThanOrEqualTo((int) (exact * claim.tiles));
    assertThat(claim.sum).as("sums of %s", kind).isGreaterThanOrEqualTo((int) (sums * claim.tiles));
  }

  private static Set<TimeRange> times(Expectation expectation) {
    Set<TimeRange> times = new LinkedHashSet<>();
    times.add(TimeRange.ALL);
    expectation.openings().forEach(o -> times.add(o.times()));
    expectation.reads().forEach(r -> r.times().ifPresent(times::add));
    return times;
  }

  private void array(Expectation expectation, TimeRange times, Tasks tasks) {
    Optional<EncryptionKey> key = expectation.key();
    Location location = Location.of(expectation.location().toString());
    Snapshot snapshot = Snapshot.open(storage, location, times, key, tasks);
    ArraySchema schema = snapshot.schema().schema();
    List<String> fields = new ArrayList<>();
    schema.attributes().stream().map(Attribute::name).forEach(fields::add);
    schema.dimensions().stream().map(Dimension::name).forEach(fields::add);
    fields.add(FieldStorage.TIMESTAMPS);
    fields.add(FieldStorage.DELETE_TIMESTAMPS);
    fields.add(FieldStorage.DELETE_CONDITION_INDEX);
    for (Fragment fragment : snapshot.fragments()) {
      for (String field : fields) {
        fragment
            .field(field)
            .filter(f -> seen.add(fragment.folder().resolve(field).toString()))
            .ifPresent(
                f ->
                    field(
                        fragment, f, new TilesOnDisk(storage, schema, fragment, f, key, scratch)));
      }
    }
  }

  private void field(Fragment fragment, FieldStorage field, TilesOnDisk tiles) {
    TileStatistics statistics = fragment.statistics(field);
    TileStatistics whole = fragment.fragmentStatistics(field);
    boolean anyOfWhole = Claims.any(whole, field, 0);
    NaiveStatistics naiveWhole = new NaiveStatistics();
    String kind = kind(fragment, field);
    for (int tile = 0; tile < fragment.tiles(); tile++) {
      claims.computeIfAbsent(kind, k -> new Claims()).count(statistics, tile);
      NaiveStatistics naive = new NaiveStatistics();
      if (anyOfWhole || Claims.any(statistics, field, tile)) {
        tiles.forEachCell(
            tile, cell -> naive.add(cell.map(value -> value(field, value)).orElse(null)));
        naiveWhole.add(naive);
      }
      if (Claims.any(statistics, field, tile)) {
        check(
            field,
            naive,
            statistics,
            tile,
            "%s %s, tile %d".formatted(fragment.folder(), field, tile));
      }
    }
    claims.computeIfAbsent("whole " + kind, k -> new Claims()).count(whole, 0);
    if (anyOfWhole) {
      check(field, naiveWhole, whole, 0, "%s %s".formatted(fragment.folder(), field));
    }
  }

  private void check(
      FieldStorage field, NaiveStatistics naive, TileStatistics claimed, int tile, String where) {
    try {
      check(field, naive, claimed, tile);
    } catch (AssertionError e) {
      lies.add(where + ": " + e.getMessage().replace('\n', ' '));
    }
  }

  /** Checks everything that is claimed of a tile. */
  private static void check(
      FieldStorage field, NaiveStatistics naive, TileStatistics claimed, int tile) {
    boolean text = isText(field);
    if (claimed.onlyNulls(tile)) {
      assertThat(naive.nulls).as("all are nulls").isEqualTo(naive.cells);
    }
    if (claimed.noNulls(tile)) {
      assertThat(naive.nulls).as("no nulls").isZero();
    }
    if (claimed.exactNullCount(tile)) {
      assertThat(claimed.nullCount(tile)).as("null count").isEqualTo(naive.nulls);
    }
    if (claimed.hasBounds(tile) && (naive.nan || naive.least != null)) {
      assertThat(naive.nan).as("NaN within bounds").isFalse();
      Object low = text ? value(field, claimed.low(tile)) : bits(field, claimed.lowBits(tile));
      assertThat(naive.least.compareTo(low)).as("%s, low %s", naive.least, low).isNotNegative();
      if (text) {
        claimed
            .above(tile)
            .map(above -> value(field, above))
            .ifPresent(
                above ->
                    assertThat(naive.greatest.compareTo(above))
                        .as("%s, above %s", naive.greatest, above)
                        .isNegative());
      } else {
        Object high = bits(field, claimed.highBits(tile));
        assertThat(naive.greatest.compareTo(high))
            .as("%s, high %s", naive.greatest, high)
            .isNotPositive();
      }
    }
    if (claimed.exactMin(tile)) {
      Object min = text ? value(field, claimed.min(tile)) : bits(field, claimed.minBits(tile));
      checkEqual("minimum", naive.least, min);
    }
    if (claimed.exactMax(tile)) {
      Object max = text ? value(field, claimed.max(tile)) : bits(field, claimed.maxBits(tile));
      assertThat(naive.nan).as("NaN below a maximum").isFalse();
      checkEqual("maximum", naive.greatest, max);
    }
    if (claimed.exactSum(tile)) {
      checkSum(field, naive, claimed.sumBits(tile));
    }
  }

  /** Zeros of both signs are equal. */
  private static void checkEqual(String what, Object expected, Object claimed) {
    assertThat(expected).as("%s of no values", what).isNotNull();
    boolean zeros =
        expected instanceof Double a && claimed instanceof Double b && a + 0.0 == b + 0.0;
    assertThat(zeros || expected.equals(claimed))
        .as("%s: %s for %s", what, claimed, expected)
        .isTrue();
  }

  private static void checkSum(FieldStorage field, NaiveStatistics naive, long bits) {
    if (field.type().isFloatingPoint()) {
      assertThat(Double.longBitsToDouble(bits))
          .as("sum")
          .isCloseTo(naive.realSum, within(1e-12 * naive.realSize));
    } else {
      boolean unsigned = field.type().isUnsigned();
      assertThat(unsigned ? Long.toUnsignedString(bits) : Long.toString(bits))
          .as("sum")
          .isEqualTo(naive.wholeSum.toString());
    }
  }

  private static boolean isText(FieldStorage field) {
    return field.type().isString() || field.type().isBytes() || field.cellValNum() != 1;
  }

  private static Object bits(FieldStorage field, long bits) {
    byte[] value = new byte[field.type().size()];
    for (int i = 0; i < value.length; i++) {
      value[i] = (byte) (bits >> 8 * i);
    }
    return value(field, Slice.of(value));
  }

  /** A value as conditions compare it: a character has a sign. */
  private static Object value(FieldStorage field, Slice bytes) {
    if (isText(field)) {
      return new Text(bytes.toBytes());
    }
    if (field.type().isFloatingPoint()) {
      return field.type() == Datatype.FLOAT32 ? (double) bytes.getFloat(0) : bytes.getDouble(0);
    }
    byte[] bigEndian = new byte[bytes.length()];
    for (int i = 0; i < bigEndian.length; i++) {
      bigEndian[i] = bytes.getByte(bigEndian.length - 1 - i);
    }
    return field.type().isUnsigned() ? new BigInteger(1, bigEndian) : new BigInteger(bigEndian);
  }

  private static String kind(Fragment fragment, FieldStorage field) {
    Datatype type = field.type();
    String values =
        type.isFloatingPoint() ? "real" : type.isIntegerValued() ? "whole" : type.toString();
    return (fragment.dense() ? "dense " : "sparse ")
        + (field.dimension().isPresent() ? "dimension " : "")
        + values
        + (field.isVar() ? "[var]" : field.cellValNum() == 1 ? "" : "[n]")
        + (field.nullable() ? " nullable" : "")
        + (fragment.version().hasTileStatistics() ? "" : " (old)");
  }
}
