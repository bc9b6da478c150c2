package io.azulejo.internal.filter;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Damaged tiles end in one of two exceptions, or in as many bytes as were asked for. */
class HostileTilesTest {
  private static final int MUTATIONS_OF_EACH = TestLayer.cases(60, 10);
  private static final int MARGIN = 16;
  private static final byte CANARY = 0x5a;
  private static final int[] NUMBERS = {0, 1, 2, 255, 65535, 65536, Integer.MAX_VALUE, -1, -8};

  private final RandomTiles tiles = RandomTiles.seeded();
  private final Scratch scratch = new Scratch();
  private int refused;

  @Test
  void damagedTilesOfEveryFilterAreRefusedOrDecoded() {
    int tried = 0;
    for (Datatype type :
        List.of(Datatype.INT32, Datatype.UINT8, Datatype.FLOAT64, Datatype.INT64)) {
      for (Filter filter : RandomTiles.filters(type)) {
        byte[] values = tiles.values(type, 700, RandomTiles.shapeFor(filter, type));
        for (Filter outer : List.of(Filter.none(), Filter.lz4(), Filter.xor())) {
          TileSpec spec = new TileSpec(FilterPipeline.of(filter, outer), type, type.size(), false);
          tried += damage(TileCodec.of(spec, Optional.empty()), values);
        }
      }
    }
    assertThat(tried).isGreaterThan(85 * MUTATIONS_OF_EACH);
    assertThat(refused).isBetween(tried / 4, tried);
  }

  @Test
  void damagedTilesOfRandomPipelinesAreRefusedOrDecoded() {
    int tried = 0;
    for (int i = 0; i < 150; i++) {
      Datatype type = tiles.type();
      Shape shape = type.isFloatingPoint() ? Shape.SCALED : Shape.SORTED;
      byte[] values = tiles.values(type, 1 + tiles.random.nextInt(500), shape);
      TileSpec spec = new TileSpec(tiles.pipeline(type), type, type.size(), false);
      Optional<EncryptionKey> key =
          tiles.random.nextInt(5) == 0 ? Optional.of(tiles.key()) : Optional.empty();
      tried += damage(TileCodec.of(spec, key), values);
    }
    assertThat(tried).isGreaterThan(50 * MUTATIONS_OF_EACH);
    assertThat(refused).isBetween(tried / 4, tried);
  }

  @Test
  void damagedStringsAreRefusedOrDecoded() {
    byte[] strings = tiles.values(Datatype.STRING_ASCII, 900, Shape.RUNS);
    int[] offsets = tiles.offsets(900, 1, 5);
    int cells = offsets.length - 1;
    for (Filter filter : List.of(Filter.rle(), Filter.dictionary())) {
      for (Filter outer : List.of(Filter.none(), Filter.zstd(-1))) {
        TileCodec codec =
            TileCodec.of(
                new TileSpec(FilterPipeline.of(filter, outer), Datatype.STRING_ASCII, 1, true),
                Optional.empty());
        byte[] whole = codec.encodeVar(Slice.of(strings), offsets, cells, scratch).toBytes();
        for (int i = 0; i < 10 * MUTATIONS_OF_EACH; i++) {
          byte[] damaged = mutate(whole);
          byte[] target = new byte[strings.length];
          try {
            Chunks chunks = codec.chunks(Slice.of(damaged), target.length);
            int[] decoded = codec.decodeStrings(chunks, target, 0, cells, scratch);
            for (int cell = 0; cell < cells; cell++) {
              assertThat(decoded[cell]).isLessThanOrEqualTo(decoded[cell + 1]);
            }
            assertThat(decoded[cells]).isEqualTo(target.length);
            checkCodes(codec.decodeCodes(chunks, cells, scratch), target, decoded);
          } catch (CorruptDataException | UnsupportedFormatException e) {
            checkMessage(e);
          }
        }
      }
    }
    assertThat(refused).isGreaterThan(MUTATIONS_OF_EACH);
  }

  /** Checks that codes stand for the same strings, and need no more memory than the strings. */
  private static void checkCodes(StringCodes codes, byte[] strings, int[] offsets) {
    int[] starts = codes.offsets();
    assertThat(codes.data().length).isLessThanOrEqualTo(strings.length);
    assertThat(starts.length).isLessThanOrEqualTo(offsets.length);
    for (int cell = 0; cell < offsets.length - 1; cell++) {
      int code = codes.codes() == null ? cell : codes.codes()[cell];
      assertThat(Arrays.copyOfRange(codes.data(), starts[code], starts[code + 1]))
          .isEqualTo(Arrays.copyOfRange(strings, offsets[cell], offsets[cell + 1]));
    }
  }

