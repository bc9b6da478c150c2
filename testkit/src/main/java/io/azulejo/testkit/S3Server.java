package io.azulejo.testkit;

import io.azulejo.storage.Settings;
import io.azulejo.storage.Storage;
import io.azulejo.storage.StorageProvider;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * An in-memory S3 server on a free local port, in a separate process. All tests of a process share
 * one server, and each test uses its own bucket. The server verifies signatures and supports atomic
 * conditional creation.
 */
public final class S3Server {
  /** The access key id that the server accepts. */
  public static final String KEY_ID = "AKIAAZULEJOTEST";

  /** The secret access key that the server accepts. */
  public static final String SECRET = "a-secret-that-no-message-shows";

  private static final Pattern STARTED =
      Pattern.compile("Started .*ServerConnector.*\\{127\\.0\\.0\\.1:(\\d+)}");

  private static final class Shared {
    static final S3Server SERVER = start();
  }

  private final URI endpoint;
  private final AtomicInteger buckets = new AtomicInteger();

  private S3Server(URI endpoint) {
    this.endpoint = endpoint;
  }

  /** Returns the server of this process. The first call starts it. */
  public static S3Server shared() {
    return Shared.SERVER;
  }

  private static S3Server start() {
    Path module = Path.of(System.getProperty("azulejo.root"), "testkit/s3server");
    Path jars = module.resolve("target/lib");
    if (!Files.isDirectory(jars)) {
      throw new IllegalStateException(
          jars + " is missing; build the module testkit/s3server, which fetches the server");
    }
    try {
      Path settings = Files.createTempFile("azulejo-s3-server", ".conf");
      Files.writeString(
          settings,
          """
          s3proxy.endpoint=http://127.0.0.1:0
          s3proxy.authorization=aws-v2-or-v4
          s3proxy.identity=%s
          s3proxy.credential=%s
          jclouds.provider=transient-nio2
          jclouds.identity=none
          jclouds.credential=none
          """
              .formatted(KEY_ID, SECRET));
      ServerProcess process =
          ServerProcess.start(
              List.of(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xmx512m",
                  "-XX:TieredStopAtLevel=1",
                  "-XX:+UseSerialGC",
                  "-Dlogback.configurationFile=" + module.resolve("logback.xml"),
                  "-classpath",
                  jars.resolve("*").toString(),
                  "org.gaul.s3proxy.Main",
                  "--properties",
                  settings.toString()),
              "http",
              STARTED,
              Writer.nullWriter());
      Files.deleteIfExists(settings);
      return new S3Server(process.endpoint());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the endpoint, {@code http://127.0.0.1:PORT}. */
  public URI endpoint() {
    return endpoint;
  }

  /** Creates an empty private bucket and returns its name. */
  public String newBucket() {
    String name = "bucket-" + buckets.incrementAndGet();
    bucket(name);
    return name;
  }

  /** Creates a private bucket unless it exists. */
  public void bucket(String name) {
    bucket(name, "private");
  }

  /** Creates a bucket that anonymous clients can read, unless it exists. */
  public void newPublicBucket(String name) {
    bucket(name, "public-read");
  }

  private void bucket(String name, String access) {
    HttpResponse<String> answer = send("PUT", "/" + name, Map.of("x-amz-acl", access));
    if (answer.statusCode() != 200 && answer.statusCode() != 409) {
      throw new IllegalStateException(
          "cannot create the bucket: status " + answer.statusCode() + " " + answer.body());
    }
  }

  /**
   * Returns an entry of an object's metadata; empty if the entry or the object does not exist.
   *
   * @param path the bucket and the key, separated by a slash
   * @param name the name of the entry, without {@code x-amz-meta-}
   */
  public Optional<String> metadata(String path, String name) {
    return send("HEAD", "/" + path, Map.of()).headers().firstValue("x-amz-meta-" + name);
  }

  /**
   * Returns a fault that imitates a server without conditional requests: the creation of an object
   * replaces an existing one.
   */
  public FaultProxy.Fault ignoringConditions() {
    return exchange -> {
      if (RequestFault.isCreation(exchange.request())) {
        send("DELETE", exchange.request().path(), Map.of());
      }
      exchange.relay();
    };
  }

  /**
   * Returns the engine settings for access to this server.
   *
   * @param endpoint the endpoint of the server or of a proxy in front of it
   */
  public static Map<String, String> settings(URI endpoint) {
    return Map.of(
        "vfs.s3.endpoint_override",
        endpoint.toString(),
        "vfs.s3.aws_access_key_id",
        KEY_ID,
        "vfs.s3.aws_secret_access_key",
        SECRET,
        "vfs.s3.connect_scale_factor",
        "1");
  }

  /**
   * Opens an S3 store. Its module must be on the class path. The caller closes the store.
   *
   * @throws IllegalStateException if no module provides S3 stores
   */
  public static Storage store(Map<String, String> settings) {
    Settings given = Settings.of(settings);
    for (StorageProvider provider : ServiceLoader.load(StorageProvider.class)) {
      if (provider.serves("s3")) {
        return provider.storage(
            "s3",
            new StorageProvider.Context() {
              @Override
              public Settings settings() {
                return given;
              }

              @Override
              public Storage storage(String scheme) {
                throw new IllegalStateException("S3 is not nested in another store");
              }
            });
      }
    }
    throw new IllegalStateException("no module provides s3://");
  }

  private HttpResponse<String> send(String method, String path, Map<String, String> headers) {
    String date = DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC));
    StringBuilder signed = new StringBuilder(method + "\n\n\n" + date + "\n");
    headers.forEach((name, value) -> signed.append(name + ":" + value + "\n"));
    HttpRequest.Builder request =
        HttpRequest.newBuilder(endpoint.resolve(path))
            .header("Date", date)
            .header("Authorization", "AWS " + KEY_ID + ":" + signature(signed + path))
            .method(method, HttpRequest.BodyPublishers.noBody());
    headers.forEach(request::header);
    try {
      return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /**
   * Returns the signature of a request in version 2 of S3's signing protocol, which is the shorter
   * one.
   *
   * @param request the signed parts of the request: method, digest, type, date, headers and path
   */
  static String signature(String request) {
    try {
      Mac mac = Mac.getInstance("HmacSHA1");
      mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA1"));
      return Base64.getEncoder()
          .encodeToString(mac.doFinal(request.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
