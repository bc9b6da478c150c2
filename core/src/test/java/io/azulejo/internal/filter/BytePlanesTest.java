package io.azulejo.internal.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.runtime.LittleEndian;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.testkit.TestLayer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BytePlanesTest {
  private static final List<Datatype> TYPES =
      List.of(Datatype.UINT8, Datatype.INT16, Datatype.FLOAT32, Datatype.FLOAT64);

  private final RandomTiles tiles = RandomTiles.seeded();
  private final Random random = tiles.random;
  private final Scratch scratch = new Scratch();

  @Test
  void restoresTheSameValuesAsUnshufflingTheWholeChunk() {
    for (int i = 0; i < TestLayer.cases(20_000, 2_000); i++) {
      int size = new int[] {1, 2, 3, 4, 8}[random.nextInt(5)];
      int count = 1 + random.nextInt(random.nextBoolean() ? 20 : 300);
      int start = random.nextInt(10);
      byte[] shuffled = new byte[start + count * size + random.nextInt(3)];
      random.nextBytes(shuffled);
      byte[] plain = new byte[count * size];
      Shuffle.unshuffle(shuffled, start, plain, 0, plain.length, size);
      BytePlanes planes = new BytePlanes();
      planes.set(shuffled, start, count, size);
      int first = random.nextInt(count);
      int values = random.nextInt(count - first + 1);
      byte[] expected = Arrays.copyOfRange(plain, first * size, (first + values) * size);
      String what = "%d of %d values of %d bytes from %d".formatted(values, count, size, first);
      int at = random.nextInt(5);
      byte[] bytes = new byte[at + expected.length + 1];
      planes.bytes(first, values, bytes, at);
      assertThat(Arrays.copyOfRange(bytes, at, at + expected.length)).as(what).isEqualTo(expected);
      assertThat(bytes[bytes.length - 1]).as(what).isZero();
      assertThat(typed(planes, first, values, size, at)).as(what).isEqualTo(expected);
    }
  }

  /** Restores values to arrays of both types of a size, and returns their bytes. */
  private static byte[] typed(BytePlanes planes, int first, int values, int size, int at) {
    byte[] out = new byte[values * size];
    if (size == 8) {
      long[] longs = new long[at + values];
      double[] doubles = new double[at + values];
      planes.longs(first, values, longs, at);
      planes.doubles(first, values, doubles, at);
      for (int i = 0; i < values; i++) {
        LittleEndian.putLong(out, i * 8, longs[at + i]);
        assertThat(Double.doubleToRawLongBits(doubles[at + i])).isEqualTo(longs[at + i]);
      }
    } else if (size == 4) {
      int[] ints = new int[at + values];
      float[] floats = new float[at + values];
      planes.ints(first, values, ints, at);
      planes.floats(first, values, floats, at);
      for (int i = 0; i < values; i++) {
        LittleEndian.putInt(out, i * 4, ints[at + i]);
        assertThat(Float.floatToRawIntBits(floats[at + i])).isEqualTo(ints[at + i]);
      }
    } else if (size == 2) {
      short[] shorts = new short[at + values];
      planes.shorts(first, values, shorts, at);
      for (int i = 0; i < values; i++) {
        LittleEndian.putShort(out, i * 2, shorts[at + i]);
      }
    } else {
      planes.bytes(first, values, out, 0);
    }
    return out;
  }

  @Test
  void chunksDecodeToTheSameBytesWithPlanesAsWithout() {
    int transposed = 0;
    for (int i = 0; i < TestLayer.cases(400, 60); i++) {
      Datatype type = TYPES.get(random.nextInt(TYPES.size()));
      TileCodec codec = codec(type, pipeline());
      byte[] values =
          tiles.values(type, 1 + random.nextInt(150_000 / type.size()), RandomTiles.Shape.NOISE);
      Chunks chunks = codec.chunks(codec.encode(Slice.of(values), scratch));
      for (int c = 0; c < chunks.count(); c++) {
        int length = (int) (chunks.start(c + 1) - chunks.start(c));
        byte[] target = new byte[length];
        BytePlanes planes = new BytePlanes();
        if (codec.decodeChunk(chunks, c, planes, target, scratch) == null) {
          transposed++;
          planes.bytes(0, length / planes.size(), target, 0);
        }
        int start = (int) chunks.start(c);
        assertThat(target).isEqualTo(Arrays.copyOfRange(values, start, start + length));
      }
    }
    assertThat(transposed).isPositive();
  }

  @Test
  void damagedChunksFailAlikeWithPlanesAndWithout() {
    int refused = 0;
    for (int i = 0; i < TestLayer.cases(20_000, 3_000); i++) {
      Datatype type = TYPES.get(random.nextInt(TYPES.size()));
      TileCodec codec = codec(type, pipeline());
      byte[] values = tiles.values(type, 1 + random.nextInt(100), RandomTiles.Shape.NOISE);
      byte[] stored = codec.encode(Slice.of(values), scratch).toBytes();
      for (int changes = random.nextInt(3); changes >= 0; changes--) {
        int at = Long.BYTES + random.nextInt(Math.min(60, stored.length - Long.BYTES));
        stored[at] = (byte) (random.nextBoolean() ? random.nextInt(4) : random.nextInt());
      }
      String plain = decoded(codec, stored, null);
      assertThat(decoded(codec, stored, new BytePlanes())).isEqualTo(plain);
      refused += plain.startsWith("refused") ? 1 : 0;
    }
    assertThat(refused).isPositive();
  }

  /** Returns the values of the first chunk or the message of the exception. */
  private String decoded(TileCodec codec, byte[] stored, BytePlanes planes) {
    try {
      Chunks chunks = codec.chunks(Slice.of(stored));
      long length = chunks.count() == 0 ? 0 : chunks.start(1);
      if (chunks.count() == 0 || length > 1 << 20) {
        return "not decoded";
      }
      byte[] target = new byte[(int) length];
      if (planes == null) {
        codec.decodeChunk(chunks, 0, target, 0, scratch);
      } else if (codec.decodeChunk(chunks, 0, planes, target, scratch) == null) {
        planes.bytes(0, target.length / planes.size(), target, 0);
      }
      return Arrays.toString(target);
    } catch (CorruptDataException e) {
      return "refused: " + e.getMessage();
    }
  }

  private FilterPipeline pipeline() {
    return switch (random.nextInt(6)) {
      case 0 -> FilterPipeline.of(Filter.byteShuffle());
      case 1 -> FilterPipeline.of(Filter.byteShuffle(), Filter.lz4());
      case 2 -> FilterPipeline.of(Filter.byteShuffle(), Filter.zstd(1));
      case 3 -> FilterPipeline.of(Filter.byteShuffle(), Filter.byteShuffle());
      case 4 -> FilterPipeline.of(Filter.md5(), Filter.byteShuffle());
      default -> FilterPipeline.of(Filter.lz4(), Filter.byteShuffle());
    };
  }

  private static TileCodec codec(Datatype type, FilterPipeline pipeline) {
    return TileCodec.of(new TileSpec(pipeline, type, type.size(), false), Optional.empty());
  }
}
