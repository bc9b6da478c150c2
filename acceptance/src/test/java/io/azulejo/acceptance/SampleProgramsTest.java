package io.azulejo.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.testkit.Launcher;
import io.azulejo.testkit.S3Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The programs of samples/java compile, run and print what they say. */
class SampleProgramsTest {
  private static final Path PROGRAMS = Launcher.ROOT.resolve("samples/java");

  @TempDir private Path folder;

  static Stream<String> programs() throws IOException {
    try (Stream<Path> files = Files.list(PROGRAMS)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".java"))
          .sorted()
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("programs")
  void eachProgramPrintsTheExpectedOutput(String program) throws Exception {
    Launcher.copySamples(folder);
    if (program.equals("CopyFromS3.java")) {
      PublicGrid.publish(folder.resolve("settings"));
    }

    String printed = run(program);

    assertThat(printed.strip())
        .isEqualTo(
            Files.readString(
                    Path.of(
                        getClass()
                            .getResource("/samples/" + program.replace(".java", ".txt"))
                            .toURI()))
                .strip());
  }

  @Test
  void eachProgramIsShort() throws IOException {
    List<String> programs = programs().toList();

    assertThat(programs).hasSize(11);
    for (String program : programs) {
      assertThat(Files.readAllLines(PROGRAMS.resolve(program))).as(program).hasSizeLessThan(25);
    }
  }

  private String run(String program) throws Exception {
    Path output = folder.resolve("printed");
    ProcessBuilder java =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                PROGRAMS.resolve(program).toString())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    java.environment()
        .put("TILEDB_VFS_S3_ENDPOINT_OVERRIDE", S3Server.shared().endpoint().toString());
    Process process = java.start();
    try {
      assertThat(process.waitFor(2, TimeUnit.MINUTES)).as("the program ends").isTrue();
    } finally {
      process.destroyForcibly();
    }
    return Files.readString(output);
  }
}
