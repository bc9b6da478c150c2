package io.azulejo.internal.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.filter.RandomTiles.Shape;
import io.azulejo.internal.runtime.LittleEndian;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.testkit.TestLayer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.crypto.AEADBadTagException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every filter gives back what it was given. */
class FilterContractTest {
  private static final int CHUNK = 65536;
  private static final int MARGIN = 24;
  private static final byte CANARY = 0x5a;

  private final RandomTiles tiles = RandomTiles.seeded();
  private final Scratch scratch = new Scratch();

  /** All types; in the short layer one for each way in which filters see values. */
  static Stream<Datatype> types() {
    return TestLayer.FULL
        ? Stream.of(Datatype.values())
        : Stream.of(
            Datatype.INT8,
            Datatype.UINT16,
            Datatype.INT32,
            Datatype.INT64,
            Datatype.FLOAT32,
            Datatype.FLOAT64,
            Datatype.STRING_UTF8,
            Datatype.DATETIME_MS);
  }

  @ParameterizedTest
  @MethodSource("types")
  void everyFilterGivesBackValuesOfEveryTypeAtTheBordersOfChunks(Datatype type) {
    int chunk = CHUNK / type.size();
    for (Filter filter : RandomTiles.filters(type)) {
      for (int cells :
          (TestLayer.FULL
              ? new int[] {0, 1, 2, 9, chunk - 1, chunk, chunk + 1}
              : new int[] {0, 9, chunk + 1})) {
        byte[] values = tiles.values(type, cells, RandomTiles.shapeFor(filter, type));
        roundTrip(new TileSpec(FilterPipeline.of(filter), type, type.size(), false), values);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("types")
  void everyFilterGivesBackCellsOfSeveralValues(Datatype type) {
    for (Filter filter : RandomTiles.filters(type)) {
      byte[] values = tiles.values(type, 3 * 7001, RandomTiles.shapeFor(filter, type));
      roundTrip(new TileSpec(FilterPipeline.of(filter), type, 3 * type.size(), false), values);
    }
  }

  @ParameterizedTest
  @MethodSource("types")
  void everyFilterGivesBackCellsOfVariableSize(Datatype type) {
    for (Filter filter : RandomTiles.filters(type)) {
      for (int count : new int[] {0, 1, 50, 200_000 / type.size()}) {
        byte[] values = tiles.values(type, count, RandomTiles.shapeFor(filter, type));
        int[] offsets = tiles.offsets(count, type.size(), count > 1000 ? 5000 : 7);
        TileSpec spec = new TileSpec(FilterPipeline.of(filter), type, type.size(), false);
        TileCodec codec = TileCodec.of(spec, Optional.empty());
        Slice filtered = codec.encodeVar(Slice.of(values), offsets, offsets.length - 1, scratch);
        decodesTo(codec, filtered, values);
      }
    }
  }

  @Test
  void encryptionGivesBackWhatEveryFilterMade() {
    EncryptionKey key = tiles.key();
    for (Filter filter : RandomTiles.filters(Datatype.INT32)) {
      byte[] values =
          tiles.values(Datatype.INT32, 20_000, RandomTiles.shapeFor(filter, Datatype.INT32));
      TileSpec spec = new TileSpec(FilterPipeline.of(filter), Datatype.INT32, 4, false);
      TileCodec codec = TileCodec.of(spec, Optional.of(key));
      decodesTo(codec, codec.encode(Slice.of(values), scratch), values);
    }
  }

  @Test
  void anotherKeyIsRefusedWithAHint() {
    byte[] values = tiles.values(Datatype.INT32, 100, Shape.NOISE);
    TileSpec spec = new TileSpec(FilterPipeline.EMPTY, Datatype.INT32, 4, false);
    Slice filtered = TileCodec.of(spec, Optional.of(tiles.key())).encode(Slice.of(values), scratch);
    TileCodec other = TileCodec.of(spec, Optional.of(tiles.key()));
    assertThatThrownBy(() -> other.decode(filtered, new byte[400], 0, 400, scratch))
        .isInstanceOf(CorruptDataException.class)
        .hasMessageContaining("chunk[0].AES_256_GCM.part[0].tag, offset 8")
        .hasMessageContaining("or the key is wrong")
        .hasCauseInstanceOf(AEADBadTagException.class);
  }

  @ParameterizedTest
  @MethodSource("types")
  void randomPipelinesGiveBackWhatTheyDoNotRefuse(Datatype type) {
    int refused = 0;
    int rounds = TestLayer.cases(60, 30);
    for (int i = 0; i < rounds; i++) {
      FilterPipeline pipeline = tiles.pipeline(type);
      Shape shape =
          type.isFloatingPoint()
              ? Shape.SCALED
              : tiles.random.nextBoolean() ? Shape.SORTED : Shape.WALK;
      int cells = tiles.random.nextInt(8) == 0 ? 30_000 : tiles.random.nextInt(2000);
      byte[] values = tiles.values(type, cells, shape);
      try {
        roundTrip(new TileSpec(pipeline, type, type.size(), false), values);
      } catch (InvalidRequestException e) {
        refused++;
        assertThat(e)
            .as("%s of %s", pipeline, type)
            .hasMessageMatching(
                ".*(make it the first filter|choose another|instead|reinterpret).*|SCALE_FLOAT"
                    + " applies to values.*");
      }
    }
    assertThat(refused).isLessThan(rounds / 2);
  }

  @Test
  void everyFilterOfTheSchemaIsKnown() {
    List<Filter> samples =
        List.of(
            Filter.none(),
            Filter.gzip(1),
            Filter.zstd(1),
            Filter.lz4().withLevel(1),
            Filter.rle().withLevel(1),
            Filter.bzip2(1),
            Filter.doubleDelta().withLevel(1),
            Filter.delta().withLevel(1),
            Filter.dictionary().withLevel(1),
            Filter.bitWidthReduction(),
            Filter.positiveDelta(256),
            Filter.bitShuffle(),
            Filter.byteShuffle(),
            Filter.xor(),
            Filter.scaleFloat(1, 0, 4),
            Filter.md5(),
            Filter.sha256(),
            Filter.webp(100, Filter.PixelFormat.RGB, true, 1, 3),
            Filter.aes256Gcm());
    assertThat(samples).extracting(Filter::type).containsExactlyInAnyOrder(Filter.Type.values());
    for (Filter filter : samples) {
      TileSpec spec = new TileSpec(FilterPipeline.of(filter), Datatype.INT32, 4, false);
      assertThat(TileCodec.of(spec, Optional.empty()).spec()).isEqualTo(spec);
    }
  }

  @Test
  void everyFilterIsDescribed() throws IOException {
    Path root = Path.of(System.getProperty("azulejo.root", "")).toAbsolutePath();
    while (!Files.exists(root.resolve("docs/filters.md"))) {
      root = root.getParent();
    }
    String headings =
        Files.readAllLines(root.resolve("docs/filters.md")).stream()
            .filter(line -> line.startsWith("### "))
            .map(line -> line.replaceAll("[^A-Z0-9_,]", ""))
            .collect(Collectors.joining(","));
    assertThat(headings.split(","))
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(Filter.Type.values()).map(Enum::name).toList());
  }

  @Test
  void filtersThatDoNotFitTheTypeAreRefusedWithAWayOut() {
    refuses(
        Filter.doubleDelta(),
        Datatype.FLOAT64,
        "DOUBLE_DELTA applies to integers, not to FLOAT64; reinterpret the values as INT64");
    refuses(
        Filter.dictionary(),
        Datatype.CHAR,
        "DICTIONARY applies to ASCII and UTF-8 strings of variable size, not to CHAR");
    refuses(Filter.scaleFloat(1, 0, 4), Datatype.INT16, "SCALE_FLOAT applies to values of 4 or 8");
    refuses(Filter.scaleFloat(1, 0, 3), Datatype.FLOAT32, "1, 2, 4 or 8 bytes, not of 3");
    refuses(Filter.aes256Gcm(), Datatype.INT32, "open the array with its key");
    refuses(
        Filter.webp(100, Filter.PixelFormat.NONE, true, 1, 3),
        Datatype.UINT8,
        "set RGB, BGR, RGBA or BGRA");
  }

  private void refuses(Filter filter, Datatype type, String reason) {
    TileSpec spec = new TileSpec(FilterPipeline.of(filter), type, type.size(), false);
    TileCodec codec = TileCodec.of(spec, Optional.empty());
    byte[] values = new byte[80];
    assertThatThrownBy(() -> codec.encode(Slice.of(values), scratch))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining(reason);
    Slice filtered =
        TileCodec.of(new TileSpec(FilterPipeline.EMPTY, type, 1, false), Optional.empty())
            .encode(Slice.of(values), scratch);
    assertThatThrownBy(() -> codec.decode(filtered, new byte[80], 0, 80, scratch))
        .isInstanceOf(UnsupportedFormatException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void valuesThatWouldNotComeBackAreRefused() {
    refusesValues(
        Filter.positiveDelta(),
        Datatype.INT32,
        new long[] {5, 7, 3},
        "POSITIVE_DELTA cannot store values that decrease, as from 7 to 3");
    refusesValues(
        Filter.doubleDelta(),
        Datatype.INT64,
        new long[] {Long.MIN_VALUE, Long.MAX_VALUE, 0},
        "need more than 64 bits; choose another filter");
    refusesValues(
        Filter.doubleDelta(),
        Datatype.UINT64,
        new long[] {0, -1, 0},
        "need more than 64 bits; choose another filter");
    refusesValues(
        Filter.scaleFloat(0.01, 0, 1),
        Datatype.FLOAT64,
        new long[] {Double.doubleToLongBits(2)},
        "SCALE_FLOAT cannot store the scaled value 200.0 in an integer of 1 bytes");
    refusesValues(
        Filter.bitWidthReduction(4),
        Datatype.INT64,
        new long[] {1, 2},
        "BIT_WIDTH_REDUCTION has a window of 4 bytes, less than a value of 8 bytes");
    refusesValues(Filter.gzip(10), Datatype.INT64, new long[] {1}, "GZIP level 10 is out of range");
    refusesValues(
        Filter.bzip2(10), Datatype.INT64, new long[] {1}, "BZIP2 level 10 is out of range");
  }

  private void refusesValues(Filter filter, Datatype type, long[] values, String reason) {
    byte[] bytes = new byte[values.length * type.size()];
    for (int i = 0; i < values.length; i++) {
      LittleEndian.put(bytes, i * type.size(), type.size(), values[i]);
    }
    TileSpec spec = new TileSpec(FilterPipeline.of(filter), type, type.size(), false);
    TileCodec codec = TileCodec.of(spec, Optional.empty());
    assertThatThrownBy(() -> codec.encode(Slice.of(bytes), scratch))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void scalingRoundsHalvesAwayFromZeroAndKeepsWhatIsNoNumber() {
    double[] given = {0.5, 1.5, 2.5, -0.5, -2.5, 0.49999999999999994, Double.NaN, -128, 127};
    byte[] bytes = new byte[given.length * 8];
    for (int i = 0; i < given.length; i++) {
      LittleEndian.putLong(bytes, i * 8, Double.doubleToLongBits(given[i]));
    }
    TileSpec spec =
        new TileSpec(FilterPipeline.of(Filter.scaleFloat(1, 0, 4)), Datatype.FLOAT64, 8, false);
    Slice filtered = TileCodec.of(spec, Optional.empty()).encode(Slice.of(bytes), scratch);
    int[] stored = new int[given.length];
    Arrays.setAll(stored, i -> filtered.getInt(filtered.length() - 4 * (given.length - i)));
    assertThat(stored).containsExactly(1, 2, 3, -1, -3, 0, Integer.MIN_VALUE, -128, 127);
  }

  private void roundTrip(TileSpec spec, byte[] values) {
    TileCodec codec = TileCodec.of(spec, Optional.empty());
    // Where the values do not begin at the start of their array.
    byte[] padded = new byte[values.length + 2 * MARGIN];
    System.arraycopy(values, 0, padded, MARGIN, values.length);
    Slice filtered = codec.encode(Slice.of(padded, MARGIN, values.length), scratch);
    decodesTo(codec, filtered, values);
  }

  private void decodesTo(TileCodec codec, Slice filtered, byte[] values) {
    byte[] target = new byte[values.length + 2 * MARGIN];
    Arrays.fill(target, CANARY);
    codec.decode(filtered, target, MARGIN, values.length, scratch);
    checkMargins(codec, target, values.length);
    assertThat(Arrays.copyOfRange(target, MARGIN, MARGIN + values.length))
        .as("%s", codec.spec())
        .isEqualTo(values);
    Chunks chunks = codec.chunks(filtered);
    for (int i = 0; i < chunks.count(); i++) {
      int size = (int) (chunks.start(i + 1) - chunks.start(i));
      byte[] chunk = new byte[size + 2 * MARGIN];
      Arrays.fill(chunk, CANARY);
      assertThat(codec.decodeChunk(chunks, i, chunk, MARGIN, scratch)).isEqualTo(size);
      checkMargins(codec, chunk, size);
      int start = (int) chunks.start(i);
      assertThat(Arrays.equals(chunk, MARGIN, MARGIN + size, values, start, start + size)).isTrue();
    }
  }

  private static void checkMargins(TileCodec codec, byte[] target, int length) {
    for (int i = 0; i < MARGIN; i++) {
      assertThat(target[i]).as("before the target: %s", codec.spec()).isEqualTo(CANARY);
      assertThat(target[MARGIN + length + i])
          .as("behind the target: %s", codec.spec())
          .isEqualTo(CANARY);
    }
  }
}
