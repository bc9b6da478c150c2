package io.azulejo.s3;

import io.azulejo.storage.Settings;
import io.azulejo.storage.Storage;
import io.azulejo.storage.StoreMemory;
import java.util.Collection;
import java.util.Map;
import software.amazon.awssdk.http.SdkHttpClient;

/** The differences of an S3-compatible store. Implementations must be safe for concurrent use. */
public interface S3Dialect {
  /** Kinds of failure that a user may be able to fix. */
  enum Problem {
    /** The store denies access; concerns a file. */
    REFUSED,
    /** The credentials have expired. */
    EXPIRED,
    /** No credentials were found, or they yield no token. */
    NO_CREDENTIALS,
    /** The bucket is in another region; concerns that region, empty if unknown. */
    WRONG_REGION,
    /** The bucket does not exist; concerns its name. */
    NO_BUCKET,
    /** The store asks for a lower request rate. */
    THROTTLED,
    /** The host name cannot be resolved. */
    UNKNOWN_HOST,
    /** The certificate of the server is not trusted. */
    UNTRUSTED
  }

  /**
   * Returns the store of a dialect.
   *
   * @param settings the S3 settings, by the names that {@link S3Provider} knows. They must be
   *     valid: errors would name settings that the user did not give
   * @param memory the memory of the engine
   */
  static Storage store(S3Dialect dialect, Map<String, String> settings, StoreMemory memory) {
    return S3ObjectClient.storage(S3Options.of(Settings.of(settings)), dialect, memory);
  }

  /**
   * Returns the HTTP client that sends the requests. It wraps {@code plain}, the client without
   * this dialect, and must close it.
   *
   * <p>The client receives S3 requests, signed unless they are anonymous, and must return S3
   * responses. A thrown {@link software.amazon.awssdk.core.exception.SdkClientException} without an
   * {@link java.io.IOException} as its cause means that the request was not sent.
   */
  SdkHttpClient transport(SdkHttpClient plain);

  /**
   * Returns whether a multipart upload can be completed on the condition that the name is free
   * ({@code If-None-Match: *}). Requests that create an object at once always support this
   * condition.
   */
  boolean completesConditionally();

  /**
   * Returns advice to append to a message: starts with "; ", or is empty.
   *
   * @param subject the subject named by the {@link Problem} constant; empty if it has none
   */
  String advice(Problem problem, String subject);

  /** Returns the values that must not appear in messages, as of now. */
  Collection<String> secrets();
}
