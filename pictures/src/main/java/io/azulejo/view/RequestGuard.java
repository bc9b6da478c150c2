package io.azulejo.view;

import com.sun.net.httpserver.HttpExchange;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Set;

/**
 * Rejects requests that do not come from the page. Other pages in the user's browser could try to
 * reach this server.
 */
final class RequestGuard {
  static final int GOOD = 200;
  private static final int MAX_LENGTH = 16 << 10;

  private final byte[] token;
  private final Set<String> hosts;

  RequestGuard(String token, int port) {
    this.token = token.getBytes(StandardCharsets.UTF_8);
    this.hosts = Set.of("127.0.0.1:" + port, "localhost:" + port);
  }

  /**
   * The result of a check.
   *
   * @param status {@link #GOOD}, or the HTTP status of the rejection
   * @param text the path after the token or, for a rejection, the reason
   */
  record Verdict(int status, String text) {}

  Verdict check(HttpExchange exchange) {
    // DNS rebinding: a foreign page reaches this server by a host name of its own that resolves to
    // it.
    List<String> host = exchange.getRequestHeaders().getOrDefault("Host", List.of());
    if (host.size() != 1 || !hosts.contains(host.get(0))) {
      return new Verdict(421, "This server answers only requests to its own address.");
    }
    String path = exchange.getRequestURI().getRawPath();
    String query = exchange.getRequestURI().getRawQuery();
    if (path == null || path.length() + (query == null ? 0 : query.length()) > MAX_LENGTH) {
      return new Verdict(414, "The request is longer than " + MAX_LENGTH + " characters.");
    }
    int slash = path.indexOf('/', 1);
    String first = path.substring(Math.min(1, path.length()), slash < 0 ? path.length() : slash);
    if (!MessageDigest.isEqual(first.getBytes(StandardCharsets.UTF_8), token) || slash < 0) {
      return new Verdict(
          403, "The address is incomplete. Use the address that azulejo view printed.");
    }
    if (!exchange.getRequestMethod().equals("GET")) {
      exchange.getResponseHeaders().set("Allow", "GET");
      return new Verdict(405, "This server is read-only. Use GET.");
    }
    String below = path.substring(slash + 1);
    String site = exchange.getRequestHeaders().getFirst("Sec-Fetch-Site");
    boolean foreign = site != null && !site.equals("same-origin") && !site.equals("none");
    if (foreign && below.startsWith(ViewApi.PREFIX)) {
      return new Verdict(403, "Requests from other pages are rejected.");
    }
    return new Verdict(GOOD, below);
  }
}
