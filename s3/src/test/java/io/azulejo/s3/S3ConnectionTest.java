package io.azulejo.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.StorageException;
import io.azulejo.storage.Location;
import io.azulejo.storage.Settings;
import io.azulejo.storage.StoreMemory;
import io.azulejo.storage.objects.ObjectStorage;
import io.azulejo.testkit.FaultProxy;
import io.azulejo.testkit.S3Server;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How requests get to the server, by the settings. */
@Tag("full")
class S3ConnectionTest {
  private static final Location FILE = Location.of("s3://bucket/data");

  @TempDir private Path folder;

  @Test
  void goesThroughAProxy() {
    try (FaultProxy proxy = FaultProxy.before(S3Server.shared().endpoint());
        ObjectStorage storage =
            Stores.of(
                URI.create("http://store.invalid"),
                Map.of(
                    "vfs.s3.use_virtual_addressing", "false",
                    "vfs.s3.proxy_host", "127.0.0.1",
                    "vfs.s3.proxy_port", "" + proxy.endpoint().getPort(),
                    "vfs.s3.custom_headers.X-Project", "one",
                    "vfs.s3.requester_pays", "true"))) {
      proxy.inject(request -> true, 1, FaultProxy.error(404, "NoSuchKey"));

      assertThat(storage.findFile(FILE)).isEmpty();

      FaultProxy.Request request = proxy.requests().get(0);
      assertThat(request.path()).isEqualTo("http://store.invalid/bucket/data");
      assertThat(request.headers())
          .containsEntry("X-Project", "one")
          .containsEntry("X-Amz-Request-Payer", "requester");
    }
  }

  @Test
  void sendsWhatNewObjectsAreToGet() {
    try (FaultProxy proxy = FaultProxy.before(S3Server.shared().endpoint());
        ObjectStorage storage =
            Stores.of(
                proxy.endpoint(),
                Map.of(
                    "vfs.s3.sse", "kms",
                    "vfs.s3.sse_kms_key_id", "key-1",
                    "vfs.s3.storage_class", "STANDARD_IA",
                    "vfs.s3.object_canned_acl", "bucket_owner_full_control"))) {
      proxy.inject(request -> true, 1, exchange -> exchange.answer(200, Map.of(), ""));

      storage.createExclusive(FILE, new byte[] {1});

      assertThat(proxy.requests().get(0).headers())
          .containsEntry("x-amz-server-side-encryption", "aws:kms")
          .containsEntry("x-amz-server-side-encryption-aws-kms-key-id", "key-1")
          .containsEntry("x-amz-storage-class", "STANDARD_IA")
          .containsEntry("x-amz-acl", "bucket-owner-full-control")
          .containsEntry("If-None-Match", "*")
          .doesNotContainKey("x-amz-trailer")
          .containsKey("x-amz-meta-azulejo-token");
    }
  }

  @Test
  void signsNothingForPublicBuckets() {
    try (FaultProxy proxy = FaultProxy.before(S3Server.shared().endpoint());
        ObjectStorage storage =
            Stores.of(proxy.endpoint(), Map.of("vfs.s3.no_sign_request", "true"))) {
      proxy.inject(request -> true, 1, FaultProxy.error(404, "NoSuchKey"));

      storage.findFile(FILE);

      assertThat(proxy.requests().get(0).headers()).doesNotContainKey("Authorization");
    }
  }

  @Test
  void trustsTheCertificatesOfAFile() throws Exception {
    Path keys = folder.resolve("keys.p12");
    keytool(
        "-genkeypair",
        "-keystore",
        keys.toString(),
        "-storepass",
        "changeit",
        "-alias",
        "a",
        "-keyalg",
        "EC",
        "-dname",
        "CN=localhost",
        "-ext",
        "san=dns:localhost");
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(keys)) {
      store.load(in, "changeit".toCharArray());
    }
    Path pem = folder.resolve("ca.pem");
    Files.writeString(
        pem,
        "-----BEGIN CERTIFICATE-----\n"
            + Base64.getMimeEncoder().encodeToString(store.getCertificate("a").getEncoded())
            + "\n-----END CERTIFICATE-----\n");
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(store, "changeit".toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    ServerSocket server =
        context
            .getServerSocketFactory()
            .createServerSocket(0, 10, InetAddress.getLoopbackAddress());
    Thread answering = new Thread(() -> answerNotFound(server));
    answering.start();
    URI endpoint = URI.create("https://localhost:" + server.getLocalPort());
    try (ObjectStorage trusting = Stores.of(endpoint, Map.of("vfs.s3.ca_file", pem.toString()));
        ObjectStorage careless = Stores.of(endpoint, Map.of("vfs.s3.verify_ssl", "false"));
        ObjectStorage careful = Stores.of(endpoint, Map.of("vfs.s3.connect_max_tries", "1"))) {
      assertThat(trusting.findFile(FILE)).isEmpty();
      assertThat(careless.findFile(FILE)).isEmpty();
      assertThatThrownBy(() -> careful.createExclusive(FILE, new byte[1]))
          .isInstanceOfSatisfying(
              StorageException.class, e -> assertThat(e.withoutEffect()).isTrue())
          .hasMessageContaining("vfs.s3.ca_file");
    } finally {
      server.close();
      answering.join();
    }
  }

  private static void answerNotFound(ServerSocket server) {
    while (!server.isClosed()) {
      try (Socket client = server.accept()) {
        client.getInputStream().read(new byte[10_000]);
        client
            .getOutputStream()
            .write(
                "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII));
      } catch (IOException e) {
        // The client does not trust us, or the test is over.
      }
    }
  }

  private static void keytool(String... arguments) throws Exception {
    String[] command = new String[arguments.length + 1];
    command[0] = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    assertThat(new ProcessBuilder(command).redirectErrorStream(true).start().waitFor()).isZero();
  }

  @Test
  void saysWhatACertificateFileShouldBe() throws Exception {
    Path none = folder.resolve("none.pem");
    Path empty = Files.writeString(folder.resolve("empty.pem"), "");
    for (Path file : new Path[] {none, empty}) {
      try (ObjectStorage storage =
          Stores.of(URI.create("https://localhost:1"), Map.of("vfs.s3.ca_file", file.toString()))) {
        assertThatThrownBy(() -> storage.findFile(FILE))
            .isInstanceOf(InvalidRequestException.class)
            .hasMessageContaining("vfs.s3.ca_file")
            .hasMessageContaining(file.toString());
      }
    }
  }

  @Test
  void saysThatThereAreNoCredentialsWithoutTryingAgain() {
    S3Options options =
        S3Options.of(
            Settings.of(
                Map.of(
                    "vfs.s3.endpoint_override",
                    S3Server.shared().endpoint().toString(),
                    "azulejo.s3.profile",
                    "none-of-this-name")));
    try (ObjectStorage storage =
        S3ObjectClient.storage(options, new AwsDialect(options), StoreMemory.UNLIMITED)) {
      assertThatThrownBy(() -> storage.createExclusive(FILE, new byte[1]))
          .isInstanceOfSatisfying(
              StorageException.class, e -> assertThat(e.withoutEffect()).isTrue())
          .hasMessageContaining("none-of-this-name")
          .hasMessageContaining("vfs.s3.no_sign_request=true");
      assertThat(storage.counts().all()).isZero();
    }
  }
}
