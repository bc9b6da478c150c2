package io.azulejo.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs the program as users do, from a shell. */
final class Launcher {
  /** The root of the project. */
  static final Path ROOT =
      Path.of(System.getProperty("azulejo.root", "..")).toAbsolutePath().normalize();

  private static final List<String> SOURCES =
      Stream.of("core", "webp", "bench", "text", "arrow", "plot", "web", "s3", "cli")
          .map(m -> m + "/src/main")
          .toList();

  /**
   * What a command said.
   *
   * @param code the code that it ended with
   */
  record Result(int code, String out, String err) {}

  private Launcher() {}

  /** The runnable jar. */
  static Path jar() {
    return ROOT.resolve("cli/target/azulejo.jar");
  }

  /**
   * The one jar of a module that the program finds its store in. Fails where it is not made of the
   * module's classes as they are: {@code mvn verify} makes it before these tests.
   */
  static Path storeJar(String module) throws IOException {
    Path target = ROOT.resolve(module).resolve("target");
    Path jar;
    try (DirectoryStream<Path> jars = Files.newDirectoryStream(target, "azulejo-*-store.jar")) {
      jar = jars.iterator().next();
    }
    Path classes = target.resolve("classes");
    try (FileSystem inside = FileSystems.newFileSystem(jar);
        Stream<Path> files = Files.walk(classes.resolve("io"))) {
      for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        Path entry = inside.getPath(classes.relativize(file).toString());
        assertThat(Files.exists(entry) && Files.mismatch(entry, file) < 0)
            .as("%s is that of %s: run mvn verify", file, jar)
            .isTrue();
      }
    }
    return jar;
  }

  /**
   * Fails where the runnable jar is not that of these sources: the launcher would then start Maven
   * within Maven. {@code mvn verify} always makes it before these tests.
   */
  static void requireBuilt() throws IOException {
    assertThat(jar()).as("the runnable jar: run mvn verify").exists();
    FileTime built = Files.getLastModifiedTime(jar());
    for (String folder : SOURCES) {
      if (Files.isDirectory(ROOT.resolve(folder))) {
        try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
          assertThat(files.filter(f -> isNewer(f, built)))
              .as("newer than the runnable jar: run mvn verify")
              .isEmpty();
        }
      }
    }
  }

  private static boolean isNewer(Path file, FileTime time) {
    try {
      return Files.getLastModifiedTime(file).compareTo(time) > 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Makes a folder like the root of the project, whose samples can be changed. */
  static void copySamples(Path folder) throws IOException {
    Files.createSymbolicLink(folder.resolve("azulejo"), ROOT.resolve("azulejo"));
    Path samples = ROOT.resolve("samples");
    try (Stream<Path> files = Files.walk(samples)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.copy(file, folder.resolve(ROOT.relativize(file).toString()));
      }
    }
  }

  /** Runs a command of the shell in a folder. */
  static Result run(Path folder, Map<String, String> variables, String command)
      throws IOException, InterruptedException {
    Process process = start(folder, variables, command);
    process.getOutputStream().close();
    byte[][] err = new byte[1][];
    Thread reader =
        new Thread(
            () -> {
              try {
                err[0] = process.getErrorStream().readAllBytes();
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    reader.start();
    byte[] out = process.getInputStream().readAllBytes();
    reader.join();
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).as("%s ends", command).isTrue();
    return new Result(
        process.exitValue(),
        new String(out, StandardCharsets.UTF_8),
        new String(err[0], StandardCharsets.UTF_8));
  }

  /** Starts a command of the shell in a folder. */
  static Process start(Path folder, Map<String, String> variables, String command)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder("sh", "-c", command).directory(folder.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("COLUMNS", "100");
    builder.environment().putAll(variables);
    return builder.start();
  }
}
