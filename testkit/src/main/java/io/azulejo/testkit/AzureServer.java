package io.azulejo.testkit;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * An in-memory fake of Azure Blob Storage on a free local port. It supports only the requests that
 * the store sends: blobs with conditions, blocks, ranges, paged listings and copies. All tests of a
 * process share one server, and each test uses its own container. The same tests also run against
 * Azurite, to show that the fake is faithful.
 */
public final class AzureServer {
  /** The name of the only account. */
  public static final String ACCOUNT = "testaccount";

  /**
   * The key of the account, in Base64. The server verifies signatures in headers. For requests
   * without such a header, it only requires that the URL has a signature.
   */
  public static final String KEY = "YS1rZXktdGhhdC1uby1tZXNzYWdlLXNob3dz";

  private static final Pattern RANGE = Pattern.compile("bytes=(\\d+)-(\\d*)");
  private static final Pattern LATEST = Pattern.compile("<Latest>(.*?)</Latest>");

  /** The headers that are signed, in signing order. A length of 0 is signed as an empty value. */
  private static final List<String> SIGNED_HEADERS =
      List.of(
          "Content-Encoding",
          "Content-Language",
          "Content-Length",
          "Content-MD5",
          "Content-Type",
          "Date",
          "If-Modified-Since",
          "If-Match",
          "If-None-Match",
          "If-Unmodified-Since",
          "Range");

  private record Blob(byte[] content, Map<String, String> metadata, ZonedDateTime modified) {}

  private static final class Container {
    final NavigableMap<String, Blob> blobs = new TreeMap<>();

    /** Uncommitted blocks, by blob and block id. */
    final Map<String, Map<String, byte[]>> blocks = new HashMap<>();
  }

  private static final class Shared {
    static final AzureServer SERVER = new AzureServer();
  }

  private final HttpServer server;
  private final Map<String, Container> containers = new HashMap<>();
  private final AtomicInteger names = new AtomicInteger();

  private AzureServer() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    ExecutorService threads =
        Executors.newCachedThreadPool(
            task -> {
              Thread thread = new Thread(task, "azure-server");
              thread.setDaemon(true);
              return thread;
            });
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  /** Returns the server of this process. The first call starts it. */
  public static AzureServer shared() {
    return Shared.SERVER;
  }

  /** Returns the endpoint, {@code http://127.0.0.1:PORT}. Paths below it start with the account. */
  public URI endpoint() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** Creates an empty container and returns its name. */
  public synchronized String newContainer() {
    String name = "container-" + names.incrementAndGet();
    containers.put(name, new Container());
    return name;
  }

  /** Creates a blob that represents a folder, as in accounts with hierarchical namespaces. */
  public synchronized void putFolder(String container, String name) {
    containers
        .get(container)
        .blobs
        .put(name, new Blob(new byte[0], Map.of("hdi_isfolder", "true"), now()));
  }

