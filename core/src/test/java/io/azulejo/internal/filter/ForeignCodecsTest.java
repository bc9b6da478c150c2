package io.azulejo.internal.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.internal.filter.RandomTiles.Shape;
import io.azulejo.schema.Datatype;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import net.jpountz.lz4.LZ4Factory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What one implementation compressed, another one decompresses. */
class ForeignCodecsTest {
  private final RandomTiles tiles = RandomTiles.seeded();
  private final Scratch scratch = new Scratch();

  static Stream<byte[]> samples() {
    RandomTiles tiles = RandomTiles.seeded();
    return Stream.of(1, 2, 100, 65536, 300_001)
        .flatMap(
            size ->
                Stream.of(
                    tiles.values(Datatype.UINT8, size, Shape.NOISE),
                    tiles.values(Datatype.UINT8, size, Shape.RUNS),
                    tiles.values(Datatype.UINT8, size, Shape.WALK),
                    new byte[size]));
  }

  @ParameterizedTest
  @MethodSource("samples")
  void zstdOfTheLibraryAndOfJavaUnderstandEachOther(byte[] bytes) throws MalformedException {
    assertThat(NativeZstd.AVAILABLE).isTrue();
    try (ZstdContext library = new NativeZstd();
        ZstdContext java = new JavaZstd()) {
      for (int level : new int[] {-7, -1, 1, 3, 9, 19}) {
        assertThat(through(library, java, bytes, level)).isEqualTo(bytes);
      }
      assertThat(through(java, library, bytes, 3)).isEqualTo(bytes);
    }
  }

  private static byte[] through(ZstdContext from, ZstdContext to, byte[] bytes, int level)
      throws MalformedException {
    byte[] compressed = new byte[(int) ZstdContext.bound(bytes.length)];
    int size = from.compress(bytes, 0, bytes.length, compressed, 0, compressed.length, level);
    byte[] back = new byte[bytes.length];
    assertThat(to.decompress(compressed, 0, size, back, 0, back.length)).isEqualTo(back.length);
    return back;
  }

  @ParameterizedTest
  @MethodSource("samples")
  void lz4OfTheLibraryAndOfJavaUnderstandEachOther(byte[] bytes) throws MalformedException {
    Compressor ours = new Lz4Compressor();
    byte[] compressed = compress(ours, bytes);
    LZ4Factory java = LZ4Factory.safeInstance();
    byte[] back = new byte[bytes.length];
    assertThat(java.safeDecompressor().decompress(compressed, 0, compressed.length, back, 0))
        .isEqualTo(bytes.length);
    assertThat(back).isEqualTo(bytes);
    assertThat(decompress(ours, java.fastCompressor().compress(bytes), bytes.length))
        .isEqualTo(bytes);
  }

  @ParameterizedTest
  @MethodSource("samples")
  void gzipIsAZlibStream(byte[] bytes) throws IOException, MalformedException {
    Compressor ours = new GzipCompressor(-1);
    byte[] compressed = compress(ours, bytes);
    assertThat(new InflaterInputStream(new ByteArrayInputStream(compressed)).readAllBytes())
        .isEqualTo(bytes);
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    try (DeflaterOutputStream out = new DeflaterOutputStream(stream)) {
      out.write(bytes);
    }
    assertThat(decompress(ours, stream.toByteArray(), bytes.length)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 9})
  void bzip2IsAStreamWithTheBlockSizeAsked(int level) throws MalformedException {
    byte[] bytes = tiles.values(Datatype.INT32, 70_000, Shape.WALK);
    Compressor ours = new Bzip2Compressor(level);
    byte[] compressed = compress(ours, bytes);
    assertThat(new String(compressed, 0, 4, StandardCharsets.US_ASCII))
        .isEqualTo("BZh" + Math.max(1, level));
    assertThat(decompress(ours, compressed, bytes.length)).isEqualTo(bytes);
  }

  private byte[] compress(Compressor compressor, byte[] bytes) {
    byte[] target = new byte[(int) compressor.bound(bytes.length)];
    int size = compressor.compress(bytes, 0, bytes.length, target, 0, scratch);
    return Arrays.copyOf(target, size);
  }

  private byte[] decompress(Compressor compressor, byte[] compressed, int size)
      throws MalformedException {
    byte[] back = new byte[size];
    compressor.decompress(compressed, 0, compressed.length, back, 0, size, scratch);
    return back;
  }

  /** Run in a JVM of its own: which ZSTD there is, and whether it works. */
  static final class WhichZstd {
    private WhichZstd() {}

    public static void main(String[] arguments) throws MalformedException {
      byte[] bytes =
          "the same again, the same again, the same again".getBytes(StandardCharsets.US_ASCII);
      byte[] compressed = new byte[(int) ZstdContext.bound(bytes.length)];
      byte[] back = new byte[bytes.length];
      try (ZstdContext zstd = Scratch.newZstd()) {
        int size = zstd.compress(bytes, 0, bytes.length, compressed, 0, compressed.length, -1);
        zstd.decompress(compressed, 0, size, back, 0, back.length);
        System.out.println(zstd.getClass().getSimpleName() + " " + Arrays.equals(bytes, back));
      }
    }
  }

  @Test
  void zstdIsThatOfTheLibraryWhereItLoads() throws IOException, InterruptedException {
    assertThat(run()).isEqualTo("NativeZstd true");
  }

  @Test
  void zstdIsThatOfJavaWhereTheLibraryCannotBeLoaded() throws IOException, InterruptedException {
    assertThat(run("-DZstdNativePath=/nonexistent/libzstd.so")).isEqualTo("JavaZstd true");
  }

  @Test
  void zstdIsThatOfJavaWhereThereIsNoRoomForTheLibrary() throws IOException, InterruptedException {
    assertThat(run("-DZstdTempFolder=/nonexistent")).isEqualTo("JavaZstd true");
  }

  @Test
  void zstdIsThatOfJavaWhereItIsAskedFor() throws IOException, InterruptedException {
    assertThat(run("-Dazulejo.zstd=java")).isEqualTo("JavaZstd true");
  }

  private static String run(String... options) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(options));
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), WhichZstd.class.getName()));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String output;
    try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
      output = String.join("\n", reader.lines().toList());
    }
    assertThat(process.waitFor()).isZero();
    return output;
  }
}
