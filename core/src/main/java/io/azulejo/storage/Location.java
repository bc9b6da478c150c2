package io.azulejo.storage;

import io.azulejo.error.InvalidRequestException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The location of a file, folder, array or group. It consists of a scheme and a path with slashes.
 * Names in the path are literal, whatever characters they contain; only {@code file:} URIs are
 * percent-decoded. Immutable.
 */
public final class Location {
  private static final Pattern WITH_SCHEME =
      Pattern.compile("([a-zA-Z][a-zA-Z0-9+.-]+):(//)?(.*)", Pattern.DOTALL);

  private static final Pattern USER = Pattern.compile("^[^/@]*@");

  /** Prefix of the schemes of locations in ZIP files. */
  private static final String ARCHIVE = "zip+";

  private final String scheme;
  private final String path;

  private Location(String scheme, String path) {
    this.scheme = scheme;
    this.path = path;
  }

  /**
   * Parses a URI ({@code file:///data/a}, {@code s3://bucket/a}, {@code mem://a}) or a plain path
   * of the local file system. Trailing slashes are ignored. Relative paths are resolved against the
   * working directory.
   *
   * <p>A scheme with the prefix {@code zip+} refers to a location in a ZIP file, such as {@code
   * zip+https://host/a.zip!/array}. The part before the first {@code !/} names the ZIP file, and
   * the rest is a path in it. Without {@code !/}, the location is the root of the archive.
   *
   * @throws InvalidRequestException if a local path contains characters that the system does not
   *     allow
   */
  public static Location of(String uriOrPath) {
    Matcher uri = WITH_SCHEME.matcher(Objects.requireNonNull(uriOrPath, "uriOrPath"));
    if (!uri.matches()) {
      return of(local(uriOrPath));
    }
    String scheme = uri.group(1).toLowerCase(java.util.Locale.ROOT);
    if (scheme.equals("file")) {
      String path = percentDecoded(uri.group(3));
      return of(local(path.startsWith("localhost/") ? path.substring(9) : path));
    }
    String path = withoutTrailingSlashes(uri.group(3));
    boolean archive = scheme.startsWith(ARCHIVE) && !path.contains("!/") && !path.endsWith("!");
    return new Location(scheme, archive ? path + "!" : path);
  }

  private static Path local(String path) {
    try {
      return Path.of(path);
    } catch (InvalidPathException e) {
      throw new InvalidRequestException(
          "\"%s\" is not a valid path on this system: %s".formatted(path, e.getReason()), null, e);
    }
  }

  /** Returns the location of a local path. The path is made absolute and normalized. */
  public static Location of(Path path) {
    String absolute = path.toAbsolutePath().normalize().toString();
    return new Location("file", withoutTrailingSlashes(absolute.replace('\\', '/')));
  }

  /**
   * Returns the location of a URI, which is parsed like a string by {@link #of(String)}.
   *
   * @throws InvalidRequestException if the URI has no scheme
   */
  public static Location of(URI uri) {
    if (uri.getScheme() == null) {
      throw new InvalidRequestException(
          "the URI %s has no scheme; add one such as file: or s3:, or pass a path as a string"
              .formatted(uri));
    }
    return of(uri.toString());
  }

  /** Returns the scheme in lower case, such as {@code "file"}, {@code "mem"} or {@code "s3"}. */
  public String scheme() {
    return scheme;
  }

  /**
   * Returns the path, which consists of names separated by slashes. For {@code file}, it begins
   * with a slash.
   */
  public String path() {
    return path;
  }

  /** Returns the last name of the path. Empty at the root of a store or an archive. */
  public String name() {
    return isRootOfArchive() ? "" : path.substring(path.lastIndexOf('/') + 1);
  }

  /**
   * Returns a location below this one.
   *
   * @param relative names separated by slashes; leading and trailing slashes are ignored
   * @return the location, or this location if the relative path is empty
   */
  public Location resolve(String relative) {
    String below = relative;
    while (below.startsWith("/")) {
      below = below.substring(1);
    }
    below = withoutTrailingSlashes(below);
    return below.isEmpty() ? this : new Location(scheme, path + "/" + below);
  }

  private boolean isRootOfArchive() {
    return scheme.startsWith(ARCHIVE) && path.endsWith("!") && !path.contains("!/");
  }

  /** Returns the parent folder. The root of a store or an archive is its own parent. */
  public Location parent() {
    int slash = path.lastIndexOf('/');
    return slash < 0 || isRootOfArchive() ? this : new Location(scheme, path.substring(0, slash));
  }

  /**
   * Returns the location as a path of the local file system.
   *
   * @throws InvalidRequestException if the scheme is not {@code file}
   */
  public Path toPath() {
    if (!scheme.equals("file")) {
      throw new InvalidRequestException(
          this
              + " is not in the local file system; only locations with the scheme file have a path");
    }
    return toPath(FileSystems.getDefault());
  }

  /** Returns the path of this location in a file system. The scheme is ignored. */
  Path toPath(FileSystem fileSystem) {
    return fileSystem.getPath(path.isEmpty() ? "/" : path);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Location that && scheme.equals(that.scheme) && path.equals(that.path);
  }

  @Override
  public int hashCode() {
    return 31 * scheme.hashCode() + path.hashCode();
  }

  /**
   * Returns the plain path for local files, or a URI for all other locations. User names and
   * passwords in HTTP URLs are masked; stores ignore them.
   */
  @Override
  public String toString() {
    if (scheme.equals("file")) {
      return path.isEmpty() ? "/" : path;
    }
    return scheme
        + "://"
        + (scheme.contains("http") ? USER.matcher(path).replaceFirst("***@") : path);
  }

  private static String withoutTrailingSlashes(String path) {
    int end = path.length();
    while (end > 0 && path.charAt(end - 1) == '/') {
      end--;
    }
    return path.substring(0, end);
  }

  private static String percentDecoded(String path) {
    if (path.indexOf('%') < 0) {
      return path;
    }
    byte[] bytes = path.getBytes(StandardCharsets.UTF_8);
    byte[] decoded = new byte[bytes.length];
    int size = 0;
    for (int i = 0; i < bytes.length; i++) {
      int high = i + 2 < bytes.length && bytes[i] == '%' ? Character.digit(bytes[i + 1], 16) : -1;
      int low = high < 0 ? -1 : Character.digit(bytes[i + 2], 16);
      if (low < 0) {
        decoded[size++] = bytes[i];
      } else {
        decoded[size++] = (byte) (high << 4 | low);
        i += 2;
      }
    }
    return new String(decoded, 0, size, StandardCharsets.UTF_8);
  }
}
