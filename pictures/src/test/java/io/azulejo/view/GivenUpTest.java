package io.azulejo.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Work for an answer that nobody waits for any more. */
class GivenUpTest {
  @Test
  void isInterruptedWhenTheClientGoesAway() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 4);
    var workers = Executors.newFixedThreadPool(2);
    try (LiveAnswers answers = new LiveAnswers(Thread::new, new Pages.Words(null))) {
      server.createContext(
          "/",
          exchange -> {
            try (exchange) {
              answers.json(exchange, () -> waitForEver(begun, interrupted));
            }
          });
      server.setExecutor(workers);
      server.start();
      try (Socket client =
          new Socket(server.getAddress().getAddress(), server.getAddress().getPort())) {
        client
            .getOutputStream()
            .write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
        // It is told that the answer is on its way.
        assertThat(new String(client.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
            .isEqualTo("HTTP/1.1 200");
      }
      assertThat(interrupted.await(20, TimeUnit.SECONDS)).isTrue();
    } finally {
      server.stop(0);
      workers.shutdownNow();
    }
  }

  private static byte[] waitForEver(CountDownLatch begun, CountDownLatch interrupted)
      throws IOException {
    begun.countDown();
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      interrupted.countDown();
    }
    throw new IOException("given up");
  }
}
