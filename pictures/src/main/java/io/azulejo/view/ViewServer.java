package io.azulejo.view;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.azulejo.Azulejo;
import io.azulejo.OpenOptions;
import io.azulejo.storage.Location;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A read-only web server for the page of one user. It listens only on the loopback interface and
 * rejects requests whose path lacks a secret token.
 */
public final class ViewServer implements AutoCloseable {
  private static final int TOKEN_BYTES = 16;
  private static final int THREADS = 8;
  private static final int WAITING = 64;
  private static final int BACKLOG = 32;

  private final HttpServer server;
  private final ThreadPoolExecutor workers;
  private final LiveAnswers answers;
  private final URI address;

  private ViewServer(
      HttpServer server, ThreadPoolExecutor workers, LiveAnswers answers, String token) {
    this.server = server;
    this.workers = workers;
    this.answers = answers;
    this.address =
        URI.create("http://127.0.0.1:%d/%s/".formatted(server.getAddress().getPort(), token));
  }

  /**
   * Starts a server, which runs until it is closed.
   *
   * @param engine opens arrays; the caller owns it, and must close it after the server
   * @param root the array, group or folder to show, with everything below it
   * @param uri the root as the user writes it, for commands on the page
   * @param options the options for opening objects; the page can choose other times
   * @param texts provides the texts that the page has in common with the commands
   * @param port the port, or 0 for any free port
   * @throws java.net.BindException if the port is in use or not permitted
   */
  public static ViewServer start(
      Azulejo engine, Location root, String uri, OpenOptions options, CommandTexts texts, int port)
      throws IOException {
    InetAddress loopback = InetAddress.getByAddress("127.0.0.1", new byte[] {127, 0, 0, 1});
    HttpServer server = HttpServer.create(new InetSocketAddress(loopback, port), BACKLOG);
    byte[] secret = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(secret);
    String token = HexFormat.of().formatHex(secret);
    ThreadPoolExecutor workers =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            1,
            TimeUnit.MINUTES,
            new ArrayBlockingQueue<>(WAITING),
            work -> daemon(work, "azulejo-view"));
    LiveAnswers answers = new LiveAnswers(work -> daemon(work, "azulejo-view-clock"), texts);
    ViewedObjects objects = new ViewedObjects(engine, root, uri, options, texts);
    ViewApi api = new ViewApi(objects);
    RequestGuard guard = new RequestGuard(token, server.getAddress().getPort());
    server.createContext("/", exchange -> handle(exchange, guard, api, answers));
    server.setExecutor(workers);
    server.start();
    return new ViewServer(server, workers, answers, token);
  }

  private static Thread daemon(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  private static void handle(
      HttpExchange exchange, RequestGuard guard, ViewApi api, LiveAnswers answers)
      throws IOException {
    try (exchange) {
      SafeHeaders.set(exchange.getResponseHeaders());
      RequestGuard.Verdict verdict = guard.check(exchange);
      if (verdict.status() != RequestGuard.GOOD) {
        answers.plain(exchange, verdict.status(), verdict.text());
      } else if (verdict.text().startsWith(ViewApi.PREFIX)) {
        answers.json(exchange, api.answer(verdict.text(), Parameters.of(exchange)));
      } else {
        PageFiles.File file = PageFiles.find(verdict.text());
        if (file == null) {
          answers.plain(exchange, 404, "Page not found.");
        } else {
          exchange.getResponseHeaders().set("Content-Type", file.type());
          exchange.sendResponseHeaders(200, file.bytes().length);
          exchange.getResponseBody().write(file.bytes());
        }
      }
    }
  }

  /** Returns the address of the page. It contains the token, so the user must keep it secret. */
  public URI address() {
    return address;
  }

  /** Stops the server, interrupts running computations and waits up to 5 seconds for them. */
  @Override
  public void close() {
    server.stop(0);
    workers.shutdownNow();
    answers.close();
    try {
      workers.awaitTermination(5, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
