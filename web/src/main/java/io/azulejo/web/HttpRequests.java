package io.azulejo.web;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.StorageException;
import io.azulejo.storage.Location;
import io.azulejo.storage.objects.Attempts;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.ResponseInfo;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import javax.net.ssl.SSLException;

/**
 * Sends requests that change nothing on the server, and therefore can retry them. The delay between
 * attempts grows, and is at least the server's {@code Retry-After}. Follows redirections, except
 * from {@code https} to {@code http}. Sends the configured headers only to the original server.
 * Safe for concurrent use.
 */
final class HttpRequests implements AutoCloseable {
  private static final Set<Integer> TEMPORARY = Set.of(408, 425, 429, 500, 502, 503, 504);
  private static final Set<Integer> REDIRECTIONS = Set.of(301, 302, 303, 307, 308);
  private static final int MAX_REDIRECTIONS = 5;
  private static final long FIRST_PAUSE_MILLIS = 200;
  private static final long MAX_PAUSE_MILLIS = 20_000;

  private final HttpSettings settings;
  private final Pause pause;
  private final ExecutorService threads = daemons("azulejo-http");
  private final HttpClient client;
  private volatile boolean closed;

  /** Waits between attempts. */
  interface Pause {
    /** Waits for a time in milliseconds. */
    void of(long millis) throws InterruptedException;
  }

  /**
   * A response.
   *
   * @param status the HTTP status; 404 if the location is a folder
   * @param folder whether the location is a folder: the server redirected to the same path with a
   *     slash
   * @param headers the headers of the response
   * @param body the receiver of the body, which has finished
   */
  record Answer(int status, boolean folder, HttpHeaders headers, Body body) {
    Optional<String> header(String name) {
      return headers.firstValue(name);
    }
  }

  HttpRequests(HttpSettings settings, Pause pause) {
    this.settings = settings;
    this.pause = pause;
    this.client =
        HttpClient.newBuilder()
            // HTTP/1.1 opens one connection per active request. With HTTP/2, all requests would
            // share one.
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(settings.connectTimeout())
            .executor(threads)
            .build();
  }

  private static ExecutorService daemons(String name) {
    return Executors.newCachedThreadPool(
        work -> {
          Thread thread = new Thread(work, name);
          thread.setDaemon(true);
          return thread;
        });
  }

  /**
   * Sends a request and retries after transient failures. Other error statuses are returned.
   *
   * @param location the requested location, for messages
   * @param headers headers in addition to the configured ones
   * @param body creates the receiver of the body from the status and headers; called for each
   *     attempt that succeeds
   * @throws StorageException if no attempt receives a response, if the last one has a transient
   *     error status, if a redirection is not valid, or if the thread is interrupted
   */
  Answer send(
      String method,
      Location location,
      URI url,
      Map<String, String> headers,
      Function<ResponseInfo, Body> body) {
    Attempts attempts = new Attempts(settings.attempts());
    while (true) {
      long wait;
      String failure;
      try {
        Answer answer = timed(method, location, url, headers, body);
        if (!TEMPORARY.contains(answer.status)) {
          return answer;
        }
        Optional<Long> wanted = answer.header("Retry-After").flatMap(HttpRequests::millis);
        if (!attempts.mayFollow(null) || wanted.orElse(0L) > MAX_PAUSE_MILLIS) {
          throw new StorageException(
              "cannot read %s: the server answered HTTP %d%s, %d times"
                  .formatted(
                      location,
                      answer.status,
                      wanted.map(w -> " (retry after %d s)".formatted(w / 1000)).orElse(""),
                      attempts.failed()),
              location.toString(),
              null,
              true);
        }
        failure = "the server answered HTTP " + answer.status;
        wait = Math.max(pauseAfter(attempts.failed()), wanted.orElse(0L));
      } catch (IOException e) {
        boolean permanent = isPermanent(e);
        if (!attempts.mayFollow(e) || permanent) {
          int failed = attempts.failed();
          throw new StorageException(
              "cannot read %s: %s%s"
                  .formatted(location, reason(e), failed > 1 ? ", %d times".formatted(failed) : ""),
              location.toString(),
              e,
              !permanent);
        }
        failure = reason(e);
        wait = pauseAfter(attempts.failed());
      }
      attempts.logRetry(method, location, failure);
      try {
        pause.of(wait);
      } catch (InterruptedException e) {
        throw interrupted(location, e);
      }
    }
  }

  private static long pauseAfter(int failed) {
    long most = Math.min(MAX_PAUSE_MILLIS, FIRST_PAUSE_MILLIS << Math.min(failed - 1, 20));
    return most / 2 + ThreadLocalRandom.current().nextLong(most / 2 + 1);
  }

  /**
   * Parses a {@code Retry-After} header, which has seconds or a date. Returns milliseconds from
   * now, or an empty result if it is not valid.
   */
  private static Optional<Long> millis(String retryAfter) {
    try {
      if (retryAfter.chars().allMatch(Character::isDigit)) {
        return Optional.of(Math.multiplyExact(Long.parseLong(retryAfter), 1000L));
      }
      ZonedDateTime date = ZonedDateTime.parse(retryAfter, DateTimeFormatter.RFC_1123_DATE_TIME);
      return Optional.of(Math.max(0, date.toInstant().toEpochMilli() - System.currentTimeMillis()));
    } catch (NumberFormatException | ArithmeticException | DateTimeParseException e) {
      return Optional.empty();
    }
  }

