package io.azulejo.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.StorageException;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.objects.ObjectStorage;
import io.azulejo.storage.objects.RequestCounts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests of the number of requests that an object store sends, of responses that are cut short, and
 * of a closed store.
 */
public abstract class ObjectReadFaultsContract extends ObjectFaultsContract {
  /** Opens the store under test. */
  protected ObjectReadFaultsContract(Store store) {
    super(store);
  }

  /** Returns the number of retries that the store counts for nine repeated reads (default: 9). */
  protected long countedRetries() {
    return 9;
  }

  @Test
  void readsAgainWhatWasCut() {
    storage.createExclusive(file, TEN);
    byte[] target = new byte[10];
    try (InputFile in = storage.open(file)) {
      for (FaultProxy.Fault fault :
          List.of(
              FaultProxy.cutAfter(4),
              FaultProxy.lostResponse(),
              error(503, "SlowDown"),
              error(500, "InternalError"))) {
        proxy.inject(get(), 2, fault);
        Arrays.fill(target, (byte) -1);
        in.read(0, target, 0, 10);
        assertThat(target).isEqualTo(TEN);
      }
      proxy.inject(get(), 1, FaultProxy.cutAfter(4));
      assertThat(in.readEnd(target)).isEqualTo(10);
      assertThat(target).isEqualTo(TEN);
    }
    assertThat(proxy.count(get())).isEqualTo(4 * 3 + 2);
    assertThat(storage.counts().retries()).isEqualTo(countedRetries());
  }

  @Test
  void failsWhereAnAnswerIsCutEachTime() {
    useTries(3);
    storage.createExclusive(file, TEN);
    proxy.inject(get(), 100, FaultProxy.cutAfter(4));

    try (InputFile in = storage.open(file)) {
      assertThatThrownBy(() -> in.read(0, new byte[10], 0, 10))
          .isInstanceOf(StorageException.class)
          .hasMessageContaining("GET " + file)
          .hasMessageContaining("cut short");
    }
    assertThat(proxy.count(get())).isEqualTo(3);
  }

  @Test
  void countsEachRequestOfAReadOnce() {
    storage.createExclusive(file, new byte[20_000_000]);
    storage.tree(file.parent(), "");
    proxy.reset();
    long before = storage.counts().all();
    try (InputFile in = storage.open(file)) {
      assertThat(proxy.requests()).isEmpty();
      byte[] end = new byte[1000];
      assertThat(in.readEnd(end)).isEqualTo(20_000_000);
      assertThat(in.size()).isEqualTo(20_000_000);
      assertThat(proxy.requests()).as("one for the end, with the size").hasSize(1);
      in.read(
          List.of(new InputFile.Piece(10, end, 0, 10), new InputFile.Piece(500_000, end, 10, 990)));
      assertThat(proxy.requests()).as("one for several pieces").hasSize(2);
      byte[] all = new byte[20_000_000];
      in.read(0, all, 0, all.length);
      assertThat(proxy.requests()).as("three of at most 8 MiB").hasSize(5);
    }
    assertThat(storage.counts().all() - before).isEqualTo(5);
    assertThat(storage.counts().bytesRead()).isEqualTo(1000 + 500_990 - 10 + 20_000_000);
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
      try (ObjectStorage other = store(URI.create("http://127.0.0.1:" + server.getLocalPort()))) {
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

  @Test
  void failsAfterItWasClosed() {
    storage.close();

    assertThatCode(() -> storage.close()).doesNotThrowAnyException();
    assertThatThrownBy(() -> storage.find(file)).isInstanceOf(InvalidRequestException.class);
  }
}
