package io.azulejo.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.schema.ArraySchema;
import io.azulejo.testkit.TestSchemas;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.LongStream;
import org.apache.spark.sql.SparkSession;

/**
 * A cluster of two executors in processes of their own, which have nothing of this project but the
 * bundle, and {@link Faults}. It ends with the process of the tests.
 */
final class Clusters {
  private Clusters() {}

  /** The session, which begins with the first test. */
  static SparkSession get() {
    try {
      home();
      return SparkSession.builder()
          .master("local-cluster[2,1,1024]")
          .appName("azulejo")
          .config("spark.ui.enabled", "false")
          .config("spark.jars", System.getProperty("azulejo.bundle") + "," + jar(Faults.class))
          .config("spark.executor.memory", "1g")
          .config("spark.executor.extraJavaOptions", System.getProperty("azulejo.opens"))
          .config("spark.sql.shuffle.partitions", "2")
          .config("spark.excludeOnFailure.enabled", "false")
          .getOrCreate();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The folder of a Spark that has nothing of this project: it looks for its jars in one of its
   * own, and here these are links to Maven's.
   */
  static Path home() throws IOException {
    Path home = Path.of(System.getenv("SPARK_HOME"));
    Path jars = Files.createDirectories(home.resolve("jars"));
    for (String entry : classPath().split(File.pathSeparator)) {
      Path jar = Path.of(entry);
      String name = jar.getFileName().toString();
      Path link = jars.resolve(name);
      if (name.endsWith(".jar") && !name.startsWith("azulejo") && !Files.exists(link)) {
        Files.createSymbolicLink(link, jar);
      }
    }
    return home;
  }

  /** The class path of the tests. */
  static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  /** Starts Java, as Spark's own launcher does; what it prints is added to a log. */
  static Process java(Path log, String classPath, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(System.getProperty("azulejo.opens").strip().split("\\s+")));
    command.addAll(List.of("-cp", classPath));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
    return builder.start();
  }

  /** Runs Java to its end; returns what it printed. */
  static String run(Path log, String classPath, int code, String... arguments) throws Exception {
    Process process = java(log, classPath, arguments);
    boolean ended = process.waitFor(5, TimeUnit.MINUTES);
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    String said = Files.readString(log);
    assertThat(ended).as(said).isTrue();
    assertThat(process.exitValue()).as(said).isEqualTo(code);
    return said;
  }

  /** The schema of arrays with a number and a word that go with {@link #expected}. */
  static ArraySchema schema(boolean dense) {
    return TestSchemas.of(
        "%s(x INT64 0..9999/100) a INT64 nullable, e INT8 words=red|green%s",
        dense ? "dense" : "sparse", dense ? "" : "; duplicates");
  }

  /** The rows 0 to 7,999 of those arrays, as texts. */
  static List<String> expected() {
    return LongStream.range(0, 8_000)
        .mapToObj(x -> x + "|" + (x % 7 == 0 ? "null" : x) + "|" + (x % 2 == 0 ? "red" : "green"))
        .sorted()
        .toList();
  }

  /** A jar with one class of the tests. */
  static Path jar(Class<?> type) throws IOException {
    Path jar = home().resolve(type.getSimpleName() + ".jar");
    String name = type.getName().replace('.', '/') + ".class";
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (InputStream in = type.getClassLoader().getResourceAsStream(name);
        OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out)) {
      in.transferTo(bytes);
      entries.putNextEntry(new JarEntry(name));
      entries.write(bytes.toByteArray());
    }
    return jar;
  }
}