  /** Damages a tile in many ways; gives how many. */
  private int damage(TileCodec codec, byte[] values) {
    byte[] whole;
    try {
      whole = codec.encode(Slice.of(values), scratch).toBytes();
    } catch (InvalidRequestException e) {
      return 0;
    }
    for (int i = 0; i < MUTATIONS_OF_EACH; i++) {
      byte[] damaged = mutate(whole);
      byte[] target = new byte[values.length + 2 * MARGIN];
      Arrays.fill(target, CANARY);
      try {
        codec.decode(Slice.of(damaged), target, MARGIN, values.length, scratch);
      } catch (CorruptDataException | UnsupportedFormatException e) {
        checkMessage(e);
      }
      for (int k = 0; k < MARGIN; k++) {
        assertThat(target[k]).isEqualTo(CANARY);
        assertThat(target[MARGIN + values.length + k]).isEqualTo(CANARY);
      }
    }
    return MUTATIONS_OF_EACH;
  }

  private void checkMessage(RuntimeException e) {
    refused++;
    assertThat(e).hasMessageMatching("(?s)corrupt filtered tile, field .*, offset \\d+: .{3,}");
  }

  /** Cuts bytes off, flips a bit or puts an unlikely number somewhere, near the start often. */
  private byte[] mutate(byte[] whole) {
    byte[] damaged = whole.clone();
    int at =
        tiles.random.nextInt(
            tiles.random.nextBoolean() ? Math.min(80, whole.length) : whole.length);
    switch (tiles.random.nextInt(4)) {
      case 0 -> damaged = Arrays.copyOf(whole, at);
      case 1 -> damaged[at] ^= (byte) (1 << tiles.random.nextInt(8));
      case 2 -> damaged[at] = (byte) tiles.random.nextInt();
      default -> {
        int field = Math.min(at & -4, whole.length - 4);
        LittleEndian.putInt(damaged, field, NUMBERS[tiles.random.nextInt(NUMBERS.length)]);
      }
    }
    return damaged;
  }

  @Test
  void aHugeNumberOfChunksIsRefusedBeforeAnythingIsAllocated() {
    byte[] tile = new byte[64];
    LittleEndian.putLong(tile, 0, 1L << 40);
    refuses(CorruptDataException.class, () -> plain().chunks(Slice.of(tile)));
  }

  @Test
  void bytesBehindTheLastChunkAreRefused() {
    byte[] tile = new byte[9];
    refuses(CorruptDataException.class, () -> plain().chunks(Slice.of(tile)));
  }

  @Test
  void anotherSizeThanExpectedIsRefused() {
    Slice filtered = plain().encode(Slice.of(new byte[40]), scratch);
    refuses(
        CorruptDataException.class, () -> plain().decode(filtered, new byte[44], 0, 44, scratch));
  }

  @Test
  void aPartThatSaysItIsHugeIsRefusedBeforeAnythingIsAllocated() {
    TileCodec codec =
        TileCodec.of(
            new TileSpec(
                FilterPipeline.of(Filter.delta(), Filter.zstd(-1)), Datatype.INT32, 4, false),
            Optional.empty());
    byte[] tile = codec.encode(Slice.of(new byte[400]), scratch).toBytes();
    // The parts of ZSTD: the metadata of DELTA, then its data.
    LittleEndian.putInt(tile, 8 + 12 + 8 + 8, Integer.MAX_VALUE);
    refuses(
        CorruptDataException.class,
        () -> codec.decode(Slice.of(tile), new byte[400], 0, 400, scratch));
  }

  @Test
  void aChangedByteUnderAChecksumIsRefused() {
    List<Filter> checksums = new ArrayList<>();
    checksums.add(Filter.md5());
    checksums.add(Filter.sha256());
    for (Filter checksum : checksums) {
      TileCodec codec =
          TileCodec.of(
              new TileSpec(FilterPipeline.of(checksum), Datatype.INT32, 4, false),
              Optional.empty());
      byte[] tile = codec.encode(Slice.of(new byte[400]), scratch).toBytes();
      tile[tile.length - 7] ^= 1;
      refuses(
          CorruptDataException.class,
          () -> codec.decode(Slice.of(tile), new byte[400], 0, 400, scratch));
    }
  }

  private static TileCodec plain() {
    return TileCodec.of(
        new TileSpec(FilterPipeline.EMPTY, Datatype.INT32, 4, false), Optional.empty());
  }
}
