package io.azulejo.testkit;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;

/**
 * A fake of Google Cloud Storage on a free local port. It issues tokens for a service account and
 * keeps objects in the buckets of {@link S3Server}. It checks requests against the rules of
 * Google's XML API. It rejects and records violations.
 */
public final class GcsServer implements AutoCloseable {
  /** The prefix of every token that the server issues. */
  public static final String TOKEN = "ya29.a-token-that-no-message-shows-";

  private static final String ACCOUNT = "tester@project.iam.gserviceaccount.com";
  private static final KeyPair KEYS = keys();

  /** The query parameters that are part of an S3 signature. */
  private static final Set<String> SIGNED = Set.of("delete", "partNumber", "uploadId", "uploads");

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpClient client = HttpClient.newHttpClient();
  private final Set<String> tokens = new HashSet<>();
  private final List<String> broken = new ArrayList<>();
  private int issued;
  private boolean wantsTokens = true;
  private boolean forgetsMetadata;

  /** Starts a server that has issued no tokens. */
  public GcsServer() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/token", this::issue);
    server.createContext("/", this::store);
    server.start();
  }

  /** Returns the endpoint, {@code http://127.0.0.1:PORT}. */
  public URI endpoint() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  private static KeyPair keys() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2048);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Returns the private key of the service account: the Base64 part of its PEM form, without line
   * breaks.
   */
  public static String privateKey() {
    return Base64.getEncoder().encodeToString(KEYS.getPrivate().getEncoded());
  }

  /** Returns the key file of the service account, as JSON. Its token endpoint is this server. */
  public String serviceAccountKey() {
    return """
        {"type": "service_account", "project_id": "project", "private_key_id": "key-1",
         "private_key": "-----BEGIN PRIVATE KEY-----\\n%s\\n-----END PRIVATE KEY-----\\n",
         "client_email": "%s", "client_id": "1", "token_uri": "%s/token"}
        """
        .formatted(privateKey(), ACCOUNT, endpoint());
  }

  /** Invalidates all tokens issued so far. */
  public synchronized void revokeTokens() {
    tokens.clear();
  }

  /** Returns the number of tokens issued so far, including revoked ones. */
  public synchronized int issued() {
    return issued;
  }

  /** Allows anonymous access, as if all buckets were public. */
  public synchronized void openToAll() {
    wantsTokens = false;
  }

  /** Makes the server omit the metadata of objects from later responses. */
  public synchronized void forgetMetadata() {
    forgetsMetadata = true;
  }

  /** Returns the violations so far, each as the rule and the request that violated it. */
  public synchronized List<String> broken() {
    return List.copyOf(broken);
  }

  private void issue(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1);
    String assertion =
        Arrays.stream(body.split("&"))
            .filter(field -> field.startsWith("assertion="))
            .map(field -> URLDecoder.decode(field.substring(10), StandardCharsets.UTF_8))
            .findFirst()
            .orElse("..");
    if (!isSigned(assertion)) {
      answer(exchange, 400, "application/json", "{\"error\": \"invalid_grant\"}");
      return;
    }
    String token;
    synchronized (this) {
      token = TOKEN + ++issued;
      tokens.add(token);
    }
    answer(
        exchange,
        200,
        "application/json",
        "{\"access_token\": \"%s\", \"token_type\": \"Bearer\", \"expires_in\": 3600}"
            .formatted(token));
  }

  /**
   * Returns whether a token request is signed with the account's key and asks for read and write
   * access to storage.
   */
  private static boolean isSigned(String assertion) {
    String[] parts = assertion.split("\\.");
    try {
      Signature signature = Signature.getInstance("SHA256withRSA");
      signature.initVerify(KEYS.getPublic());
      signature.update((parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII));
      return signature.verify(Base64.getUrlDecoder().decode(parts[2]))
          && new String(Base64.getUrlDecoder().decode(parts[1]), StandardCharsets.UTF_8)
              .contains("devstorage.read_write");
    } catch (GeneralSecurityException | ArrayIndexOutOfBoundsException e) {
      return false;
    }
  }

  private void store(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, values.get(0)));
    String query = String.valueOf(exchange.getRequestURI().getRawQuery());
    String authorization = headers.getOrDefault("Authorization", "");
    String rule = brokenRule(exchange.getRequestMethod(), query, headers);
    if (rule != null) {
      synchronized (this) {
        broken.add(
            rule + ": " + exchange.getRequestMethod() + " " + exchange.getRequestURI() + headers);
      }
      answer(exchange, 400, "application/xml", error("InvalidArgument", rule, ""));
    } else if (!authorization.isEmpty() && !isValid(authorization)) {
      answer(exchange, 401, "application/xml", error("AuthenticationRequired", "no", ""));
    } else if (authorization.isEmpty() && wantsTokens) {
      answer(
          exchange,
          403,
          "application/xml",
          error("AccessDenied", "Access denied.", "Anonymous caller may not do this"));
    } else {
      forward(exchange, headers, body);
    }
  }

  private synchronized boolean isValid(String authorization) {
    return authorization.startsWith("Bearer ") && tokens.contains(authorization.substring(7));
  }

  /** Returns the rule of Google's XML API that a request violates, or null if there is none. */
  private static String brokenRule(String method, String query, Map<String, String> headers) {
    if (headers.keySet().stream().anyMatch(n -> n.toLowerCase(Locale.ROOT).startsWith("x-amz-"))) {
      return "headers x-amz- are ignored with a token, and are an error next to x-goog-";
    }
    if (headers.getOrDefault("Content-Encoding", "").contains("aws-chunked")
        || headers.containsKey("x-goog-decoded-content-length")
        || headers.containsKey("x-goog-trailer")) {
      return "aws-chunked is not supported";
    }
    boolean writes = method.equals("PUT") || method.equals("POST");
    if (writes
        && !headers.containsKey("Content-Length")
        && !headers.containsKey("Transfer-Encoding")) {
      return "a length is required (411)";
    }
    if (headers.containsKey("If-None-Match")) {
      return "If-None-Match is ignored by writes";
    }
    boolean parts = query.contains("uploadId=") || query.startsWith("uploads");
    if (parts && headers.containsKey("x-goog-if-generation-match")) {
      return "multipart uploads cannot have conditions";
    }
    return headers.getOrDefault("x-goog-if-generation-match", "0").equals("0")
        ? null
        : "this generation is unknown";
  }

  private void forward(HttpExchange exchange, Map<String, String> headers, byte[] body)
      throws IOException {
    Map<String, String> sent = new TreeMap<>();
    headers.forEach(
        (name, value) -> {
          String lower = name.toLowerCase(Locale.ROOT);
          if (lower.equals("x-goog-if-generation-match")) {
            sent.put("if-none-match", "*");
          } else if (lower.startsWith("x-goog-") && !lower.equals("x-goog-user-project")) {
            sent.put("x-amz-" + lower.substring(7), value);
          } else if (Set.of("range", "content-type", "content-md5").contains(lower)) {
            sent.put(lower, value);
          }
        });
    sent.put(
        "date", DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC)));
    sent.put(
        "authorization",
        "AWS "
            + S3Server.KEY_ID
            + ":"
            + signature(exchange.getRequestMethod(), exchange.getRequestURI(), sent));
    URI server = S3Server.shared().endpoint();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(server + exchange.getRequestURI().toString()))
            .method(
                exchange.getRequestMethod(),
                body.length == 0
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofByteArray(body));
    sent.forEach(request::header);
    try {
      sendBack(exchange, client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      exchange.close();
    }
  }

  private void sendBack(HttpExchange exchange, HttpResponse<byte[]> answer) throws IOException {
    boolean head = exchange.getRequestMethod().equals("HEAD");
    Headers headers = exchange.getResponseHeaders();
    answer
        .headers()
        .map()
        .forEach(
            (name, values) -> {
              String lower = name.toLowerCase(Locale.ROOT);
              if (lower.startsWith("x-amz-meta-")) {
                if (!forgetsMetadata) {
                  headers.put("x-goog-meta-" + lower.substring(11), values);
                }
              } else if (lower.equals("x-amz-request-id")) {
                headers.put("X-GUploader-UploadID", values);
              } else if (!lower.startsWith("x-amz-")
                  && !Set.of("connection", "transfer-encoding", "server").contains(lower)
                  && (head || !lower.equals("content-length"))) {
                headers.put(name, values);
              }
            });
    int length = answer.body().length;
    exchange.sendResponseHeaders(answer.statusCode(), head || length == 0 ? -1 : length);
    if (!head && length > 0) {
      exchange.getResponseBody().write(answer.body());
    }
    exchange.close();
  }

  /** Returns the signature of an S3 request, in version 2 of the signing protocol. */
  private static String signature(String method, URI uri, Map<String, String> headers) {
    String amazon =
        headers.entrySet().stream()
            .filter(header -> header.getKey().startsWith("x-amz-"))
            .map(header -> header.getKey() + ":" + header.getValue() + "\n")
            .collect(Collectors.joining());
    String signedQuery =
        uri.getRawQuery() == null
            ? ""
            : Arrays.stream(uri.getRawQuery().split("&"))
                .filter(field -> SIGNED.contains(field.split("=")[0]))
                .map(field -> field.endsWith("=") ? field.substring(0, field.length() - 1) : field)
                .map(field -> URLDecoder.decode(field, StandardCharsets.UTF_8))
                .sorted()
                .collect(Collectors.joining("&"));
    String text =
        String.join(
            "\n",
            method,
            headers.getOrDefault("content-md5", ""),
            headers.getOrDefault("content-type", ""),
            headers.get("date"),
            amazon + uri.getRawPath() + (signedQuery.isEmpty() ? "" : "?" + signedQuery));
    return S3Server.signature(text);
  }

  private static String error(String code, String message, String details) {
    return "<?xml version='1.0' encoding='UTF-8'?><Error><Code>%s</Code><Message>%s</Message>%s</Error>"
        .formatted(code, message, details.isEmpty() ? "" : "<Details>" + details + "</Details>");
  }

  private static void answer(HttpExchange exchange, int status, String type, String text)
      throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    if (exchange.getRequestMethod().equals("HEAD")) {
      exchange.sendResponseHeaders(status, -1);
    } else {
      exchange.sendResponseHeaders(status, body.length);
      exchange.getResponseBody().write(body);
    }
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
