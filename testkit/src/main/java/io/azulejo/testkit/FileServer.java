package io.azulejo.testkit;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.azulejo.storage.Location;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An HTTP server that serves in-memory files on a free local port. Tests can make it misbehave. */
public final class FileServer implements AutoCloseable {
  static {
    // Without this option, each response waits for the acknowledgment of its first packet.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private static final Pattern RANGE = Pattern.compile("bytes=(\\d*)-(\\d*)");

  /** The files by path, without a leading slash. Tests can add and remove files at any time. */
  public final ConcurrentSkipListMap<String, byte[]> files = new ConcurrentSkipListMap<>();

  /**
   * The requests received since the start or the last {@link #count}, for example {@code "GET /a
   * 0-9"}.
   */
  public final List<String> log = Collections.synchronizedList(new ArrayList<>());

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();

  /** Whether the server honors ranges. If not, it sends whole files. */
  public volatile boolean ranges = true;

  /** Whether range responses state the size of the file. */
  public volatile boolean sizes = true;

  /** Whether files have entity tags. */
  public volatile boolean tags = true;

  /** The entity tags by content. The arrays must not be changed in place. */
  private final Map<byte[], String> tagsOf = Collections.synchronizedMap(new IdentityHashMap<>());

  /** The form of folder listings that the server sends. */
  public volatile Index index = Index.NONE;

  /** The current misbehavior, which is called first for each request (default: none). */
  public volatile Fault fault = exchange -> false;

  /** The forms of folder listings. */
  public enum Index {
    /** The server refuses to list folders (status 403). */
    NONE,
    /** JSON as written by nginx with {@code autoindex_format json}. */
    NGINX_JSON,
    /** HTML as written by nginx. */
    NGINX,
    /** HTML as written by Apache. */
    APACHE,
    /** HTML as written by Python's {@code http.server}. */
    PYTHON,
    /** JSON as written by Caddy for clients that accept it. */
    CADDY
  }

  /** A misbehavior of the server. */
  public interface Fault {
    /**
     * Handles a request instead of the server, or leaves it to the server.
     *
     * @return true if the request was handled
     */
    boolean answers(HttpExchange exchange) throws IOException;
  }

  /** Starts a server without files. */
  public FileServer() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/", this::handle);
    server.setExecutor(threads);
    server.start();
  }

  /**
   * Returns the location of a file or folder on this server.
   *
   * @param path the path, without a leading slash
   */
  public Location location(String path) {
    return Location.of("http://" + host() + "/" + path);
  }

  /** Returns the host and port, {@code 127.0.0.1:PORT}. */
  public String host() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  /** Returns the number of requests since the previous call, and clears {@link #log}. */
  public int count() {
    synchronized (log) {
      int count = log.size();
      log.clear();
      return count;
    }
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String range = exchange.getRequestHeaders().getFirst("Range");
      log.add(
          exchange.getRequestMethod()
              + " "
              + exchange.getRequestURI().getRawPath()
              + (range == null ? "" : " " + range.substring(6)));
      if (!fault.answers(exchange)) {
        answer(exchange);
      }
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath().substring(1);
    byte[] content = files.get(path);
    if (content != null) {
      file(exchange, content);
    } else if (path.isEmpty() || path.endsWith("/")) {
      folder(exchange, path);
    } else if (hasFolder(path + "/")) {
      exchange.getResponseHeaders().set("Location", exchange.getRequestURI().getRawPath() + "/");
      send(exchange, 301, new byte[0]);
    } else {
      send(exchange, 404, "no such file".getBytes(StandardCharsets.UTF_8));
    }
  }

  private boolean hasFolder(String prefix) {
    String first = files.ceilingKey(prefix);
    return first != null && first.startsWith(prefix);
  }

  private static String tag(byte[] content) {
    return "\"" + Integer.toHexString(Arrays.hashCode(content)) + "\"";
  }