  /** Returns whether another attempt would fail in the same way. */
  private static boolean isPermanent(IOException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof SSLException || cause instanceof UnresolvedAddressException) {
        return true;
      }
    }
    return false;
  }

  private static String reason(IOException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnresolvedAddressException) {
        return "the server name is unknown";
      }
    }
    if (e instanceof HttpTimeoutException) {
      return "the server did not answer in time";
    }
    if (e instanceof ConnectException) {
      return "cannot connect to the server";
    }
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }

  private Answer timed(
      String method,
      Location location,
      URI url,
      Map<String, String> headers,
      Function<ResponseInfo, Body> body)
      throws IOException {
    long start = System.nanoTime();
    try {
      return follow(method, location, url, headers, body);
    } finally {
      Attempts.logIfSlow(method, location, System.nanoTime() - start);
    }
  }

  private Answer follow(
      String method,
      Location location,
      URI asked,
      Map<String, String> headers,
      Function<ResponseInfo, Body> body)
      throws IOException {
    URI url = asked;
    for (int redirections = 0; ; redirections++) {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(url)
              .method(method, HttpRequest.BodyPublishers.noBody())
              .timeout(settings.idleTimeout())
              .setHeader("Accept-Encoding", "identity")
              .setHeader("User-Agent", "azulejo");
      if (Urls.isSameServer(asked, url)) {
        settings.headers().forEach(request::setHeader);
      }
      headers.forEach(request::setHeader);
      HttpResponse<Body> response = exchange(location, request.build(), body);
      Optional<String> next = response.headers().firstValue("Location");
      if (!REDIRECTIONS.contains(response.statusCode()) || next.isEmpty()) {
        return new Answer(response.statusCode(), false, response.headers(), response.body());
      }
      URI target = target(location, url, next.get());
      if (String.valueOf(target.getRawPath()).equals(url.getRawPath() + "/")) {
        return new Answer(404, true, response.headers(), response.body());
      }
      if (redirections == MAX_REDIRECTIONS) {
        throw failed(
            location,
            "the server redirects in a loop, or more than %d times".formatted(MAX_REDIRECTIONS));
      }
      url = target;
    }
  }

  /**
   * Returns the target of a redirection.
   *
   * @param url the URL that was redirected
   * @param next the {@code Location} header
   * @throws StorageException if the target is not valid, is not HTTP, or would leave {@code https}
   */
  static URI target(Location location, URI url, String next) {
    URI target;
    try {
      target = url.resolve(next);
    } catch (IllegalArgumentException e) {
      throw failed(location, "the server redirects to an invalid URL");
    }
    String scheme = String.valueOf(target.getScheme());
    if (target.getHost() == null
        || !(scheme.equalsIgnoreCase("http") || scheme.equalsIgnoreCase("https"))) {
      throw failed(location, "the server redirects to a URL that is not HTTP");
    }
    if (url.getScheme().equalsIgnoreCase("https") && !scheme.equalsIgnoreCase("https")) {
      throw failed(location, "the server redirects from https to http, which is not allowed");
    }
    return target;
  }

  private static StorageException failed(Location location, String reason) {
    return new StorageException(
        "cannot read %s: %s".formatted(location, reason), location.toString(), null, false);
  }

  private HttpResponse<Body> exchange(
      Location location, HttpRequest request, Function<ResponseInfo, Body> choose)
      throws IOException {
    if (closed) {
      throw new InvalidRequestException("the store of " + location + " is closed");
    }
    AtomicReference<Body> begun = new AtomicReference<>();
    CompletableFuture<HttpResponse<Body>> pending =
        client.sendAsync(
            request,
            head -> {
              Body body =
                  head.statusCode() == 200 || head.statusCode() == 206
                      ? choose.apply(head)
                      : new Body.None();
              begun.set(body);
              return body;
            });
    try {
      return await(pending, begun);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      if (e.getCause() instanceof AzulejoException failure) {
        throw failure;
      }
      throw new IOException(String.valueOf(e.getCause()), e.getCause());
    } catch (InterruptedException e) {
      throw interrupted(location, e);
    } finally {
      Body body = begun.get();
      if (body != null) {
        body.stop();
      }
      pending.cancel(true);
    }
  }

  /**
   * Waits for the response as long as bytes keep arriving.
   *
   * @throws HttpTimeoutException if no bytes arrive during the idle timeout
   */
  private HttpResponse<Body> await(
      CompletableFuture<HttpResponse<Body>> pending, AtomicReference<Body> begun)
      throws ExecutionException, InterruptedException, IOException {
    Duration idleTimeout = settings.idleTimeout();
    long seen = -1;
    while (true) {
      try {
        return pending.get(idleTimeout.toMillis(), TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        Body body = begun.get();
        long now = body == null ? -1 : body.arrivals();
        if (now == seen) {
          throw new HttpTimeoutException("no data arrived for " + idleTimeout);
        }
        seen = now;
      }
    }
  }

  private static StorageException interrupted(Location location, InterruptedException e) {
    Thread.currentThread().interrupt();
    return new StorageException(
        "interrupted while reading " + location, location.toString(), e, false);
  }

  @Override
  public void close() {
    closed = true;
    threads.shutdown();
  }
}
