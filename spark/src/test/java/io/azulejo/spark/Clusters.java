package io.azulejo.spark;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
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
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    for (String entry : classPath.split(File.pathSeparator)) {
      Path jar = Path.of(entry);
      String name = jar.getFileName().toString();
      Path link = jars.resolve(name);
      if (name.endsWith(".jar") && !name.startsWith("azulejo") && !Files.exists(link)) {
        Files.createSymbolicLink(link, jar);
      }
    }
    return home;
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
