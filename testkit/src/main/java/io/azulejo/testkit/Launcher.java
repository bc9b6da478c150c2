package io.azulejo.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs the program from a shell, as users do. */
public final class Launcher {
  /** The root of the project. */
  public static final Path ROOT =
      Path.of(System.getProperty("azulejo.root", "..")).toAbsolutePath().normalize();

  /** A folder with a Maven that refuses to run: the launcher must not start Maven within Maven. */
  private static final Path NO_MAVEN = noMaven();

  /**
   * The output of a command.
   *
   * @param code the exit code
   */
  public record Result(int code, String out, String err) {}

  private Launcher() {}

  private static Path noMaven() {
    try {
      Path maven = Files.createTempDirectory("no-maven").resolve("mvn");
      Files.writeString(
          maven,
          "#!/bin/sh\necho 'the program is older than its sources: run mvn verify'\nexit 1\n");
      maven.toFile().setExecutable(true);
      maven.toFile().deleteOnExit();
      return maven.getParent();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the runnable JAR. */
  public static Path jar() {
    return ROOT.resolve("cli/target/azulejo.jar");
  }

  /** Creates a folder like the project root, with samples that tests can change. */
  public static void copySamples(Path folder) throws IOException {
    Files.createSymbolicLink(folder.resolve("azulejo"), ROOT.resolve("azulejo"));
    Path samples = ROOT.resolve("samples");
    try (Stream<Path> files = Files.walk(samples)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.copy(file, folder.resolve(ROOT.relativize(file).toString()));
      }
    }
  }

  /** Runs the checkout's launcher in the project root. */
  public static Result azulejo(String arguments) throws IOException, InterruptedException {
    return run(ROOT, Map.of(), "./azulejo " + arguments);
  }

  /** Runs a shell command in a folder. */
  public static Result run(Path folder, Map<String, String> variables, String command)
      throws IOException, InterruptedException {
    Path err = Files.createTempFile("launcher", ".err");
    try {
      Process process = builder(folder, variables, command).redirectError(err.toFile()).start();
      process.getOutputStream().close();
      byte[] out = process.getInputStream().readAllBytes();
      assertThat(process.waitFor(2, TimeUnit.MINUTES)).as("%s ends", command).isTrue();
      return new Result(
          process.exitValue(), new String(out, StandardCharsets.UTF_8), Files.readString(err));
    } finally {
      Files.delete(err);
    }
  }

  /** Starts a shell command in a folder. */
  public static Process start(Path folder, Map<String, String> variables, String command)
      throws IOException {
    return builder(folder, variables, command).start();
  }

  private static ProcessBuilder builder(
      Path folder, Map<String, String> variables, String command) {
    ProcessBuilder builder = new ProcessBuilder("sh", "-c", command).directory(folder.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("COLUMNS", "100");
    builder.environment().merge("PATH", NO_MAVEN + ":", (path, first) -> first + path);
    builder.environment().putAll(variables);
    return builder;
  }
}
