package io.azulejo.azure;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.storage.objects.ObjectName;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of an object, split as Azure needs it.
 *
 * @param name the name, whose container may include the account
 * @param endpoint the endpoint of the account, {@code https://ACCOUNT.blob.core.windows.net}, if
 *     the name includes it; otherwise the settings determine it
 */
record BlobName(ObjectName name, Optional<String> endpoint, String container) {
  /** Hosts of Azure that may get credentials: {@code ACCOUNT.dfs.core.windows.net}. */
  private static final Pattern HOST =
      Pattern.compile(
          "([a-z0-9]{3,24})\\.(?:dfs|blob)\\.core\\.(windows\\.net|chinacloudapi\\.cn|usgovcloudapi\\.net)");

  private static final Pattern CONTAINER = Pattern.compile("[a-z0-9$-]+");

  /**
   * Splits a name into account, container and blob.
   *
   * @throws InvalidRequestException if the container is missing, or if the host is not one of
   *     Azure's
   */
  static BlobName of(ObjectName name) {
    String authority = name.container();
    int at = authority.indexOf('@');
    String container = at < 0 ? authority : authority.substring(0, at);
    boolean named = name.scheme().startsWith("abfs");
    if (!CONTAINER.matcher(container).matches() || (at >= 0 && !named)) {
      throw new InvalidRequestException(
          name
              + " has no container; use azure://container/path or "
              + "abfss://container@account.dfs.core.windows.net/path",
          name.toString());
    }
    return new BlobName(
        name,
        at < 0 ? Optional.empty() : Optional.of(endpoint(authority.substring(at + 1), name)),
        container);
  }

  private static String endpoint(String host, ObjectName name) {
    Matcher azure = HOST.matcher(host);
    if (!azure.matches()) {
      throw new InvalidRequestException(
          ("%s: \"%s\" is not an Azure host such as account.dfs.core.windows.net; for another "
                  + "server, set vfs.azure.blob_endpoint and use azure://container/path")
              .formatted(name, host),
          name.toString());
    }
    return "https://%s.blob.core.%s".formatted(azure.group(1), azure.group(2));
  }

  /** Returns the name of the blob; empty for the container itself. */
  String key() {
    return name.key();
  }

  @Override
  public String toString() {
    return name.toString();
  }
}
