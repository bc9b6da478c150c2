package io.azulejo.s3;

import io.azulejo.storage.Settings;
import io.azulejo.storage.Storage;
import io.azulejo.storage.StoreMemory;
import java.util.Collection;
import java.util.Map;
import software.amazon.awssdk.http.SdkHttpClient;

/**
 * The differences between S3 and an S3-compatible store. Implementations must be safe for
 * concurrent use.
 */
public interface S3Dialect {
  /**
   * The kinds of failure that a user may be able to fix. Some have a subject for {@link #advice}.
   */
  enum Problem {
    /** The store denies access. The subject is the name of the object. */
    REFUSED,
    /** The credentials have expired. */
    EXPIRED,
    /** No credentials were found, or no token could be obtained for them. */
    NO_CREDENTIALS,
    /** The bucket is in another region. The subject is that region, or empty if it is unknown. */
    WRONG_REGION,
    /** The bucket does not exist. The subject is its name. */
    NO_BUCKET,
    /** The store asks for a lower request rate. */
    THROTTLED,
    /** The server cannot be reached, for example because its name cannot be resolved. */
    UNKNOWN_HOST,
    /** The server's certificate is not trusted. */
    UNTRUSTED
  }

  /**
   * Creates a store that uses a dialect.
   *
   * @param dialect the dialect of the store
   * @param settings the S3 settings, by the names that {@link S3Provider} knows. They must be
   *     valid, because errors would name settings that the user did not give
   * @param memory memory of the engine, which is charged for upload buffers
   * @return a store that sends no request before its first use
   */
  static Storage store(S3Dialect dialect, Map<String, String> settings, StoreMemory memory) {
    return S3ObjectClient.storage(S3Options.of(Settings.of(settings)), dialect, memory);
  }

  /**
   * Returns the HTTP client that sends the requests.
   *
   * <p>The client receives S3 requests, signed unless they are anonymous, and must return S3
   * responses. A thrown {@link software.amazon.awssdk.core.exception.SdkClientException} without an
   * {@link java.io.IOException} as its cause means that the request was not sent.
   *
   * @param plain the client without this dialect; closing the returned client must close it
   * @return {@code plain}, or a client that wraps it
   */
  SdkHttpClient transport(SdkHttpClient plain);

  /**
   * Returns whether completing a multipart upload can fail if the name is taken ({@code
   * If-None-Match: *}). For uploads with a single request, every store is assumed to support this
   * condition.
   */
  boolean completesConditionally();

  /**
   * Returns advice for the user, which is appended to a message.
   *
   * @param problem kind of the failure
   * @param subject the subject that the {@link Problem} constant describes; empty if it has none
   * @return text that starts with "; ", or an empty string
   */
  String advice(Problem problem, String subject);

  /**
   * Returns the secrets that must not appear in messages. They may change when credentials are
   * renewed.
   */
  Collection<String> secrets();
}
