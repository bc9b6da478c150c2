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
 * A server on a free port of this machine that hands requests on to another one, and spoils those
 * that it is told to: their answers get lost, cut, replaced. Remembers all requests. What it hands
 * on is the same byte by byte, so signatures stay valid.
 */
public final class FaultProxy implements AutoCloseable {
  static {
    // Else each answer waits until its first packet is acknowledged.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  /**
   * A request.
   *
   * @param method such as {@code "GET"}
   * @param path percent-encoded, as it was sent
   * @param query what follows the question mark; empty where there is none
   * @param headers of the request, whose names are found whatever their case
   * @param bytes the length of its body
   */
  public record Request(
      String method, String path, String query, Map<String, String> headers, int bytes) {
    /** Whether it has this method and asks for a path that ends like this. */
    public boolean is(String wantedMethod, String end) {
      return method.equals(wantedMethod) && path.endsWith(end);
    }
  }

  /** An answer. */
  private record Answer(int status, Headers headers, byte[] body) {}

  /** What goes wrong with a request. */
  public interface Fault {
    /** Answers a request, or does not. */
    void answer(Exchange exchange) throws IOException;
  }

  /** A request that waits for what becomes of it. */
  public final class Exchange {
    private final HttpExchange client;
    private final Request request;
    private final byte[] body;

    private Exchange(HttpExchange client, Request request, byte[] body) {
      this.client = client;
      this.request = request;
      this.body = body;
    }

    /** The request. */
    public Request request() {
      return request;
    }

    /** The body of the request, as text. */
    public String text() {
      return new String(body, StandardCharsets.UTF_8);
    }

    /** Hands the request on to the server; its answer is thrown away. */
    public void handOn() throws IOException {
      forward(client, body);
    }

    /** Hands the request on to the server, and its answer back. */
    public void handOnAndBack() throws IOException {
      send(client, forward(client, body), Integer.MAX_VALUE);
    }

    /** Hands the request on, and back its answer with another header. */
    public void handBackWith(String header, String value) throws IOException {
      Answer answer = forward(client, body);
      answer.headers().set(header, value);
      send(client, answer, Integer.MAX_VALUE);
    }

    /** Hands the request on, and back the first half of the answer's body alone. */
    public void handBackHalf() throws IOException {
      Answer answer = forward(client, body);
      send(client, answer, answer.body().length / 2);
    }

    /** Hands the request on, and back the first bytes of the answer's body alone. */
    public void handBackCutAfter(int bytes) throws IOException {
      send(client, forward(client, body), bytes);
    }

    /** Hands the request on, and its answer back, but that a condition is not met as success. */
    public void handBackConditionsAsMet() throws IOException {
      Answer answer = forward(client, body);
      boolean refused = answer.status() == 412;
      send(
          client,
          refused ? new Answer(200, answer.headers(), new byte[0]) : answer,
          Integer.MAX_VALUE);
    }

    /** Answers something else. */
    public void answer(int status, Map<String, String> headers, String text) throws IOException {
      Headers sent = new Headers();
      headers.forEach(sent::set);
      send(
          client,
          new Answer(status, sent, text.getBytes(StandardCharsets.UTF_8)),
          Integer.MAX_VALUE);
    }

    /** Ends the connection. */
    public void hangUp() {
      client.close();
    }
  }

  /** The request never reaches the server, and there is no answer. */
  public static Fault lostRequest() {
    return Exchange::hangUp;
  }

  /** The server does what it is asked, but its answer gets lost. */
  public static Fault lostAnswer() {
    return exchange -> {
      exchange.handOn();
      exchange.hangUp();
    };
  }

  /** The answer's body ends after some bytes, and the connection with it. */
  public static Fault cutAfter(int bytes) {
    return exchange -> exchange.handBackCutAfter(bytes);
  }

  /** The request never reaches the server; the answer is an error in the XML of S3. */
  public static Fault error(int status, String code) {
    return exchange -> exchange.answer(status, Map.of(), xml(exchange.request(), code));
  }

  /** The server does what it is asked, but the answer is an error in the XML of S3. */
  public static Fault doneButError(int status, String code) {
    return exchange -> {
      exchange.handOn();
      exchange.answer(status, Map.of(), xml(exchange.request(), code));
    };
  }

  /** The server seems to know no conditions: what is refused for them is answered as done. */
  public static Fault withoutConditions() {
    return Exchange::handBackConditionsAsMet;
  }

  /** The message repeats the headers of the request, as S3 does where signatures are wrong. */
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

  /** A proxy before a server ({@code http://HOST:PORT}); without faults yet. */
  public static FaultProxy before(URI server) {
    try {
      return new FaultProxy(server);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where it answers: {@code http://127.0.0.1:PORT}. */
  public URI endpoint() {
    return URI.create("http://127.0.0.1:" + own.getAddress().getPort());
  }

  /** Spoils the next requests of a kind, as many as are said; the first rule that fits counts. */
  public void spoil(Predicate<Request> which, int times, Fault fault) {
    spoil(which, 0, times, fault);
  }

  /** As {@link #spoil(Predicate, int, Fault)}, after some requests of the kind have passed. */
  public synchronized void spoil(Predicate<Request> which, int passing, int times, Fault fault) {
    rules.add(new Rule(which, passing, times, fault));
  }

  /** Spoils nothing any more, and forgets the requests. */
  public synchronized void reset() {
    rules.clear();
    requests.clear();
  }

  /** The requests so far, those that were spoiled among them. */
  public synchronized List<Request> requests() {
    return List.copyOf(requests);
  }

  /** How many requests of a kind there were. */
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
    return Exchange::handOnAndBack;
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

  private Answer forward(HttpExchange client, byte[] body) throws IOException {
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
