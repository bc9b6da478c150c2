package io.azulejo.webp;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.schema.Filter.PixelFormat;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What works where libwebp cannot be loaded; in a JVM of its own. */
class WithoutLibwebpTest {
  /** The whole of the other JVM. */
  static final class Images {
    private Images() {}

    public static void main(String[] lossy) throws IOException {
      WebpImages images = new WebpImages();
      byte[] pixels = new byte[7 * 5 * 4];
      for (int i = 0; i < pixels.length; i++) {
        pixels[i] = (byte) (i * i);
      }
      byte[] image = images.encode(pixels, 0, PixelFormat.BGRA, 7, 5, true, 0);
      byte[] decoded = new byte[pixels.length];
      images.decode(image, PixelFormat.BGRA, 7, 5, decoded, 0);
      System.out.println(Libwebp.AVAILABLE + " " + Arrays.equals(pixels, decoded));
      try {
        images.encode(pixels, 0, PixelFormat.BGRA, 7, 5, false, 50);
      } catch (InvalidRequestException e) {
        System.out.println(e.getMessage());
      }
      try {
        images.decode(HexFormat.of().parseHex(lossy[0]), PixelFormat.BGRA, 7, 5, decoded, 0);
      } catch (UnsupportedFormatException e) {
        System.out.println(e.getMessage());
      }
    }
  }

  @Test
  void losslessImagesWorkAndLossyOnesAreRefusedWithTheReason()
      throws IOException, InterruptedException {
    byte[] lossy = Libwebp.encode(new int[7 * 5], 7, 5, true, false, 50);
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Dazulejo.webp=java");
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Images.class.getName()));
    command.add(HexFormat.of().formatHex(lossy));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    List<String> lines;
    try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
      lines = reader.lines().toList();
    }
    assertThat(process.waitFor()).isZero();
    assertThat(lines).hasSize(3);
    assertThat(lines.get(0)).isEqualTo("false true");
    assertThat(lines.get(1))
        .startsWith(
            "lossy WebP images need libwebp, whose native library cannot be loaded on this platform")
        .endsWith("; use a lossless filter");
    assertThat(lines.get(2))
        .startsWith(
            "lossy WebP images need libwebp, whose native library cannot be loaded on this platform");
  }
}
