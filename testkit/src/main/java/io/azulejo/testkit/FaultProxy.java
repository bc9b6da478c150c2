package io.azulejo.testkit;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;

/**
 * A proxy server on a free local port that can disturb selected requests: it can lose, cut or
 * replace their responses. It records all requests. It forwards paths, headers and bodies
 * unchanged, so signatures remain valid.
 */
public final class FaultProxy implements AutoCloseable {
  static {
    // Without this option, each response waits for the acknowledgment of its first packet.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  /**
   * A recorded request.
   *
   * @param method the method, such as {@code "GET"}
   * @param path the path, percent-encoded as the client sent it
   * @param query the query, percent-encoded and without the question mark; empty if there is none
   * @param headers the first value of each header; names are case-insensitive
   * @param bytes the length of the body in bytes
   */
  public record Request(
      String method, String path, String query, Map<String, String> headers, int bytes) {
    /** Returns whether the request has the given method and its path ends with the given suffix. */
    public boolean is(String wantedMethod, String end) {
      return method.equals(wantedMethod) && path.endsWith(end);
    }
  }

  /** A response of the server. */
  private record Answer(int status, Headers headers, byte[] body) {}

  /** A disturbance of a request, which replaces the normal forwarding. */
  public interface Fault {
    /** Handles a request. If it sends no response, the connection is closed. */
    void answer(Exchange exchange) throws IOException;
  }

  /** A request that waits for its response. */
  public final class Exchange {
    private final HttpExchange client;
    private final Request request;
    private final byte[] body;

    private Exchange(HttpExchange client, Request request, byte[] body) {
      this.client = client;
      this.request = request;
      this.body = body;
    }

    /** Returns the request. */
    public Request request() {
      return request;
    }

    /** Returns the body of the request as text. */
    public String text() {
      return new String(body, StandardCharsets.UTF_8);
    }

    /** Forwards the request to the server and discards the response. */
    public void forward() throws IOException {
      execute(client, body);
    }

    /** Forwards the request to the server and sends the response back to the client. */
    public void relay() throws IOException {
      send(client, execute(client, body), Integer.MAX_VALUE);
    }

    /** Forwards the request and sends the response back with one header added or replaced. */
    public void relayWithHeader(String header, String value) throws IOException {
      Answer answer = execute(client, body);
      answer.headers().set(header, value);
      send(client, answer, Integer.MAX_VALUE);
    }

    /**
     * Forwards the request and sends the response back, but cuts the connection after half of the
     * body.
     */
    public void relayHalf() throws IOException {
      Answer answer = execute(client, body);
      send(client, answer, answer.body().length / 2);
    }

    /**
     * Forwards the request and sends the response back, but cuts the connection within the body.
     *
     * @param bytes the number of bytes of the body to send
     */
    public void relayCutAfter(int bytes) throws IOException {
      send(client, execute(client, body), bytes);
    }

    /**
     * Forwards the request and sends the response back. If the response is 412 (condition not met),
     * the client gets 200 instead.
     */
    public void relayConditionsAsMet() throws IOException {
      Answer answer = execute(client, body);
      boolean refused = answer.status() == 412;
      send(
          client,
          refused ? new Answer(200, answer.headers(), new byte[0]) : answer,
          Integer.MAX_VALUE);
    }

    /**
     * Sends a response to the client without forwarding the request.
     *
     * @param status the HTTP status
     * @param headers the response headers
     * @param text the body, sent as UTF-8
     */
    public void answer(int status, Map<String, String> headers, String text) throws IOException {
      Headers sent = new Headers();
      headers.forEach(sent::set);
      send(
          client,
          new Answer(status, sent, text.getBytes(StandardCharsets.UTF_8)),
          Integer.MAX_VALUE);
    }

    /** Closes the client's connection without a response. */
    public void closeConnection() {
      client.close();
    }
  }

  /**
   * Returns a fault that drops the request: the server never receives it, and the client gets no
   * response.
   */
  public static Fault lostRequest() {
    return Exchange::closeConnection;
  }

  /** Returns a fault that loses the response after the server has executed the request. */
  public static Fault lostResponse() {
    return exchange -> {
      exchange.forward();
      exchange.closeConnection();
    };
  }

  /**
   * Returns a fault that closes the connection after the given number of bytes of the response
   * body.
   */
  public static Fault cutAfter(int bytes) {
    return exchange -> exchange.relayCutAfter(bytes);
  }

  /** Returns a fault that responds with an S3 error. The server never receives the request. */
  public static Fault error(int status, String code) {
    return exchange -> exchange.answer(status, Map.of(), xml(exchange.request(), code));
  }

  /** Returns a fault that responds with an S3 error after the server has executed the request. */
  public static Fault errorAfterExecution(int status, String code) {
    return exchange -> {
      exchange.forward();
      exchange.answer(status, Map.of(), xml(exchange.request(), code));
    };
  }

  /**
   * Returns a fault that simulates a server without conditional requests: an unmet condition looks
   * like success.
   */
  public static Fault withoutConditions() {
    return Exchange::relayConditionsAsMet;
  }

  /**
   * Returns an S3 error document. Its message repeats the request headers, as S3 does for wrong
   * signatures.
   */
  private static String xml(Request request, String code) {
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Error><Code>"
        + code
        + "</Code><Message>made up by a test; the request had the headers "
        + request.headers().toString().replace("&", "&amp;").replace("<", "&lt;")
        + "</Message><RequestId>made-up</RequestId></Error>";
  }

  private static final class Rule {
    final Predicate<Request> which;
    final Fault fault;
    int passing;
    int left;

    Rule(Predicate<Request> which, int passing, int times, Fault fault) {
      this.which = which;
      this.passing = passing;
      this.left = times;
      this.fault = fault;
    }
  }

  private final URI server;
  private final HttpServer own;
  private final ExecutorService threads;
  private final List<Rule> rules = new ArrayList<>();
  private final List<Request> requests = new ArrayList<>();

  private FaultProxy(URI server) throws IOException {
    this.server = server;
    own = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    threads =
        Executors.newCachedThreadPool(
            task -> {
              Thread thread = new Thread(task, "fault-proxy");
              thread.setDaemon(true);
              return thread;
            });
    own.setExecutor(threads);
    own.createContext("/", this::handle);
    own.start();
  }

  /**
   * Starts a proxy that forwards all requests until a fault is injected.
   *
   * @param server the address of the server, {@code http://HOST:PORT}
   */
  public static FaultProxy before(URI server) {
    try {
      return new FaultProxy(server);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the address of the proxy, {@code http://127.0.0.1:PORT}. */
  public URI endpoint() {
    return URI.create("http://127.0.0.1:" + own.getAddress().getPort());
  }

  /**
   * Disturbs the next {@code times} matching requests. If several injected faults match a request,
   * the earliest one applies.
   */
  public void inject(Predicate<Request> which, int times, Fault fault) {
    inject(which, 0, times, fault);
  }

  /**
   * Disturbs matching requests after some of them have passed.
   *
   * @param which selects the requests
   * @param passing the number of matching requests to leave alone first
   * @param times the number of requests to disturb after that
   * @param fault the disturbance
   */
  public synchronized void inject(Predicate<Request> which, int passing, int times, Fault fault) {
    rules.add(new Rule(which, passing, times, fault));
  }

  /** Removes all injected faults and forgets the recorded requests. */
  public synchronized void reset() {
    rules.clear();
    requests.clear();
  }

  /** Returns all requests since the start or the last {@link #reset}, including disturbed ones. */
  public synchronized List<Request> requests() {
    return List.copyOf(requests);
  }

  /** Returns the number of matching requests since the start or the last {@link #reset}. */
  public long count(Predicate<Request> which) {
    return requests().stream().filter(which).count();
  }

  private synchronized Fault next(Request request) {
    requests.add(request);
    for (Rule rule : rules) {
      if (rule.left > 0 && rule.which.test(request)) {
        if (rule.passing > 0) {
          rule.passing--;
          continue;
        }
        rule.left--;
        return rule.fault;
      }
    }
    return Exchange::relay;
  }

  private void handle(HttpExchange client) throws IOException {
    byte[] body = client.getRequestBody().readAllBytes();
    String target = client.getRequestURI().toString();
    int question = target.indexOf('?');
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    client.getRequestHeaders().forEach((name, values) -> headers.put(name, values.get(0)));
    Request request =
        new Request(
            client.getRequestMethod(),
            question < 0 ? target : target.substring(0, question),
            question < 0 ? "" : target.substring(question + 1),
            headers,
            body.length);
    try (client) {
      next(request).answer(new Exchange(client, request, body));
    }
  }

  private Answer execute(HttpExchange client, byte[] body) throws IOException {
    StringBuilder head = new StringBuilder();
    head.append(client.getRequestMethod()).append(' ').append(client.getRequestURI());
    head.append(" HTTP/1.1\r\n");
    client
        .getRequestHeaders()
        .forEach(
            (name, values) -> {
              if (!List.of("connection", "expect", "transfer-encoding", "content-length")
                  .contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(
                    value -> head.append(name).append(": ").append(value).append("\r\n"));
              }
            });
    head.append("Content-Length: ").append(body.length).append("\r\n");
    head.append("Connection: close\r\n\r\n");
    try (Socket socket = new Socket(server.getHost(), server.getPort())) {
      OutputStream out = socket.getOutputStream();
      out.write(head.toString().getBytes(StandardCharsets.ISO_8859_1));
      out.write(body);
      out.flush();
      return answer(
          new BufferedInputStream(socket.getInputStream()),
          client.getRequestMethod().equals("HEAD"));
    }
  }

  private static Answer answer(InputStream in, boolean withoutBody) throws IOException {
    int status;
    do {
      status = Integer.parseInt(line(in).split(" ")[1]);
      if (status == 100) {
        line(in);
      }
    } while (status == 100);
    Headers headers = new Headers();
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      int colon = line.indexOf(':');
      headers.add(line.substring(0, colon), line.substring(colon + 1).trim());
    }
    byte[] body = withoutBody ? new byte[0] : in.readAllBytes();
    if ("chunked".equalsIgnoreCase(headers.getFirst("Transfer-Encoding"))) {
      body = unchunked(body);
    }
    return new Answer(status, headers, body);
  }

  private static byte[] unchunked(byte[] body) throws IOException {
    InputStream in = new ByteArrayInputStream(body);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int length = length(in); length > 0; length = length(in)) {
      out.write(in.readNBytes(length));
      line(in);
    }
    return out.toByteArray();
  }

  private static int length(InputStream chunks) throws IOException {
    String line = line(chunks);
    return line.isEmpty() ? 0 : Integer.parseInt(line.split(";")[0].trim(), 16);
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  private static void send(HttpExchange client, Answer answer, int cutAfter) throws IOException {
    boolean withoutBody = client.getRequestMethod().equals("HEAD");
    answer
        .headers()
        .forEach(
            (name, values) -> {
              String lower = name.toLowerCase(Locale.ROOT);
              if (!List.of("connection", "transfer-encoding").contains(lower)
                  && (withoutBody || !lower.equals("content-length"))) {
                client.getResponseHeaders().put(name, values);
              }
            });
    int length = answer.body().length;
    client.sendResponseHeaders(answer.status(), withoutBody || length == 0 ? -1 : length);
    if (!withoutBody && length > 0) {
      client.getResponseBody().write(answer.body(), 0, Math.min(length, cutAfter));
      if (cutAfter >= length) {
        client.getResponseBody().close();
      }
    }
  }

  @Override
  public void close() {
    own.stop(0);
    threads.shutdownNow();
  }
}