  private void file(HttpExchange exchange, byte[] content) throws IOException {
    String tag = tagsOf.computeIfAbsent(content, FileServer::tag);
    if (tags) {
      exchange.getResponseHeaders().set("ETag", tag);
      String wanted = exchange.getRequestHeaders().getFirst("If-Match");
      if (wanted != null && !wanted.equals(tag)) {
        send(exchange, 412, new byte[0]);
        return;
      }
      if (tag.equals(exchange.getRequestHeaders().getFirst("If-None-Match"))) {
        exchange.sendResponseHeaders(304, -1);
        return;
      }
    }
    String header = exchange.getRequestHeaders().getFirst("Range");
    if (header == null || !ranges) {
      send(exchange, 200, content);
      return;
    }
    Matcher range = RANGE.matcher(header);
    if (!range.matches()) {
      send(exchange, 400, new byte[0]);
      return;
    }
    long from;
    long to = content.length;
    if (range.group(1).isEmpty()) {
      from = Math.max(0, content.length - Long.parseLong(range.group(2)));
    } else {
      from = Long.parseLong(range.group(1));
      to = Math.min(to, Long.parseLong(range.group(2)) + 1);
    }
    String size = sizes ? String.valueOf(content.length) : "*";
    if (from >= content.length) {
      exchange.getResponseHeaders().set("Content-Range", "bytes */" + content.length);
      send(exchange, 416, new byte[0]);
      return;
    }
    exchange
        .getResponseHeaders()
        .set("Content-Range", "bytes %d-%d/%s".formatted(from, to - 1, size));
    send(exchange, 206, Arrays.copyOfRange(content, (int) from, (int) to));
  }

  /** Sends a response. For a HEAD request, sends only the length of the body. */
  public static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
    if (exchange.getRequestMethod().equals("HEAD")) {
      exchange.getResponseHeaders().set("Content-Length", String.valueOf(body.length));
      exchange.sendResponseHeaders(status, -1);
      return;
    }
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    try {
      exchange.getResponseBody().write(body);
    } catch (IOException e) {
      // The client closed the connection early because it needs no more bytes.
    }
  }

  private void folder(HttpExchange exchange, String prefix) throws IOException {
    if (index == Index.NONE || !(prefix.isEmpty() || hasFolder(prefix))) {
      send(exchange, index == Index.NONE ? 403 : 404, new byte[0]);
      return;
    }
    TreeSet<String> names = new TreeSet<>();
    for (String path : files.tailMap(prefix).keySet()) {
      if (path.startsWith(prefix)) {
        int slash = path.indexOf('/', prefix.length());
        names.add(path.substring(prefix.length(), slash < 0 ? path.length() : slash + 1));
      }
    }
    StringBuilder page = new StringBuilder();
    switch (index) {
      case NGINX_JSON, CADDY -> {
        for (String name : names) {
          boolean folder = name.endsWith("/");
          page.append(page.isEmpty() ? "[\n" : ",\n");
          String shown =
              folder && index == Index.NGINX_JSON ? name.substring(0, name.length() - 1) : name;
          page.append("{\"name\":\"").append(shown.replace("\"", "\\\"")).append("\", ");
          if (index == Index.CADDY) {
            page.append("\"is_dir\":").append(folder).append(",\"mode\":420,");
          } else {
            page.append("\"type\":\"").append(folder ? "directory" : "file").append("\", ");
          }
          page.append("\"mtime\":\"Wed, 01 Jan 2025 00:00:00 GMT\"");
          if (!folder) {
            page.append(", \"size\":").append(files.get(prefix + name).length);
          }
          page.append('}');
        }
        page.append(page.isEmpty() ? "[]" : "\n]");
        exchange.getResponseHeaders().set("Content-Type", "application/json");
      }
      default -> {
        page.append(
            index == Index.PYTHON
                ? "<!DOCTYPE HTML><html><head><title>Directory listing for /</title></head><body>"
                : "<html><head><title>Index of /</title></head><body><h1>Index of /</h1>");
        if (index == Index.APACHE) {
          page.append("<a href=\"?C=N;O=D\">Name</a> <a href=\"/data/\">Parent Directory</a>");
        } else if (index == Index.NGINX) {
          page.append("<a href=\"../\">../</a>");
        }
        for (String name : names) {
          String link =
              java.net.URLEncoder.encode(name, StandardCharsets.UTF_8)
                  .replace("+", "%20")
                  .replace("%2F", "/");
          page.append("<a href=\"").append(link).append("\">").append("x</a>  1K\n");
        }
        exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
      }
    }
    send(exchange, 200, page.toString().getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
