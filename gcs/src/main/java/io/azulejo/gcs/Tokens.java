package io.azulejo.gcs;

import com.google.auth.oauth2.GoogleCredentials;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkClientException;

/**
 * The headers that tell Google who asks: a token, fetched when the first request is sent and anew
 * before it runs out. Used by many threads at a time.
 */
final class Tokens {
  private final GcsOptions.@Nullable CredentialsSource source;
  private @Nullable GoogleCredentials credentials;
  private volatile Map<String, List<String>> current = Map.of();

  /** Tokens of credentials; without them there are none. */
  Tokens(GcsOptions.@Nullable CredentialsSource source) {
    this.source = source;
  }

  /**
   * What a request has to carry now: its authorization, and perhaps the project that the
   * credentials want to be billed.
   *
   * @throws SdkClientException if there are no credentials, or no token for them; not caused by an
   *     exception of input, so that it counts as a request that was not sent
   */
  Map<String, List<String>> headers() {
    if (source == null) {
      return Map.of();
    }
    try {
      Map<String, List<String>> headers = credentials(source).getRequestMetadata();
      current = headers;
      return headers;
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /**
   * Fetches another token, unless that has been done since.
   *
   * @param refused what a request carried that was refused
   * @return whether there is another one
   * @throws SdkClientException as {@link #headers}
   */
  synchronized boolean renew(Map<String, List<String>> refused) {
    if (source == null) {
      return false;
    }
    try {
      GoogleCredentials known = credentials(source);
      if (known.getRequestMetadata().equals(refused)) {
        known.refresh();
      }
      return true;
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private synchronized GoogleCredentials credentials(GcsOptions.CredentialsSource from)
      throws IOException {
    if (credentials == null) {
      credentials = from.open();
    }
    return credentials;
  }

  private static SdkClientException failed(IOException e) {
    StringBuilder text = new StringBuilder("there is no token for the credentials");
    for (Throwable t = e; t != null; t = t.getCause()) {
      String message = String.valueOf(t.getMessage());
      if (text.indexOf(message) < 0) {
        text.append(": ").append(message);
      }
    }
    return SdkClientException.create(text.toString());
  }

  /** The token that is used now, which no message may show. */
  Collection<String> secrets() {
    return current.getOrDefault("Authorization", List.of()).stream()
        .map(value -> value.substring(value.indexOf(' ') + 1))
        .collect(Collectors.toSet());
  }
}
