package io.azulejo.internal.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.runtime.LittleEndian;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tiles that are read window by window, compared with tiles that are there whole. */
class ChunkWindowTest {
  private static final int CELL = Long.BYTES;

  private final Scratch scratch = new Scratch();
  private long bytesRead;

  /** The array of windows; sometimes the same one serves for several. */
  private byte[] array = new byte[0];

  private byte[] array(int length) {
    if (array.length < length) {
      array = new byte[length];
    }
    return array;
  }

  /** Decodes the bytes of a tile from one to another through a window. */
  private byte[] decode(TileCodec codec, byte[] stored, long size, int from, int until, int max) {
    bytesRead = 0;
    ChunkWindow window =
        new ChunkWindow(
            (position, target, offset, length) -> {
              bytesRead += length;
              System.arraycopy(stored, (int) position, target, offset, length);
            },
            from % 2 == 0 ? this::array : byte[]::new,
            stored.length,
            size,
            max);
    byte[] decoded = new byte[until - from];
    int at = from;
    while (at < until) {
      Chunks chunks = window.next(at, until);
      for (int i = 0; i < chunks.count(); i++) {
        int start = (int) chunks.start(i);
        int end = (int) chunks.start(i + 1);
        assertThat(start).isLessThanOrEqualTo(at);
        byte[] chunk = new byte[end - start];
        codec.decodeChunk(chunks, i, chunk, 0, scratch);
        int upTo = Math.min(end, until);
        System.arraycopy(chunk, at - start, decoded, at - from, upTo - at);
        at = upTo;
      }
    }
    return decoded;
  }

  private static TileCodec codec(Random random) {
    FilterPipeline filters =
        switch (random.nextInt(4)) {
          case 0 -> FilterPipeline.EMPTY;
          case 1 -> FilterPipeline.of(Filter.zstd(1));
          case 2 -> FilterPipeline.of(Filter.byteShuffle(), Filter.lz4().withLevel(1));
          default -> FilterPipeline.of(Filter.md5());
        };
    return TileCodec.of(new TileSpec(filters, Datatype.INT64, CELL, false), Optional.empty());
  }

  private static byte[] tile(Random random, int cells) {
    byte[] tile = new byte[cells * CELL];
    for (int i = 0; i < cells; i++) {
      LittleEndian.putLong(tile, i * CELL, random.nextInt(1000));
    }
    return tile;
  }

  @Test
  void anyBytesOfATileComeThroughAnyWindow() {
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      TileCodec codec = codec(random);
      byte[] tile = tile(random, 1 + random.nextInt(60_000));
      byte[] stored = codec.encode(Slice.of(tile), scratch).toBytes();
      for (int i = 0; i < 10; i++) {
        int from = random.nextInt(tile.length);
        int until = from + 1 + random.nextInt(tile.length - from);
        int max = 1 << random.nextInt(20);
        assertThat(decode(codec, stored, tile.length, from, until, max))
            .as("seed %d", seed)
            .isEqualTo(Arrays.copyOfRange(tile, from, until));
        assertThat(bytesRead).as("no byte is read twice").isLessThanOrEqualTo(stored.length);
      }
    }
  }

  @Test
  void oneCellOfALargeTileTakesTheBytesOfItsChunk() {
    TileCodec codec =
        TileCodec.of(
            new TileSpec(FilterPipeline.of(Filter.md5()), Datatype.INT64, CELL, false),
            Optional.empty());
    byte[] tile = tile(new Random(1), 1 << 20);
    byte[] stored = codec.encode(Slice.of(tile), scratch).toBytes();

    int from = 100 * 65_536;
    assertThat(decode(codec, stored, tile.length, from, from + CELL, 1 << 19))
        .isEqualTo(Arrays.copyOfRange(tile, from, from + CELL));
    assertThat(bytesRead).isLessThan(stored.length / 8);
  }

  @Test
  void brokenBytesAreRefusedAndTilesCutShortAlways() {
    int refused = 0;
    for (int seed = 0; seed < 2000; seed++) {
      Random random = new Random(seed);
      TileCodec codec = codec(random);
      byte[] tile = tile(random, 1 + random.nextInt(30_000));
      byte[] stored = codec.encode(Slice.of(tile), scratch).toBytes();
      int max = 1 << random.nextInt(18);
      boolean cut = random.nextInt(3) == 0;
      byte[] broken = cut ? Arrays.copyOf(stored, random.nextInt(stored.length)) : stored.clone();
      for (int i = 0; !cut && i < 3; i++) {
        broken[random.nextInt(Math.min(64, broken.length))] = (byte) random.nextInt(256);
      }
      try {
        decode(codec, broken, tile.length, 0, tile.length, max);
        assertThat(cut).as("a tile cut short is decoded, seed %d", seed).isFalse();
      } catch (CorruptDataException e) {
        assertThat(e).hasMessageContaining("filtered tile");
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(1500);
  }

  @Test
  void aTileOfAnotherSizeIsRefused() {
    TileCodec codec =
        TileCodec.of(
            new TileSpec(FilterPipeline.EMPTY, Datatype.INT64, CELL, false), Optional.empty());
    byte[] tile = tile(new Random(1), 20_000);
    byte[] stored = codec.encode(Slice.of(tile), scratch).toBytes();

    assertThatThrownBy(
            () -> decode(codec, stored, tile.length + CELL, 0, tile.length + CELL, 1 << 19))
        .isInstanceOf(CorruptDataException.class)
        .hasMessageContaining("they hold 160000 bytes, but the tile has 160008");
    assertThatThrownBy(
            () -> decode(codec, stored, tile.length - CELL, 0, tile.length - CELL, 1 << 19))
        .isInstanceOf(CorruptDataException.class)
        .hasMessageContaining("but the tile has");
  }
}
