package io.azulejo.web;

import io.azulejo.storage.Settings;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The validated settings for HTTP requests.
 *
 * @param headers headers for each request to the server that the location names, such as {@code
 *     Authorization}; their values are never printed
 * @param connectTimeout the maximum time to establish a connection
 * @param idleTimeout the maximum time between bytes of a response
 * @param attempts the maximum number of times that a request is sent, at least 1
 */
record HttpSettings(
    Map<String, String> headers, Duration connectTimeout, Duration idleTimeout, int attempts) {
  private static final String HEADERS = "azulejo.http.headers.";
  private static final String CONNECT_TIMEOUT = "azulejo.http.connect_timeout_ms";
  private static final String IDLE_TIMEOUT = "azulejo.http.idle_timeout_ms";
  private static final String ATTEMPTS = "azulejo.http.max_tries";

  /** The names of all settings. */
  static final Set<String> NAMES = Set.of(HEADERS + "*", CONNECT_TIMEOUT, IDLE_TIMEOUT, ATTEMPTS);

  /**
   * Parses and validates the settings.
   *
   * @throws io.azulejo.error.InvalidRequestException if a value is not valid
   */
  static HttpSettings of(Settings settings) {
    Map<String, String> headers = new TreeMap<>();
    settings
        .values()
        .forEach(
            (name, value) -> {
              if (name.startsWith(HEADERS)) {
                headers.put(checked(settings, name), value);
              }
            });
    return new HttpSettings(
        headers,
        settings.milliseconds(CONNECT_TIMEOUT, Duration.ofSeconds(10)),
        settings.milliseconds(IDLE_TIMEOUT, Duration.ofSeconds(30)),
        (int) settings.integer(ATTEMPTS, 5, 1, 100));
  }

  private static String checked(Settings settings, String name) {
    String header = name.substring(HEADERS.length());
    try {
      java.net.http.HttpRequest.newBuilder().header(header, settings.text(name).orElse(""));
    } catch (IllegalArgumentException e) {
      throw settings.invalid(
          name, "a header that clients may set, with a value without line breaks");
    }
    return header;
  }

  @Override
  public String toString() {
    return "headers %s, timeouts %s and %s, %d attempts"
        .formatted(headers.keySet(), connectTimeout, idleTimeout, attempts);
  }
}