  private static ZonedDateTime now() {
    return ZonedDateTime.now(ZoneOffset.UTC);
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      try {
        Request request = new Request(exchange, body);
        synchronized (this) {
          answer(request);
        }
      } catch (Refusal refusal) {
        refuse(exchange, refusal);
      }
    }
  }

  private static void refuse(HttpExchange exchange, Refusal refusal) throws IOException {
    byte[] text =
        "<?xml version=\"1.0\" encoding=\"utf-8\"?><Error><Code>%s</Code><Message>%s</Message></Error>"
            .formatted(refusal.code, refusal.getMessage())
            .getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("x-ms-error-code", refusal.code);
    exchange.getResponseHeaders().set("Content-Type", "application/xml");
    if (exchange.getRequestMethod().equals("HEAD")) {
      exchange.sendResponseHeaders(refusal.status, -1);
    } else {
      exchange.sendResponseHeaders(refusal.status, text.length);
      exchange.getResponseBody().write(text);
    }
  }

  /** An error response that ends the handling of a request. */
  private static final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;
    final int status;
    final String code;

    Refusal(int status, String code) {
      super("The request was refused: " + code + ".\nRequestId:none\nTime:none");
      this.status = status;
      this.code = code;
    }
  }

  private static final class Request {
    final HttpExchange exchange;
    final String method;
    final byte[] body;
    final String container;
    final String blob;
    final Map<String, String> query = new HashMap<>();

    Request(HttpExchange exchange, byte[] body) {
      this.exchange = exchange;
      this.method = exchange.getRequestMethod();
      this.body = body;
      String[] path = exchange.getRequestURI().getRawPath().split("/", 4);
      container = path.length > 2 ? decoded(path[2]) : "";
      blob = path.length > 3 ? decoded(path[3]) : "";
      String raw = exchange.getRequestURI().getRawQuery();
      for (String part : raw == null ? new String[0] : raw.split("&")) {
        int equals = part.indexOf('=');
        query.put(part.substring(0, equals), decoded(part.substring(equals + 1)));
      }
      String authorization = header("Authorization");
      if (!path[1].equals(ACCOUNT) || (authorization == null && !query.containsKey("sig"))) {
        throw new Refusal(404, "ResourceNotFound");
      }
      if (authorization != null
          && !authorization.equals("SharedKey " + ACCOUNT + ":" + signature(signed()))) {
        throw new Refusal(403, "AuthenticationFailed");
      }
    }

    /**
     * Returns the string that the account key signs for a request, according to Azure's "Shared
     * Key" documentation.
     */
    private String signed() {
      StringBuilder signed = new StringBuilder(method);
      for (String name : SIGNED_HEADERS) {
        String value = header(name);
        signed.append('\n');
        if (value != null && !(name.equals("Content-Length") && value.equals("0"))) {
          signed.append(value);
        }
      }
      signed.append('\n');
      Map<String, String> own = new TreeMap<>();
      exchange
          .getRequestHeaders()
          .forEach((name, values) -> own.put(name.toLowerCase(Locale.ROOT), values.get(0).strip()));
      own.forEach(
          (name, value) -> {
            if (name.startsWith("x-ms-")) {
              signed.append(name).append(':').append(value).append('\n');
            }
          });
      signed.append('/').append(ACCOUNT).append(exchange.getRequestURI().getRawPath());
      new TreeMap<>(query)
          .forEach((name, value) -> signed.append('\n').append(name).append(':').append(value));
      return signed.toString();
    }

    String header(String name) {
      return exchange.getRequestHeaders().getFirst(name);
    }

    Map<String, String> metadata() {
      Map<String, String> metadata = new TreeMap<>();
      exchange
          .getRequestHeaders()
          .forEach(
              (name, values) -> {
                String lower = name.toLowerCase(Locale.ROOT);
                if (lower.startsWith("x-ms-meta-")) {
                  metadata.put(lower.substring(10), values.get(0));
                }
              });
      return metadata;
    }
  }

  private static String signature(String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(Base64.getDecoder().decode(KEY), "HmacSHA256"));
      return Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  private void answer(Request request) throws IOException {
    Container container = containers.get(request.container);
    if (container == null) {
      throw new Refusal(404, "ContainerNotFound");
    }
    String kind = request.method + " " + request.query.getOrDefault("comp", "");
    switch (kind) {
      case "GET list" -> list(request, container);
      case "GET ", "HEAD " -> read(request, blob(container, request.blob));
      case "DELETE " -> {
        if (container.blobs.remove(request.blob) == null) {
          throw new Refusal(404, "BlobNotFound");
        }
        send(request, 202, new byte[0]);
      }
      case "PUT block" -> {
        container
            .blocks
            .computeIfAbsent(request.blob, name -> new HashMap<>())
            .put(request.query.get("blockid"), request.body);
        send(request, 201, new byte[0]);
      }
      case "PUT blocklist" -> put(request, container, joined(request, container), 201);
      case "PUT " -> {
        String source = request.header("x-ms-copy-source");
        if (source == null) {
          put(request, container, request.body, 201);
        } else {
          copy(request, container, URI.create(source));
        }
      }
      default -> throw new Refusal(400, "UnsupportedHeader");
    }
  }

  private static Blob blob(Container container, String name) {
    Blob blob = container.blobs.get(name);
    if (blob == null) {
      throw new Refusal(404, "BlobNotFound");
    }
    return blob;
  }

  private static byte[] joined(Request request, Container container) {
    if ("*".equals(request.header("If-None-Match")) && container.blobs.containsKey(request.blob)) {
      throw new Refusal(409, "BlobAlreadyExists");
    }
    Map<String, byte[]> blocks = container.blocks.getOrDefault(request.blob, Map.of());
    Matcher names = LATEST.matcher(new String(request.body, StandardCharsets.UTF_8));
    byte[] all = new byte[0];
    while (names.find()) {
      byte[] block = blocks.get(names.group(1));
      if (block == null) {
        throw new Refusal(400, "InvalidBlockList");
      }
      int length = all.length;
      all = Arrays.copyOf(all, length + block.length);
      System.arraycopy(block, 0, all, length, block.length);
    }
    return all;
  }

  private static void put(Request request, Container container, byte[] content, int status)
      throws IOException {
    if ("*".equals(request.header("If-None-Match")) && container.blobs.containsKey(request.blob)) {
      throw new Refusal(409, "BlobAlreadyExists");
    }
    container.blobs.put(request.blob, new Blob(content, request.metadata(), now()));
    container.blocks.remove(request.blob);
    send(request, status, new byte[0]);
  }

  private void copy(Request request, Container container, URI source) throws IOException {
    String[] path = source.getRawPath().split("/", 4);
    Container from = containers.get(path[2]);
    if (from == null || !String.valueOf(source.getRawQuery()).contains("sig=")) {
      throw new Refusal(401, "NoAuthenticationInformation");
    }
    byte[] content = blob(from, decoded(path[3])).content;
    request.exchange.getResponseHeaders().set("x-ms-copy-status", "success");
    put(request, container, content, 202);
  }

  private static void read(Request request, Blob blob) throws IOException {
    var headers = request.exchange.getResponseHeaders();
    blob.metadata.forEach((name, value) -> headers.set("x-ms-meta-" + name, value));
    headers.set("Last-Modified", DateTimeFormatter.RFC_1123_DATE_TIME.format(blob.modified));
    headers.set("ETag", "\"0x1\"");
    headers.set("x-ms-blob-type", "BlockBlob");
    if (request.method.equals("HEAD")) {
      headers.set("Content-Length", "" + blob.content.length);
      request.exchange.sendResponseHeaders(200, -1);
      return;
    }
    String range = request.header("x-ms-range");
    Matcher wanted = RANGE.matcher(String.valueOf(range));
    if (!wanted.matches()) {
      // Azure also ignores ranges that count from the end, and sends the whole blob.
      send(request, 200, blob.content);
      return;
    }
    long from = Long.parseLong(wanted.group(1));
    if (from >= blob.content.length) {
      headers.set("Content-Range", "bytes */" + blob.content.length);
      throw new Refusal(416, "InvalidRange");
    }
    long last = wanted.group(2).isEmpty() ? Long.MAX_VALUE : Long.parseLong(wanted.group(2));
    int end = (int) Math.min(blob.content.length, last + 1);
    headers.set("Content-Range", "bytes %d-%d/%d".formatted(from, end - 1, blob.content.length));
    send(request, 206, Arrays.copyOfRange(blob.content, (int) from, end));
  }

  private static void list(Request request, Container container) throws IOException {
    String prefix = request.query.getOrDefault("prefix", "");
    String delimiter = request.query.getOrDefault("delimiter", "");
    int left = Integer.parseInt(request.query.getOrDefault("maxresults", "5000"));
    String next = "";
    StringBuilder items = new StringBuilder();
    TreeSet<String> folders = new TreeSet<>();
    String start = request.query.getOrDefault("marker", prefix);
    for (Map.Entry<String, Blob> entry : container.blobs.tailMap(start, true).entrySet()) {
      String name = entry.getKey();
      if (!name.startsWith(prefix)) {
        continue;
      }
      int slash = delimiter.isEmpty() ? -1 : name.indexOf(delimiter, prefix.length());
      String folder = slash < 0 ? "" : name.substring(0, slash + 1);
      if (!folder.isEmpty() && folders.contains(folder)) {
        continue;
      }
      if (left-- == 0) {
        next = name;
        break;
      }
      if (slash < 0) {
        items.append(xml(name, entry.getValue()));
      } else if (folders.add(folder)) {
        items.append("<BlobPrefix><Name>").append(escaped(folder)).append("</Name></BlobPrefix>");
      }
    }
    request.exchange.getResponseHeaders().set("Content-Type", "application/xml");
    send(
        request,
        200,
        "<?xml version=\"1.0\" encoding=\"utf-8\"?><EnumerationResults><Blobs>%s</Blobs><NextMarker>%s</NextMarker></EnumerationResults>"
            .formatted(items, escaped(next))
            .getBytes(StandardCharsets.UTF_8));
  }

  private static String xml(String name, Blob blob) {
    StringBuilder metadata = new StringBuilder();
    blob.metadata.forEach(
        (key, value) -> metadata.append("<%s>%s</%s>".formatted(key, escaped(value), key)));
    return "<Blob><Name>%s</Name><Properties><Last-Modified>%s</Last-Modified><Content-Length>%d</Content-Length></Properties><Metadata>%s</Metadata></Blob>"
        .formatted(
            escaped(name),
            DateTimeFormatter.RFC_1123_DATE_TIME.format(blob.modified),
            blob.content.length,
            metadata);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static void send(Request request, int status, byte[] body) throws IOException {
    request.exchange.getResponseHeaders().set("x-ms-request-id", "made-up");
    request.exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    if (body.length > 0) {
      request.exchange.getResponseBody().write(body);
    }
  }
}
