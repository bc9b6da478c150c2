package io.azulejo.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import io.azulejo.error.CorruptDataException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.StorageException;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.Settings;
import io.azulejo.testkit.FileServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Servers that fail, lie, or change their mind. */
@Timeout(30)
@Tag("full")
class HttpFaultsTest {
  @AutoClose private final FileServer server = new FileServer();
  private final List<Long> pauses = new ArrayList<>();
  private final byte[] content = new byte[100_000];
  @AutoClose private HttpStorage storage = storage(Map.of());

  HttpFaultsTest() {
    new Random(1).nextBytes(content);
    server.files.put("data", content);
  }

  private HttpStorage storage(Map<String, String> settings) {
    return new HttpStorage(
        HttpSettings.of(Settings.of(settings)), pauses::add, System::currentTimeMillis);
  }

  private byte[] read(String path, long position, int length) {
    try (InputFile in = storage.open(server.location(path))) {
      byte[] target = new byte[length];
      in.read(position, target, 0, length);
      return target;
    }
  }

  private void failsFirst(int times, FileServer.Fault fault) {
    AtomicInteger left = new AtomicInteger(times);
    server.fault = exchange -> left.getAndDecrement() > 0 && fault.answers(exchange);
  }

  private static FileServer.Fault status(int status, String... headers) {
    return exchange -> {
      for (int i = 0; i < headers.length; i += 2) {
        exchange.getResponseHeaders().set(headers[i], headers[i + 1]);
      }
      FileServer.send(exchange, status, "an error".getBytes());
      return true;
    };
  }

  private void assertThatItIsRead() {
    assertThat(read("data", 10, 1000)).isEqualTo(Arrays.copyOfRange(content, 10, 1010));
  }

  @Test
  void triesAgainWhatMayPass() {
    for (int status : new int[] {408, 425, 429, 500, 502, 503, 504}) {
      failsFirst(2, status(status));
      assertThatItIsRead();
    }
    assertThat(pauses).hasSize(14).allMatch(pause -> pause >= 100 && pause <= 400);
  }

  @Test
  void warnsOfARequestThatIsSentAgain() {
    List<String> logged = new ArrayList<>();
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord warning) {
            logged.add(warning.getLevel() + " " + warning.getMessage());
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    Logger logger = Logger.getLogger("io.azulejo");
    logger.addHandler(handler);
    try {
      failsFirst(2, status(503));
      assertThatItIsRead();
    } finally {
      logger.removeHandler(handler);
    }
    assertThat(logged)
        .containsExactly(
            "WARNING GET %s failed: the server answered HTTP 503; retrying"
                    .formatted(server.location("data"))
                + " (attempt 2 of at most 5)");
  }

  @Test
  void waitsAsLongAsTheServerSays() {
    failsFirst(1, status(503, "Retry-After", "7"));
    assertThatItIsRead();
    assertThat(pauses).containsExactly(7000L);

    server.fault = status(429, "Retry-After", "3600");
    assertThatThrownBy(this::assertThatItIsRead)
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("HTTP 429 (retry after 3600 s)");
    assertThat(pauses).hasSize(1);
  }

  @Test
  void givesUpAfterSomeAttempts() {
    server.fault = status(503);
    assertThatThrownBy(this::assertThatItIsRead)
        .isInstanceOfSatisfying(StorageException.class, e -> assertThat(e.retryable()).isTrue())
        .hasMessageContaining("the server answered HTTP 503, 5 times")
        .hasMessageContaining(server.location("data").toString());
    assertThat(server.log).hasSize(5);
  }

  @Test
  void triesAgainWhereAnAnswerIsCutOff() {
    failsFirst(
        2,
        exchange -> {
          exchange.getResponseHeaders().set("Content-Range", "bytes 10-1009/100000");
          exchange.sendResponseHeaders(206, 1000);
          exchange.getResponseBody().write(content, 10, 400);
          exchange.getResponseBody().flush();
          // Breaks the connection.
          throw new IOException("cut");
        });
    assertThatItIsRead();
    assertThat(server.log).hasSize(3);
  }

  @Test
  void saysThatAServerDoesNotTakeConnections() {
    server.close();
    assertThatThrownBy(this::assertThatItIsRead)
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("cannot connect to the server, 3 times");
    assertThat(pauses).hasSize(2);
  }

