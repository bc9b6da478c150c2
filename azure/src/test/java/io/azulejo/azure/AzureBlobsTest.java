package io.azulejo.azure;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.storage.Location;
import io.azulejo.storage.Storage.Entry;
import io.azulejo.storage.objects.ObjectStorage;
import io.azulejo.storage.objects.RequestCounts;
import io.azulejo.storage.objects.Transfers;
import io.azulejo.testkit.AzureServer;
import io.azulejo.testkit.FaultProxy;
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
class AzureBlobsTest extends BehindFaultProxy {
  @Test
  @Tag("full")
  void listsByPagesAndGoesOnWhereOneEnded() {
    List<Location> files = new ArrayList<>();
    for (int i = 0; i < 5_003; i++) {
      files.add(file.parent().resolve("f" + (10_000 + i)));
    }
    try (ObjectStorage direct = Stores.of(AzureServer.shared().endpoint(), Map.of());
        Transfers transfers = new Transfers("test", 64)) {
      transfers.all(
          files.stream().<Runnable>map(f -> () -> direct.createExclusive(f, new byte[0])).toList());
    }

    assertThat(storage.list(file.parent())).hasSize(5_003);
    assertThat(proxy.requests()).hasSize(2);
    assertThat(storage.tree(file.parent(), "").orElseThrow().whole()).isFalse();
    proxy.reset();
    var rest = storage.tree(file.parent(), "f14999").orElseThrow();
    assertThat(rest.files()).hasSize(3);
    assertThat(rest.whole()).isTrue();
    assertThat(proxy.requests()).as("by the marker of the page before").hasSize(1);
    assertThat(storage.tree(file.parent(), "f15001").orElseThrow().files()).hasSize(1);
    storage.deleteFolder(file.parent());
    assertThat(storage.list(file.parent())).isEmpty();
  }

  @Test
  void asksOnceForWhatIsThereAndTwiceForWhatIsNot() {
    storage.createExclusive(file, TEN);
    proxy.reset();

    storage.tree(file.parent(), "");
    storage.list(file.parent());
    storage.findFile(file.parent());
    storage.find(file);
    assertThat(proxy.requests()).hasSize(4);
    storage.find(file.parent());
    assertThat(proxy.requests()).hasSize(6);
  }

  @Test
  void takesBlobsThatStandForFoldersForFolders() {
    storage.createExclusive(file, TEN);
    for (String folder : List.of("folder", "folder/inner", "folder/inner/deep")) {
      AzureServer.shared().putFolder(container, folder);
    }
    AzureServer.shared().putFolder(container, "folder/marked/");

    assertThat(storage.list(file.parent()))
        .containsExactly(
            new Entry("data", false, 10),
            new Entry("inner", true, 0),
            new Entry("marked", true, 0));
    assertThat(storage.tree(file.parent(), "").orElseThrow().files()).hasSize(1);
    assertThat(storage.findFile(file.parent())).isEmpty();
    assertThat(storage.modified(file.parent())).isEmpty();
    assertThat(storage.find(file.parent())).contains(new Entry("folder", true, 0));
    storage.deleteFolder(file.parent());
    assertThat(storage.find(file.parent())).isEmpty();
    assertThat(storage.list(file.parent().parent())).isEmpty();
  }

  @Test
  void copiesWithoutTheBytesComingHere() {
    storage.createExclusive(file, TEN);
    proxy.reset();

    assertThat(storage.tryCopy(file, file.parent().resolve("copy"))).isTrue();

    assertThat(proxy.requests()).hasSize(1);
    assertThat(storage.counts().of(RequestCounts.Kind.COPY)).isEqualTo(1);
  }

  @Test
  void leavesCopiesThatTheStoreRefusesToOthers() {
    storage.createExclusive(file, TEN);
    Location copy = file.parent().resolve("copy");
    for (FaultProxy.Fault fault :
        List.of(error(413, "RequestBodyTooLarge"), error(403, "CannotVerifyCopySource"))) {
      proxy.spoil(r -> r.is("PUT", "copy"), 1, fault);
      assertThat(storage.tryCopy(file, copy)).isFalse();
    }
    assertThat(storage.find(copy)).isEmpty();
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
}
