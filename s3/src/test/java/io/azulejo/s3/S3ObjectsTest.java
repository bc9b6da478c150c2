package io.azulejo.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.StorageException;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.objects.ObjectStorage;
import io.azulejo.storage.objects.RequestCounts;
import io.azulejo.storage.objects.Transfers;
import io.azulejo.testkit.FaultProxy;
import io.azulejo.testkit.S3Server;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is listed, deleted, copied and dated, to the single request. */
@Tag("full")
class S3ObjectsTest extends BehindFaultProxy {
  @Test
  void listsAndDeletesByPagesOfAThousand() {
    List<Location> files = new ArrayList<>();
    for (int i = 0; i < 1_203; i++) {
      files.add(file.parent().resolve("f" + (10_000 + i)));
    }
    try (ObjectStorage direct = Stores.of(S3Server.shared().endpoint(), Map.of());
        Transfers transfers = new Transfers("test", 64)) {
      transfers.all(
          files.stream().<Runnable>map(f -> () -> direct.createExclusive(f, new byte[0])).toList());
    }

    assertThat(storage.list(file.parent())).hasSize(1_203);
    assertThat(proxy.requests()).hasSize(2);
    assertThat(storage.tree(file.parent(), "").orElseThrow().whole()).isFalse();
    assertThat(storage.tree(file.parent(), "").orElseThrow().files()).hasSize(1_000);
    proxy.reset();
    storage.delete(files.subList(0, 1_100));
    assertThat(proxy.requests()).hasSize(2);
    proxy.reset();
    storage.deleteFolder(file.parent());
    assertThat(proxy.requests()).hasSize(2);
    assertThat(storage.list(file.parent())).isEmpty();
  }

  @Test
  void deletesOneByOneWhereAStoreKnowsNothingElse() {
    Location other = file.parent().resolve("other");
    storage.createExclusive(file, TEN);
    storage.createExclusive(other, TEN);
    proxy.spoil(r -> r.query().startsWith("delete"), 1, FaultProxy.error(501, "NotImplemented"));

    storage.delete(List.of(file, other));

    assertThat(storage.list(file.parent())).isEmpty();
  }

  @Test
  void noticesFilesThatWereNotDeleted() {
    storage.createExclusive(file, TEN);
    proxy.spoil(
        r -> r.query().startsWith("delete"),
        1,
        exchange ->
            exchange.answer(
                200,
                Map.of(),
                "<DeleteResult><Error><Key>folder/data</Key><Code>AccessDenied</Code>"
                    + "<Message>not yours</Message></Error></DeleteResult>"));

    assertThatThrownBy(() -> storage.delete(List.of(file, file.parent().resolve("b"))))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining(file + ": AccessDenied: not yours");
  }

  @Test
  void passesOverMarkersOfFolders() {
    storage.createExclusive(file, TEN);
    try (S3Connection direct = Stores.connection(proxy.endpoint(), Map.of())) {
      direct
          .client()
          .putObject(
              r -> r.bucket(bucket).key("folder/"),
              software.amazon.awssdk.core.sync.RequestBody.empty());
    }

    assertThat(storage.names(file.parent())).containsExactly("data");
    assertThat(storage.tree(file.parent(), "").orElseThrow().files()).hasSize(1);
    storage.deleteFolder(file.parent());
    assertThat(storage.find(file.parent())).isEmpty();
  }

  @Test
  void readsEmptyObjectsOfWhichNoRangeIs() {
    storage.createExclusive(file, new byte[0]);

    try (InputFile in = storage.open(file)) {
      assertThat(in.readEnd(new byte[10])).isZero();
      in.read(0, new byte[0], 0, 0);
      assertThatThrownBy(() -> in.read(0, new byte[1], 0, 1))
          .isInstanceOf(CorruptDataException.class)
          .hasMessageContaining("ends before, at 0");
    }
  }

  @Test
  void tellsAgesByTheClockOfTheStore() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread answering =
          new Thread(
              () -> {
                try (Socket client = server.accept()) {
                  client.getInputStream().read(new byte[10_000]);
                  String answer =
                      "HTTP/1.1 404 Not Found\r\nDate: Thu, 01 Jan 2099 00:00:00 GMT\r\n"
                          + "Content-Length: 0\r\nConnection: close\r\n\r\n";
                  client.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      answering.start();
      try (ObjectStorage other =
          Stores.of(URI.create("http://127.0.0.1:" + server.getLocalPort()), Map.of())) {
        assertThat(other.findFile(file)).isEmpty();

        assertThat(other.now()).isBetween(4_070_908_800_000L, 4_070_908_800_000L + 600_000);
      }
      answering.join();
    }
  }

  @Test
  void copiesWithoutTheBytesComingHere() {
    storage.createExclusive(file, TEN);
    proxy.reset();

    assertThat(storage.tryCopy(file, file.parent().resolve("copy"))).isTrue();

    assertThat(proxy.requests()).hasSize(1);
    assertThat(storage.counts().of(RequestCounts.Kind.COPY)).isEqualTo(1);
  }
}
