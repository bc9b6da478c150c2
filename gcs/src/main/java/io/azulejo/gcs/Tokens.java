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
 * Provides the headers that authenticate requests to Google. The token is fetched for the first
 * request and refreshed before it expires. Safe for concurrent use.
 */
final class Tokens {
  private final GcsOptions.@Nullable CredentialsSource source;
  private @Nullable GoogleCredentials credentials;
  private volatile Map<String, List<String>> current = Map.of();

  /**
   * Creates a provider of headers.
   *
   * @param source loads the credentials; null for anonymous requests
   */
  Tokens(GcsOptions.@Nullable CredentialsSource source) {
    this.source = source;
  }

  /**
   * Returns the headers for the next request: {@code Authorization}, and possibly the project to
   * bill. They are empty for anonymous requests.
   *
   * @throws SdkClientException if the credentials or a token cannot be obtained. Its cause is never
   *     an I/O exception, so the request counts as not sent
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
   * Fetches a new token unless another thread has already done so.
   *
   * @param refused the headers of the rejected request
   * @return whether the request should be repeated with new headers; false for anonymous requests
   * @throws SdkClientException if a token cannot be obtained
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
    StringBuilder text = new StringBuilder("cannot get a token for the credentials");
    for (Throwable t = e; t != null; t = t.getCause()) {
      String message = String.valueOf(t.getMessage());
      if (text.indexOf(message) < 0) {
        text.append(": ").append(message);
      }
    }
    return SdkClientException.create(text.toString());
  }

  /**
   * Returns the token of the most recent request, which must not appear in messages. Returns an
   * empty collection if no token has been fetched.
   */
  Collection<String> secrets() {
    return current.getOrDefault("Authorization", List.of()).stream()
        .map(value -> value.substring(value.indexOf(' ') + 1))
        .collect(Collectors.toSet());
  }
}
