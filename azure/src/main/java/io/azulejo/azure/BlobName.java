package io.azulejo.azure;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.storage.objects.ObjectName;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An object name, split into the account's endpoint, the container and the blob.
 *
 * @param name the full name; its container part may have the form {@code CONTAINER@HOST}
 * @param endpoint the account's endpoint, such as {@code https://ACCOUNT.blob.core.windows.net}, if
 *     the name includes the host; otherwise the settings determine it
 * @param container the container without the host
 */
record BlobName(ObjectName name, Optional<String> endpoint, String container) {
  /**
   * Matches the hosts of Azure to which credentials may be sent, such as {@code
   * ACCOUNT.dfs.core.windows.net}.
   */
  private static final Pattern HOST =
      Pattern.compile(
          "([a-z0-9]{3,24})\\.(?:dfs|blob)\\.core\\.(windows\\.net|chinacloudapi\\.cn|usgovcloudapi\\.net)");

  private static final Pattern CONTAINER = Pattern.compile("[a-z0-9$-]+");

  /**
   * Splits a name into account, container and blob.
   *
   * @throws InvalidRequestException if the container is missing or not valid, if the host is not
   *     one of Azure's, or if a scheme other than {@code abfs} or {@code abfss} is used with a host
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

  /** Returns the name of the blob in the container; empty for the container itself. */
  String key() {
    return name.key();
  }

  @Override
  public String toString() {
    return name.toString();
  }
}
