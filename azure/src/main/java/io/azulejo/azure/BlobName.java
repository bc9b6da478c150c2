package io.azulejo.azure;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.storage.Location;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A location as Azure names it.
 *
 * @param root the location of the container, for messages
 * @param endpoint of the account, where the location names one: {@code
 *     https://ACCOUNT.blob.core.windows.net}; else the settings say it
 * @param key the name of the blob; empty for the container itself
 */
record BlobName(String root, Optional<String> endpoint, String container, String key) {
  /** Hosts of Azure's clouds, to which credentials may go: {@code ACCOUNT.dfs.core.windows.net}. */
  private static final Pattern HOST =
      Pattern.compile(
          "([a-z0-9]{3,24})\\.(?:dfs|blob)\\.core\\.(windows\\.net|chinacloudapi\\.cn|usgovcloudapi\\.net)");

  private static final Pattern CONTAINER = Pattern.compile("[a-z0-9$-]+");

  /**
   * The account, container and blob of a location.
   *
   * @throws InvalidRequestException if it names no container, or a host that is not Azure's
   */
  static BlobName of(Location location) {
    String path = location.path();
    int slash = path.indexOf('/');
    String authority = slash < 0 ? path : path.substring(0, slash);
    int at = authority.indexOf('@');
    String container = at < 0 ? authority : authority.substring(0, at);
    boolean named = location.scheme().startsWith("abfs");
    if (!CONTAINER.matcher(container).matches() || (at >= 0 && !named)) {
      throw new InvalidRequestException(
          location
              + " names no container: write azure://container/path or"
              + " abfss://container@account.dfs.core.windows.net/path",
          location.toString());
    }
    return new BlobName(
        location.scheme() + "://" + authority,
        at < 0 ? Optional.empty() : Optional.of(endpoint(authority.substring(at + 1), location)),
        container,
        slash < 0 ? "" : path.substring(slash + 1));
  }

  private static String endpoint(String host, Location location) {
    Matcher azure = HOST.matcher(host);
    if (!azure.matches()) {
      throw new InvalidRequestException(
          "%s: \"%s\" is no host of Azure, such as account.dfs.core.windows.net; for another"
                  .formatted(location, host)
              + " server give vfs.azure.blob_endpoint, and write azure://container/path",
          location.toString());
    }
    return "https://%s.blob.core.%s".formatted(azure.group(1), azure.group(2));
  }

  /** What the names of all that is in this folder begin with. */
  String inside() {
    return key.isEmpty() ? "" : key + "/";
  }

  /** Another blob of the container. */
  BlobName withKey(String other) {
    return new BlobName(root, endpoint, container, other);
  }

  @Override
  public String toString() {
    return root + "/" + key;
  }
}
