package io.azulejo.s3;

import io.azulejo.storage.Settings;
import io.azulejo.storage.Storage;
import io.azulejo.storage.StoreMemory;
import java.util.Collection;
import java.util.Map;
import software.amazon.awssdk.http.SdkHttpClient;

/**
 * In what a store differs from S3 that otherwise speaks as S3 does. Used by many threads at a time.
 */
public interface S3Dialect {
  /** Kinds of failure that a user may be able to mend. */
  enum Trouble {
    /** The store does not let the caller do this; about the file. */
    REFUSED,
    /** The credentials were good once. */
    EXPIRED,
    /** No credentials were found, or none can be had for them. */
    NO_CREDENTIALS,
    /** The bucket is in another region; about that one, or nothing where it is not known. */
    WRONG_REGION,
    /** There is no such bucket; about its name. */
    NO_BUCKET,
    /** The store asks for fewer requests. */
    THROTTLED,
    /** The host has no address. */
    UNKNOWN_HOST,
    /** The certificate of the server is not trusted. */
    UNTRUSTED
  }

  /**
   * The store of a dialect.
   *
   * @param settings of S3, by the names that {@link S3Provider} knows, all of which can be used:
   *     errors about others would name settings that the user did not give
   * @param memory of the engine
   */
  static Storage store(S3Dialect dialect, Map<String, String> settings, StoreMemory memory) {
    return S3ObjectClient.storage(S3Options.of(Settings.of(settings)), dialect, memory);
  }

  /**
   * The client that sends the requests, made of the one that would without this dialect, and closed
   * in its stead. What it is given is S3's, with S3's signature unless requests are anonymous; what
   * it answers has to be as S3 answers. Whatever it throws as {@link
   * software.amazon.awssdk.core.exception.SdkClientException} without an {@link
   * java.io.IOException} as its cause counts as not sent.
   */
  SdkHttpClient transport(SdkHttpClient plain);

  /**
   * Whether an upload in parts can be completed on the condition that nobody has the name ({@code
   * If-None-Match: *}), as requests that create an object at once always can.
   */
  boolean completesConditionally();

  /**
   * What to try, to be put behind a message: begins with "; ", or is empty.
   *
   * @param about what {@link Trouble} says; empty for the others
   */
  String advice(Trouble trouble, String about);

  /** What no message may show, as of now. */
  Collection<String> secrets();
}
