package io.azulejo.web;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.storage.Location;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Converts locations to URLs. No other class percent-encodes names. */
final class Urls {
  private static final Pattern SERVER =
      Pattern.compile("[A-Za-z0-9._-]+(:\\d{1,5})?|\\[[0-9a-fA-F:.]+](:\\d{1,5})?");
  private static final String PLAIN = "-._~!$'()*,=:@";

  private Urls() {}

  /**
   * Returns the URL of a file or folder, without a trailing slash.
   *
   * @throws InvalidRequestException if the location has no valid URL; the message does not show
   *     secrets
   */
  static URI of(Location location) {
    String path = location.path();
    int slash = path.indexOf('/');
    String server = slash < 0 ? path : path.substring(0, slash);
    String below = slash < 0 ? "" : path.substring(slash);
    if (server.indexOf('@') >= 0) {
      throw new InvalidRequestException(
          "a URL cannot contain a user name or password, because URLs are printed; use "
              + "--config azulejo.http.headers.Authorization=… instead");
    }
    if (below.indexOf('?') >= 0) {
      throw new InvalidRequestException(
          "a URL cannot contain a query (\"?\"), because file names are appended and signed "
              + "queries are secrets; pass what the server requires as headers (--config "
              + "azulejo.http.headers.NAME=VALUE)");
    }
    if (!SERVER.matcher(server).matches()) {
      throw new InvalidRequestException(
          "\"%s\" is not a server name; use %s://SERVER/PATH".formatted(server, location.scheme()));
    }
    for (String name : below.split("/", -1)) {
      if (name.equals(".") || name.equals("..")) {
        throw new InvalidRequestException(
            "%s: \"%s\" is not a valid name on a server".formatted(location, name),
            location.toString());
      }
    }
    return URI.create(location.scheme() + "://" + server + encoded(below));
  }

  private static String encoded(String path) {
    StringBuilder text = new StringBuilder(path.length() + 16);
    for (byte b : path.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xff);
      boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
      if (letter || c == '/' || PLAIN.indexOf(c) >= 0) {
        text.append(c);
      } else {
        text.append('%').append(hex(c >> 4)).append(hex(c & 15));
      }
    }
    return text.toString();
  }

  private static char hex(int digit) {
    return "0123456789ABCDEF".charAt(digit);
  }

  /** Returns a folder's URL with a trailing slash, which is the URL of its index page. */
  static URI folder(URI url) {
    return url.getRawPath().endsWith("/") ? url : URI.create(url + "/");
  }

  /** Returns whether two URLs are on the same server. */
  static boolean isSameServer(URI url, URI other) {
    return url.getScheme().equalsIgnoreCase(other.getScheme())
        && String.valueOf(url.getHost()).equalsIgnoreCase(other.getHost())
        && port(url) == port(other);
  }

  private static int port(URI url) {
    return url.getPort() >= 0
        ? url.getPort()
        : url.getScheme().equalsIgnoreCase("https") ? 443 : 80;
  }

  /** Returns advice to append to a message about a missing file; empty if there is none. */
  static String hint(Location location) {
    return Pattern.compile("%[0-9a-fA-F]{2}").matcher(location.path()).find()
        ? "; names are not percent-decoded; write a space instead of %20"
        : "";
  }
}
