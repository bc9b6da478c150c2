package io.azulejo.webp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.filter.Scratch;
import io.azulejo.internal.filter.TileCodec;
import io.azulejo.internal.filter.TileSpec;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Filter;
import io.azulejo.schema.Filter.PixelFormat;
import io.azulejo.schema.FilterPipeline;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class WebpImagesTest {
  private static final long SEED = seed();
  private static final int MUTATIONS = 3000;

  private static long seed() {
    String given = System.getProperty("azulejo.seed", "");
    long seed = given.isEmpty() ? 20240607 : Long.parseLong(given);
    System.out.println("-Dazulejo.seed=" + seed);
    return seed;
  }

  /** An image of some kind. */
  record Image(String name, int width, int height, int[] pixels) {
    @Override
    public String toString() {
      return name + " " + width + " x " + height;
    }
  }

  static Stream<Image> images() {
    Random random = new Random(SEED);
    int[][] sizes = {{1, 1}, {1, 40}, {37, 1}, {2, 3}, {64, 64}, {257, 33}, {530, 600}};
    return Arrays.stream(sizes)
        .flatMap(
            size ->
                Stream.of(
                    image("noise", size, random, i -> random.nextInt()),
                    image("opaque noise", size, random, i -> random.nextInt() | 0xff000000),
                    image("one colour", size, random, i -> 0xff336699),
                    image(
                        "two colours", size, random, i -> random.nextInt(9) > 0 ? -1 : 0xff000000),
                    image("four colours", size, random, i -> random.nextInt(4) * 0x10204080),
                    image("a dozen colours", size, random, i -> random.nextInt(12) * 0x01234567),
                    image("200 colours", size, random, i -> random.nextInt(200) * 0x01030507),
                    image(
                        "a slope",
                        size,
                        random,
                        i -> 0xff000000 | i % size[0] * 0x010203 + i / size[0] * 0x020101),
                    image("invisible", size, random, i -> random.nextInt() & 0xffffff)));
  }

  private static Image image(String name, int[] size, Random random, IntUnaryOperator pixel) {
    return new Image(
        name, size[0], size[1], IntStream.range(0, size[0] * size[1]).map(pixel).toArray());
  }

  @ParameterizedTest
  @MethodSource("images")
  void libwebpAndJavaDecodeEachOthersLosslessImages(Image image) throws IOException {
    byte[] byLibrary =
        Libwebp.encode(image.pixels.clone(), image.width, image.height, true, true, 100);
    byte[] byJava = LosslessEncoder.encode(image.pixels, image.width, image.height, true);
    assertThat(LosslessDecoder.decode(byLibrary, image.width, image.height))
        .isEqualTo(image.pixels);
    assertThat(Libwebp.decode(byJava, image.width, image.height)).isEqualTo(image.pixels);
    assertThat(LosslessDecoder.decode(byJava, image.width, image.height)).isEqualTo(image.pixels);
    assertThat(Libwebp.decode(byLibrary, image.width, image.height)).isEqualTo(image.pixels);
  }

  @ParameterizedTest
  @EnumSource(value = PixelFormat.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void keepsAllBytesOfLosslessTiles(PixelFormat format) {
    Random random = new Random(SEED);
    byte[] pixels = new byte[16 * 84];
    random.nextBytes(pixels);
    TileCodec codec = codec(Filter.webp(100, format, true, 16, 84));
    Scratch scratch = new Scratch();
    Slice filtered = codec.encode(Slice.of(pixels), scratch);
    byte[] decoded = new byte[pixels.length];
    codec.decode(filtered, decoded, 0, decoded.length, scratch);
    assertThat(decoded).isEqualTo(pixels);
  }

  @ParameterizedTest
  @EnumSource(value = PixelFormat.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void staysNearTheBytesOfLossyTiles(PixelFormat format) {
    int depth = Pixels.hasAlpha(format) ? 4 : 3;
    byte[] pixels = new byte[48 * 60 * depth];
    for (int i = 0; i < pixels.length; i++) {
      int x = i / depth % 60;
      int y = i / depth / 60;
      pixels[i] = (byte) (i % depth == 3 ? 255 : 40 + 2 * x + y + 20 * (i % depth));
    }
    TileCodec codec = codec(Filter.webp(90, format, false, 48, 60 * depth));
    Scratch scratch = new Scratch();
    Slice filtered = codec.encode(Slice.of(pixels), scratch);
    byte[] decoded = new byte[pixels.length];
    codec.decode(filtered, decoded, 0, decoded.length, scratch);
    assertThat(filtered.length()).isLessThan(pixels.length / 4);
    for (int i = 0; i < pixels.length; i++) {
      assertThat(decoded[i] & 0xff).isBetween((pixels[i] & 0xff) - 12, (pixels[i] & 0xff) + 12);
    }
  }

  @Test
  void refusesTilesThatAreNoImage() {
    TileCodec codec = codec(Filter.webp(100, PixelFormat.RGB, true, 16, 84));
    assertThatThrownBy(() -> codec.encode(Slice.of(new byte[99]), new Scratch()))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("WEBP encodes tiles of 16 rows of 84 bytes, but gets 99 bytes");
    TileCodec odd = codec(Filter.webp(100, PixelFormat.RGBA, true, 16, 85));
    assertThatThrownBy(() -> odd.encode(Slice.of(new byte[16 * 85]), new Scratch()))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("as images of RGBA, whose pixels have 4 bytes");
  }

  @Test
  void refusesAnImageOfAnotherSize() {
    Scratch scratch = new Scratch();
    Slice filtered =
        codec(Filter.webp(100, PixelFormat.RGB, true, 10, 30))
            .encode(Slice.of(new byte[300]), scratch);
    TileCodec other = codec(Filter.webp(100, PixelFormat.RGB, true, 5, 60));
    assertThatThrownBy(() -> other.decode(filtered, new byte[300], 0, 300, scratch))
        .isInstanceOf(CorruptDataException.class)
        .hasMessageContaining("the image has 10 x 10 pixels (expected 20 x 5)");
  }

  @Test
  void meetsDamagedLosslessImagesWithOneExceptionOrWithPixels() {
    Random random = new Random(SEED);
    Image image = images().filter(i -> i.toString().startsWith("200 colours 64")).findFirst().get();
    byte[] whole = Libwebp.encode(image.pixels.clone(), image.width, image.height, true, true, 100);
    int refused = 0;
    for (int i = 0; i < MUTATIONS; i++) {
      byte[] damaged = whole.clone();
      if (random.nextInt(4) == 0) {
        damaged = Arrays.copyOf(damaged, random.nextInt(damaged.length));
      }
      for (int flips = random.nextInt(4); flips >= 0 && damaged.length > 0; flips--) {
        int at =
            random.nextInt(random.nextBoolean() ? damaged.length : Math.min(damaged.length, 80));
        damaged[at] ^= (byte) (1 << random.nextInt(8));
      }
      try {
        int[] pixels = LosslessDecoder.decode(damaged, image.width, image.height);
        assertThat(pixels).hasSize(image.pixels.length);
      } catch (IOException e) {
        refused++;
        assertThat(e).hasMessageMatching("[^\\n]{10,}");
      }
    }
    assertThat(refused).isBetween(MUTATIONS / 10, MUTATIONS);
  }

  private static TileCodec codec(Filter webp) {
    return TileCodec.of(
        new TileSpec(FilterPipeline.of(webp), Datatype.UINT8, 1, false), Optional.empty());
  }
}
