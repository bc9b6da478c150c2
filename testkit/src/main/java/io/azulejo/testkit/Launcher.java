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

/** Runs the program and other commands from a shell, as users do. */
public final class Launcher {
  /** The root folder of the project. */
  public static final Path ROOT =
      Path.of(System.getProperty("azulejo.root", "..")).toAbsolutePath().normalize();

  /**
   * A folder with a fake Maven that always fails. It comes first in the path, because the launcher
   * must not start Maven while Maven runs the tests.
   */
  private static final Path NO_MAVEN = noMaven();

  /**
   * The result of a command.
   *
   * @param code the exit code
   * @param out the standard output
   * @param err the standard error output
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

  /** Returns the path of the program's runnable JAR, which may not have been built. */
  public static Path jar() {
    return ROOT.resolve("cli/target/azulejo.jar");
  }

  /**
   * Prepares a folder so that it looks like the project root: links the launcher and copies the
   * samples, which tests may then change.
   */
  public static void copySamples(Path folder) throws IOException {
    Files.createSymbolicLink(folder.resolve("azulejo"), ROOT.resolve("azulejo"));
    Path samples = ROOT.resolve("samples");
    try (Stream<Path> files = Files.walk(samples)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.copy(file, folder.resolve(ROOT.relativize(file).toString()));
      }
    }
  }

  /**
   * Runs the project's launcher in the project root.
   *
   * @param arguments the arguments, in the syntax of the shell
   */
  public static Result azulejo(String arguments) throws IOException, InterruptedException {
    return run(ROOT, Map.of(), "./azulejo " + arguments);
  }

  /**
   * Runs a shell command with empty input and waits until it ends. The test fails if that takes
   * more than two minutes after the command closed its output.
   *
   * @param folder the working directory
   * @param variables additional environment variables
   * @param command the command, in the syntax of the shell
   */
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

  /** Starts a shell command and returns without waiting for it. The caller owns the process. */
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
