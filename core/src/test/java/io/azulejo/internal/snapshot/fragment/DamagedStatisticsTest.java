package io.azulejo.internal.snapshot.fragment;

import static io.azulejo.internal.snapshot.fragment.StoredStatistics.attribute;
import static io.azulejo.internal.snapshot.fragment.StoredStatistics.sparse;
import static io.azulejo.internal.snapshot.fragment.StoredStatistics.text;
import static io.azulejo.internal.snapshot.fragment.StoredStatistics.value;
import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.format.FormatVersion;
import io.azulejo.internal.format.TileBounds;
import io.azulejo.internal.format.TileBoundsFormat;
import io.azulejo.internal.format.TileTableFormat;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.snapshot.fragment.StoredStatistics.Part;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.testkit.TestLayer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tables of statistics that say what cannot be. */
class DamagedStatisticsTest {
  private static final FormatVersion CURRENT = FormatVersion.NEWEST;
  private static final long[] NUMBERS = {
    0, 1, -1, 7, 8, 1 << 20, Integer.MAX_VALUE, 1L << 31, 1L << 40, Long.MAX_VALUE, Long.MIN_VALUE
  };

  private static StoredStatistics numbers() {
    return sparse(23, attribute(Datatype.INT32).nullable(true)).tile(1, 2, 3, 0).tile(4, 5, 6, 1);
  }

  private static StoredStatistics strings() {
    return sparse(23, attribute(Datatype.STRING_ASCII).cellValNum(Attribute.VAR).nullable(true))
        .tile(text("a"), text("bc"), 0, 0)
        .tile(text("d"), text("ef"), 0, 1)
        .whole(text("a"), text("ef"), 0, 1);
  }

  @Test
  void refusesMinimaThatAreNotOneATile() {
    Slice bounds =
        TileBoundsFormat.encode(new TileBounds(Slice.of(new byte[12]), Slice.EMPTY), CURRENT);
    refuses(CorruptDataException.class, () -> numbers().replace(Part.MINS, bounds).ofAttribute());
  }

  @Test
  void refusesStringsThatBeginBeforeTheOneBefore() {
    Slice offsets =
        Slice.of(
            ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN).putLong(2).putLong(1).array());
    Slice bounds = TileBoundsFormat.encode(new TileBounds(offsets, text("abc")), CURRENT);
    refuses(CorruptDataException.class, () -> strings().replace(Part.MAXES, bounds).ofAttribute());
  }

  @Test
  void refusesSumsThatAreNotOneATile() {
    Slice sums = TileTableFormat.encode("tile sums", new long[3], CURRENT);
    refuses(CorruptDataException.class, () -> numbers().replace(Part.SUMS, sums).ofAttribute());
  }

  @Test
  void refusesValuesOfWholeFragmentsOfAnotherSize() {
    refuses(
        CorruptDataException.class,
        () -> numbers().whole(text("abc"), text("abcd"), 0, 0).ofFragment());
  }

  @Test
  void damagedTablesAreRefusedOrHarmless() {
    String given = System.getProperty("azulejo.seed", "");
    long seed = given.isEmpty() ? 20261121 : Long.parseLong(given);
    System.out.println("damaged statistics: -Dazulejo.seed=" + seed);
    Random random = new Random(seed);
    int refused = 0;
    int harmless = 0;
    for (int round = 0; round < TestLayer.cases(4000, 500); round++) {
      boolean text = random.nextBoolean();
      StoredStatistics stored = text ? strings() : numbers();
      Part part = Part.values()[random.nextInt(Part.values().length)];
      byte[] content = stored.sections(CURRENT).get(part).toBytes();
      stored.replace(part, Slice.of(damaged(content, random)));
      try {
        askEverything(stored.ofAttribute(), 2, text);
        askEverything(stored.ofFragment(), 1, text);
        askEverything(stored.ofDimension(), 2, false);
        harmless++;
      } catch (CorruptDataException | UnsupportedFormatException e) {
        assertThat(e).hasMessageContaining("__fragment_metadata.tdb");
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(TestLayer.cases(500, 60));
    assertThat(harmless).isGreaterThan(TestLayer.cases(500, 60));
  }

  private static byte[] damaged(byte[] content, Random random) {
    byte[] bytes = content.clone();
    switch (random.nextInt(3)) {
      case 0 -> {
        int at = 8 * random.nextInt((bytes.length + 7) / 8);
        Slice number = value(Datatype.INT64, NUMBERS[random.nextInt(NUMBERS.length)]);
        System.arraycopy(number.toBytes(), 0, bytes, at, Math.min(8, bytes.length - at));
      }
      case 1 -> bytes[random.nextInt(bytes.length)] ^= (byte) (1 + random.nextInt(255));
      default -> bytes = Arrays.copyOf(bytes, random.nextInt(2 * bytes.length));
    }
    return bytes;
  }

  private static void askEverything(TileStatistics statistics, int tiles, boolean text) {
    for (int tile = 0; tile < tiles; tile++) {
      statistics.noNulls(tile);
      statistics.onlyNulls(tile);
      if (statistics.hasBounds(tile) && text) {
        Slice above = statistics.above(tile).orElseThrow();
        assertThat(statistics.low(tile).compareTo(above)).isNegative();
      } else if (statistics.hasBounds(tile)) {
        assertThat(statistics.lowBits(tile)).isLessThanOrEqualTo(statistics.highBits(tile));
      }
      if (statistics.exactMin(tile)) {
        assertThat(text || statistics.minBits(tile) == statistics.lowBits(tile)).isTrue();
        assertThat(!text || statistics.min(tile).equals(statistics.low(tile))).isTrue();
      }
      if (statistics.exactMax(tile)) {
        assertThat(statistics.maxBits(tile)).isEqualTo(statistics.highBits(tile));
      }
      if (statistics.exactSum(tile)) {
        statistics.sumBits(tile);
      }
      if (statistics.exactNullCount(tile)) {
        assertThat(statistics.nullCount(tile)).isBetween(0L, 20L);
      }
    }
  }
}