  @Test
  void waitsForNoServerForEver() {
    CountDownLatch end = new CountDownLatch(1);
    storage.close();
    storage = storage(Map.of("azulejo.http.idle_timeout_ms", "200", "azulejo.http.max_tries", "1"));
    server.fault =
        exchange -> {
          if (exchange.getRequestURI().getPath().equals("/data")) {
            exchange.getResponseHeaders().set("Content-Range", "bytes 10-1009/100000");
            exchange.sendResponseHeaders(206, 1000);
            exchange.getResponseBody().write(content, 10, 400);
            exchange.getResponseBody().flush();
          }
          await(end);
          return true;
        };
    assertThatThrownBy(this::assertThatItIsRead)
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("the server did not answer in time");
    assertThatThrownBy(() -> read("other", 0, 1))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("the server did not answer in time");
    end.countDown();
  }

  private static void await(CountDownLatch end) {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void refusesOtherBytesThanItAskedFor() {
    for (String range :
        List.of(
            "bytes 0-999/100000",
            "bytes 10-2000/100000",
            "bytes 10-500/100000",
            "",
            "bytes 10-1009/500")) {
      server.fault =
          exchange -> {
            exchange.getResponseHeaders().set("Content-Range", range);
            FileServer.send(exchange, 206, new byte[1000]);
            return true;
          };
      assertThatThrownBy(this::assertThatItIsRead)
          .as(range)
          .isInstanceOf(StorageException.class)
          .hasMessageContaining("requested bytes");
    }
  }

  @Test
  void refusesCompressedAnswers() {
    server.fault =
        exchange -> {
          exchange.getResponseHeaders().set("Content-Encoding", "gzip");
          return false;
        };
    assertThatThrownBy(this::assertThatItIsRead)
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("compresses the file (gzip)");
  }

  @Test
  void refusesToReadMuchInVain() {
    server.ranges = false;
    server.files.put("large", new byte[9 << 20]);
    assertThat(read("large", 4 << 20, 10)).hasSize(10);
    assertThatThrownBy(() -> read("large", 8 << 20, 10))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("the server ignores ranges");
    try (InputFile in = storage.open(server.location("large"))) {
      assertThatThrownBy(() -> in.readEnd(new byte[10])).isInstanceOf(StorageException.class);
    }
  }

  @Test
  void noticesThatAFileIsReplaced() {
    for (boolean tags : new boolean[] {true, false}) {
      server.tags = tags;
      server.files.put("data", content);
      try (InputFile in = storage.open(server.location("data"))) {
        in.read(0, new byte[10], 0, 10);
        server.files.put("data", new byte[tags ? content.length : 99]);
        assertThatThrownBy(() -> in.read(20, new byte[10], 0, 10))
            .isInstanceOf(StorageException.class)
            .hasMessageContaining("the file changed on the server");
      }
    }
  }

  @Test
  void noticesThatAFileIsNotThatOfTheSeal() {
    server.files.put("array/data", content);
    HttpContractTest.seal(server, "array");
    assertThat(storage.names(server.location("array"))).containsExactly("data");
    server.files.put("array/data", new byte[50_000]);
    assertThatThrownBy(() -> read("array/data", 0, 10))
        .isInstanceOf(CorruptDataException.class)
        .hasMessageContaining("the seal says 100000");
  }

  @Test
  void refusesDamagedSeals() {
    server.files.put("array/data", content);
    HttpContractTest.seal(server, "array");
    byte[] seal = server.files.get("array.seal").clone();
    seal[30] ^= 1;
    server.files.put("array.seal", seal);
    assertThatThrownBy(() -> storage.names(server.location("array")))
        .isInstanceOf(CorruptDataException.class)
        .hasMessageContaining("array.seal");
  }

  @Test
  void saysHowAnArrayIsPublishedWhereNothingListsIt() {
    server.files.put("array/__schema/x", content);
    for (String place : List.of("array", "array/__schema")) {
      assertThatThrownBy(() -> storage.list(server.location(place)))
          .isInstanceOf(StorageException.class)
          .hasMessageContaining("seal " + server.location("array.seal") + " not found")
          .hasMessageContaining("azulejo seal ARRAY")
          .hasMessageContaining("azulejo zip ARRAY");
    }
  }

  @Test
  void followsRedirections() throws IOException {
    try (FileServer other = new FileServer()) {
      other.files.put("there", content);
      AtomicReference<String> given = new AtomicReference<>();
      AtomicReference<String> passedOn = new AtomicReference<>("");
      server.fault =
          exchange -> {
            given.set(authorization(exchange));
            return status(302, "Location", "http://" + other.host() + "/there").answers(exchange);
          };
      other.fault =
          exchange -> {
            passedOn.set(authorization(exchange));
            return false;
          };
      storage.close();
      storage = storage(Map.of("azulejo.http.headers.Authorization", "Bearer SECRET"));
      assertThatItIsRead();
      assertThat(given.get()).isEqualTo("Bearer SECRET");
      assertThat(passedOn.get()).as("no secret for another server").isNull();
    }
  }

  private static String authorization(HttpExchange exchange) {
    return exchange.getRequestHeaders().getFirst("Authorization");
  }

  @Test
  void followsNoRedirectionsForEver() {
    server.fault = status(302, "Location", "/again");
    assertThatThrownBy(this::assertThatItIsRead)
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("in a loop");
    server.fault = status(302, "Location", "ftp://host/file");
    assertThatThrownBy(this::assertThatItIsRead)
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("a URL that is not HTTP");
  }

  @Test
  void followsNoRedirectionToWhereOthersCanRead() {
    assertThatThrownBy(
            () ->
                HttpRequests.target(
                    Location.of("https://host/a"),
                    java.net.URI.create("https://host/a"),
                    "http://host/a"))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("from https to http");
  }

  @Test
  void saysWhatToTryWhereItIsRefused() {
    server.fault = status(403);
    assertThatThrownBy(this::assertThatItIsRead)
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("HTTP 403")
        .hasMessageContaining("azulejo.http.headers.Authorization");
    server.fault = exchange -> false;
    assertThatThrownBy(() -> read("a%20b", 0, 1))
        .isInstanceOf(NotFoundException.class)
        .hasMessageContaining("write a space instead of %20");
  }

  @Test
  void refusesUrlsThatHoldSecrets() {
    for (String path : List.of("user:SECRET@host/a", "SECRET@host/a/b", "host/a.zip?sig=SECRET")) {
      assertThatThrownBy(() -> storage.open(Location.of("https://" + path)))
          .isInstanceOfSatisfying(
              InvalidRequestException.class, e -> assertThat(e.location()).isEmpty())
          .hasMessageContaining("azulejo.http.headers")
          .hasMessageNotContaining("SECRET");
    }
    assertThat(Location.of("zip+https://user:SECRET@host/a")).asString().doesNotContain("SECRET");
  }

  @Test
  void printsNoHeaders() {
    Settings settings =
        Settings.of(
            Map.of("azulejo.http.headers.X-Token", "SECRET\n", "azulejo.http.max_tries", "1"));
    assertThatThrownBy(() -> HttpSettings.of(settings))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("azulejo.http.headers.X-Token")
        .hasMessageNotContaining("SECRET");
    HttpSettings fine =
        HttpSettings.of(Settings.of(Map.of("azulejo.http.headers.X-Token", "SECRET")));
    assertThat(fine).asString().contains("X-Token").doesNotContain("SECRET");
    assertThatThrownBy(
            () -> HttpSettings.of(Settings.of(Map.of("azulejo.http.headers.Host", "other"))))
        .isInstanceOf(InvalidRequestException.class);
  }

  @Test
  void readsLongRangesInParts() {
    byte[] large = new byte[20 << 20];
    new Random(2).nextBytes(large);
    server.files.put("large", large);
    server.count();

    assertThat(read("large", 1, (20 << 20) - 1)).isEqualTo(Arrays.copyOfRange(large, 1, 20 << 20));
    assertThat(server.count()).isEqualTo(3);
  }

  @Test
  void readsPiecesThatAreNearInOneRequest() {
    byte[] one = new byte[100];
    byte[] other = new byte[200];
    server.count();
    try (InputFile in = storage.open(server.location("data"))) {
      in.read(
          List.of(
              new InputFile.Piece(1_000, one, 0, 100), new InputFile.Piece(90_000, other, 0, 200)));
    }
    assertThat(server.log).containsExactly("GET /data 1000-90199");
    assertThat(one).isEqualTo(Arrays.copyOfRange(content, 1_000, 1_100));
    assertThat(other).isEqualTo(Arrays.copyOfRange(content, 90_000, 90_200));
  }

  @Test
  void stopsWhenItIsInterrupted() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    server.fault =
        exchange -> {
          asked.countDown();
          await(end);
          return true;
        };
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread reader =
        new Thread(
            () -> {
              try {
                assertThatItIsRead();
              } catch (RuntimeException e) {
                thrown.set(e);
              }
            });
    reader.start();
    asked.await();
    reader.interrupt();
    reader.join();
    end.countDown();
    assertThat(thrown.get())
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("interrupted");
  }
}
