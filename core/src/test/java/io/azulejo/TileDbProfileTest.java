package io.azulejo;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.StorageException;
import io.azulejo.error.UnsupportedFormatException;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Profiles of TileDB. */
class TileDbProfileTest {
  private static final String SAVED =
      """
      {
        "default": {
          "rest.server_address": "https://api.tiledb.com",
          "rest.token": "hunter2"
        },
        "staging": {
          "rest.password": "",
          "vfs.s3.aws_secret_access_key": "hunter3",
          "vfs.s3.region": "eu-west-1"
        },
        "version": 1
      }
      """;

  /** Run in a JVM of its own, without the jar of the library: prints the message of the failure. */
  static final class Message {
    private Message() {}

    public static void main(String[] arguments) {
      try {
        Azulejo.builder().profile("default", Path.of(arguments[0])).build();
      } catch (UnsupportedFormatException e) {
        System.out.println(e.getMessage());
      }
    }
  }

  @TempDir private Path folder;

  private void file(String content) throws IOException {
    Files.writeString(folder.resolve("profiles.json"), content);
  }

  private void requireRefusal(String content, String message) throws IOException {
    file(content);
    assertThatThrownBy(() -> TileDbProfile.read(folder, "p"))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("cannot read '" + folder.resolve("profiles.json") + "'")
        .hasMessageContaining(message)
        .hasMessageNotContaining("hunter")
        .hasNoCause();
  }

  @Test
  void readsTheSettingsOfOneProfile() throws IOException {
    file(SAVED);

    assertThat(TileDbProfile.read(folder, "staging"))
        .isEqualTo(
            Map.of(
                "rest.password", "",
                "vfs.s3.aws_secret_access_key", "hunter3",
                "vfs.s3.region", "eu-west-1"));
    assertThat(TileDbProfile.read(folder, TileDbProfile.DEFAULT_NAME))
        .containsOnlyKeys("rest.server_address", "rest.token");
    assertThat(TileDbProfile.defaultFolder())
        .isEqualTo(Path.of(System.getProperty("user.home"), ".tiledb"));
  }

  @Test
  void namesTheProfilesThatThereAre() throws IOException {
    file(SAVED);

    refuses(NotFoundException.class, () -> TileDbProfile.read(folder, "stagin"));
    refuses(NotFoundException.class, () -> TileDbProfile.read(folder, "version"));
    file("{}");
    refuses(() -> TileDbProfile.read(folder, "p"));
  }

  @Test
  void saysWhichFileCannotBeRead() throws IOException {
    refuses(NotFoundException.class, () -> TileDbProfile.read(folder, "p"));
    Files.createDirectory(folder.resolve("profiles.json"));
    assertThatThrownBy(() -> TileDbProfile.read(folder, "p")).isInstanceOf(StorageException.class);
  }

  @Test
  void saysWhereTheFileIsWrongWithoutItsValues() throws IOException {
    requireRefusal("", ", line 1, column 0: expected an object of profiles");
    requireRefusal("[1]", ", line 1, column 1: expected an object of profiles");
    requireRefusal("{\"p\": 5}", ", line 1, column 7: profile \"p\" is not an object");
    requireRefusal("{\"p\": {\"a\": 5}}", ", column 13: the value of \"a\" is not a string");
    requireRefusal(
        "{\"p\": {\n\"a\": null}}", ", line 2, column 6: the value of \"a\" is not a string");
    requireRefusal("{\"p\": {\"a\": \"hunter2\", \"a\": \"x\"}}", "\"a\" occurs twice; remove one");
    requireRefusal("{\"p\": {}, \"p\": {}}", "\"p\" occurs twice; remove one");
    requireRefusal("{\"p\": {\"a\": \"hunter2\"}", "it is not valid JSON");
    requireRefusal("{\"p\": {\"a\": hunter2}}", "it is not valid JSON");
    requireRefusal("{\"p\": {}} 5", "expected the end of the file");
    requireRefusal("{\"o\": " + "[".repeat(100), "nested too deeply");
    requireRefusal(" ".repeat(1 << 20) + "{}", "it has more than 1048576 bytes");
  }

  @Test
  void namesTheJarThatIsMissing() throws IOException, InterruptedException {
    file(SAVED);
    String classPath =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> !entry.contains("jackson-core"))
            .collect(Collectors.joining(File.pathSeparator));
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                classPath,
                Message.class.getName(),
                folder.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).isZero();
    assertThat(printed).contains("profiles.json': add com.fasterxml").contains(":jackson-core to");
  }

  @Test
  void anyBytesAreReadOrRefused() throws IOException {
    Random random = new Random(7);
    byte[] saved = SAVED.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < 2_000; i++) {
      byte[] bytes = saved.clone();
      for (int change = random.nextInt(4); change >= 0; change--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      Files.write(folder.resolve("profiles.json"), bytes);
      try {
        assertThat(TileDbProfile.read(folder, "staging")).hasSizeLessThan(10);
      } catch (InvalidRequestException | NotFoundException e) {
        assertThat(e).hasMessageContaining("profiles.json").hasMessageNotContaining("hunter");
      }
    }
  }
}
