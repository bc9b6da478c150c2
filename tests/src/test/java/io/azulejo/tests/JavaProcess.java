package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Runs a class in a Java process of its own, with the class path of the tests. */
final class JavaProcess {
  private JavaProcess() {}

  /** Returns the lines that the process prints; fails unless it exits with 0. */
  static String run(List<String> options, Class<?> main, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    // Newer Java warns first that native libraries were loaded.
    return said.lines()
        .filter(line -> !line.startsWith("WARNING") && !line.isBlank())
        .collect(Collectors.joining("\n"));
  }
}
