package io.azulejo.view;

import com.sun.net.httpserver.HttpExchange;
import io.azulejo.error.AzulejoException;
import io.azulejo.error.CancelledException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * Sends answers that may take long to compute. Meanwhile, it sends a blank from time to time, which
 * JSON allows before a value. If this shows that the client has closed the connection, it
 * interrupts the work.
 */
final class LiveAnswers implements AutoCloseable {
  private static final long BEAT_MILLIS = 250;
  private static final byte[] BLANK = {' '};

  private final ScheduledExecutorService clock;
  private final CommandTexts texts;

  LiveAnswers(ThreadFactory threads, CommandTexts texts) {
    clock = Executors.newSingleThreadScheduledExecutor(threads);
    this.texts = texts;
  }

  /** Computes the answer to a request. */
  interface Work {
    byte[] answer() throws IOException;
  }

  /** Sends a line of plain text. */
  void plain(HttpExchange exchange, int status, String text) throws IOException {
    byte[] bytes = (text + "\n").getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
    if (exchange.getRequestMethod().equals("HEAD")) {
      exchange.sendResponseHeaders(status, -1);
      return;
    }
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  /** Sends a JSON answer, or {@code {"error": "..."}} if the work fails. */
  void json(HttpExchange exchange, Work work) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "application/json; charset=utf-8");
    Pulse pulse = new Pulse(exchange, Thread.currentThread());
    ScheduledFuture<?> beats =
        clock.scheduleWithFixedDelay(pulse::beat, BEAT_MILLIS, BEAT_MILLIS, TimeUnit.MILLISECONDS);
    int status = 200;
    byte[] bytes;
    try {
      bytes = work.answer();
    } catch (RuntimeException | OutOfMemoryError e) {
      status = status(e);
      String text = e instanceof OutOfMemoryError ? "out of memory" : text(e);
      bytes = Json.object(json -> json.writeStringField("error", text));
    } finally {
      beats.cancel(false);
    }
    pulse.end(status, bytes);
  }

  private static int status(Throwable e) {
    if (e instanceof InvalidRequestException || e instanceof IllegalArgumentException) {
      return 400;
    }
    if (e instanceof NotFoundException) {
      return 404;
    }
    return e instanceof CancelledException ? 503 : 500;
  }

  private String text(Throwable e) {
    if (e instanceof CancelledException) {
      return "the request was canceled";
    }
    return e instanceof AzulejoException known
        ? texts.failure(known)
        : String.valueOf(e.getMessage());
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }

  /** An answer in progress. */
  private static final class Pulse {
    private final HttpExchange exchange;
    private final Thread worker;
    private boolean begun;
    private boolean ended;
    private boolean abandoned;

    Pulse(HttpExchange exchange, Thread worker) {
      this.exchange = exchange;
      this.worker = worker;
    }

    synchronized void beat() {
      if (ended || abandoned) {
        return;
      }
      try {
        if (!begun) {
          begun = true;
          exchange.sendResponseHeaders(200, 0);
        }
        OutputStream out = exchange.getResponseBody();
        out.write(BLANK);
        out.flush();
      } catch (IOException e) {
        abandoned = true;
        worker.interrupt();
      }
    }

    synchronized void end(int status, byte[] bytes) throws IOException {
      ended = true;
      if (abandoned) {
        // Clear the interrupt that was meant for the work, because the work has ended.
        Thread.interrupted();
        return;
      }
      if (!begun) {
        exchange.sendResponseHeaders(status, bytes.length);
      }
      exchange.getResponseBody().write(bytes);
    }
  }
}
