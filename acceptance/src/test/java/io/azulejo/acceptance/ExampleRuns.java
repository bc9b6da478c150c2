package io.azulejo.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.testkit.Launcher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs examples of documents as {@link ExampleShell} does, in a process of its own. */
final class ExampleRuns {
  private ExampleRuns() {}

  /**
   * What some command lines say, one after the other.
   *
   * @param folder where they run
   * @param variables the environment, beside that of this process
   * @param results an empty folder for what they say
   */
  static List<Launcher.Result> of(
      Path folder, Map<String, String> variables, Path results, List<String> lines)
      throws IOException, InterruptedException {
    Path script = Files.write(results.resolve("lines"), lines);
    Path errors = results.resolve("errors");
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // As the manifest of the program does; newer Javas warn otherwise.
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                ExampleShell.class.getName(),
                script.toString(),
                results.toString())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(errors.toFile());
    builder.environment().putAll(variables);
    Process process = builder.start();
    try {
      assertThat(process.waitFor(5, TimeUnit.MINUTES)).as("the examples end").isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(errors).isEmptyFile();
    List<Launcher.Result> all = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      all.add(
          new Launcher.Result(
              Integer.parseInt(Files.readString(results.resolve(i + ".code"))),
              Files.readString(results.resolve(i + ".out")),
              Files.readString(results.resolve(i + ".err"))));
    }
    return all;
  }
}
