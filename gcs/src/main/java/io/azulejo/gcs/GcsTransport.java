package io.azulejo.gcs;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.SdkHttpResponse;

/**
 * Translates S3 requests to the XML API of Google Cloud Storage, and translates its responses back:
 *
 * <ul>
 *   <li>Each request carries a token. If the server rejects the token (401), the request is
 *       repeated once with a new token.
 *   <li>Request headers {@code x-amz-…} become {@code x-goog-…}. Google ignores {@code x-amz-…}
 *       headers in requests with a token, and rejects requests that have both kinds of headers.
 *   <li>The condition {@code If-None-Match} becomes {@code x-goog-if-generation-match: 0}, because
 *       Google ignores {@code If-None-Match} on writes.
 *   <li>The details of an error response are appended to its message.
 * </ul>
 */
final class GcsTransport implements SdkHttpClient {
  private static final String AMAZON = "x-amz-";
  private static final String GOOGLE = "x-goog-";
  private static final String METADATA = "x-goog-meta-";

  /** Google's header for the request id. */
  private static final String REQUEST_ID = "x-guploader-uploadid";

  private static final Pattern DETAILS = Pattern.compile("<Details>([^<]+)</Details>");
  private static final String MESSAGE_END = "</Message>";

  /** Maximum number of bytes to read from an error response. Real error responses are shorter. */
  private static final int MAX_ERROR = 64 << 10;

  private final SdkHttpClient delegate;
  private final Tokens tokens;
  private final Optional<String> userProject;

  GcsTransport(SdkHttpClient delegate, Tokens tokens, Optional<String> userProject) {
    this.delegate = delegate;
    this.tokens = tokens;
    this.userProject = userProject;
  }

  @Override
  public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
    return new Exchange(request);
  }

  /** An S3 request, sent once or, if its token is rejected, twice. */
  private final class Exchange implements ExecutableHttpRequest {
    private final HttpExecuteRequest request;
    private @Nullable ExecutableHttpRequest current;
    private boolean aborted;

    Exchange(HttpExecuteRequest request) {
      this.request = request;
    }

    @Override
    public HttpExecuteResponse call() throws IOException {
      Map<String, List<String>> token = tokens.headers();
      HttpExecuteResponse answer = send(token);
      if (answer.httpResponse().statusCode() == 401 && tokens.renew(token)) {
        answer.responseBody().ifPresent(AbortableInputStream::abort);
        answer = send(tokens.headers());
      }
      return toS3Response(answer);
    }

    private HttpExecuteResponse send(Map<String, List<String>> token) throws IOException {
      ExecutableHttpRequest next =
          delegate.prepareRequest(
              HttpExecuteRequest.builder()
                  .request(toGoogleRequest(request.httpRequest(), token))
                  .contentStreamProvider(request.contentStreamProvider().orElse(null))
                  .build());
      synchronized (this) {
        current = next;
        if (aborted) {
          next.abort();
        }
      }
      return next.call();
    }

    @Override
    public synchronized void abort() {
      aborted = true;
      if (current != null) {
        current.abort();
      }
    }
  }

  private SdkHttpRequest toGoogleRequest(SdkHttpRequest request, Map<String, List<String>> token) {
    SdkHttpRequest.Builder sent = request.toBuilder().clearHeaders();
    request.forEachHeader(
        (name, values) -> {
          String lower = name.toLowerCase(Locale.ROOT);
          if (lower.startsWith(AMAZON)) {
            sent.putHeader(GOOGLE + lower.substring(AMAZON.length()), values);
          } else if (lower.equals("if-none-match")) {
            sent.putHeader("x-goog-if-generation-match", "0");
          } else {
            sent.putHeader(name, values);
          }
        });
    token.forEach(sent::putHeader);
    userProject.ifPresent(project -> sent.putHeader("x-goog-user-project", project));
    return sent.build();
  }

  private static HttpExecuteResponse toS3Response(HttpExecuteResponse answer) throws IOException {
    SdkHttpResponse.Builder read = answer.httpResponse().toBuilder();
    answer
        .httpResponse()
        .forEachHeader(
            (name, values) -> {
              String lower = name.toLowerCase(Locale.ROOT);
              if (lower.startsWith(METADATA)) {
                read.putHeader(AMAZON + lower.substring(GOOGLE.length()), values);
              } else if (lower.equals(REQUEST_ID)) {
                read.putHeader("x-amz-request-id", values);
              }
            });
    AbortableInputStream body = answer.responseBody().orElse(null);
    if (body != null && !answer.httpResponse().isSuccessful()) {
      byte[] error = withDetails(body);
      body = AbortableInputStream.create(new ByteArrayInputStream(error));
      read.putHeader("Content-Length", "" + error.length);
    }
    return HttpExecuteResponse.builder().response(read.build()).responseBody(body).build();
  }

  /**
   * Returns the body of an error response with its details appended to its message. The details may
   * name a missing permission, for example. Closes the body.
   */
  private static byte[] withDetails(AbortableInputStream body) throws IOException {
    String error = new String(body.readNBytes(MAX_ERROR), StandardCharsets.UTF_8);
    body.close();
    Matcher details = DETAILS.matcher(error);
    String text =
        details.find()
            ? error.replace(MESSAGE_END, " (" + details.group(1) + ")" + MESSAGE_END)
            : error;
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public String clientName() {
    return delegate.clientName();
  }

  @Override
  public void close() {
    delegate.close();
  }
}
