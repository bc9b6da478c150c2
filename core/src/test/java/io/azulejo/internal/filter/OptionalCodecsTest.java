package io.azulejo.internal.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.error.UnsupportedFormatException;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Filters whose libraries are absent name the jar that they need. */
class OptionalCodecsTest {
  /** Run in a JVM of its own, without the jars: prints what the filters say. */
  static final class Messages {
    private Messages() {}

    private interface Act {
      void run() throws MalformedException;
    }

    public static void main(String[] arguments) {
      byte[] bytes = new byte[100];
      byte[] target = new byte[2000];
      Scratch scratch = new Scratch();
      Compressor bzip2 = new Bzip2Compressor(1);
      Compressor zstd = new ZstdCompressor(1);
      for (Act act :
          List.<Act>of(
              () -> bzip2.compress(bytes, 0, 100, target, 0, scratch),
              () -> bzip2.decompress(bytes, 0, 100, target, 0, 100, scratch),
              () -> zstd.compress(bytes, 0, 100, target, 0, scratch),
              () -> zstd.decompress(bytes, 0, 100, target, 0, 100, scratch))) {
        try {
          act.run();
        } catch (UnsupportedFormatException e) {
          System.out.println(e.getMessage());
        } catch (MalformedException e) {
          continue; // The library is there: it has rejected the bytes.
        }
      }
    }
  }

  @Test
  void namesTheJarThatIsMissing() throws IOException, InterruptedException {
    List<String> lines = run("-Dazulejo.zstd=java");

    assertThat(lines).hasSize(4);
    assertThat(lines.subList(0, 2)).allMatch(line -> line.contains(":commons-compress"));
    assertThat(lines.subList(2, 4)).allMatch(line -> line.contains(":aircompressor"));
  }

  @Test
  void zstdNeedsNoOptionalJarWhereTheNativeLibraryLoads() throws IOException, InterruptedException {
    assertThat(run("-Dazulejo.zstd=")).hasSize(2).allMatch(line -> line.startsWith("BZIP2"));
  }

  private static List<String> run(String option) throws IOException, InterruptedException {
    String classPath =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(
                entry -> !entry.contains("commons-compress") && !entry.contains("aircompressor"))
            .collect(Collectors.joining(File.pathSeparator));
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                option,
                "-cp",
                classPath,
                Messages.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    List<String> lines;
    try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
      lines = reader.lines().toList();
    }
    assertThat(process.waitFor()).isZero();
    return lines;
  }
}
