package io.azulejo.view;

import com.sun.net.httpserver.Headers;

/** What every answer tells the browser not to do. */
final class SafeHeaders {
  private static final String POLICY =
      String.join(
          "; ",
          "default-src 'none'",
          "script-src 'self'",
          "style-src 'self'",
          "img-src 'self' data:",
          "connect-src 'self'",
          "base-uri 'none'",
          "form-action 'none'",
          "frame-ancestors 'none'");

  private SafeHeaders() {}

  /**
   * Sets them: no scripts but those of the page, no embedding in other pages, no guessing of types,
   * no address passed on to others, nothing kept.
   */
  static void set(Headers headers) {
    headers.set("Content-Security-Policy", POLICY);
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("X-Frame-Options", "DENY");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
    headers.set("Cross-Origin-Opener-Policy", "same-origin");
    headers.set("Cache-Control", "no-store");
  }
}
