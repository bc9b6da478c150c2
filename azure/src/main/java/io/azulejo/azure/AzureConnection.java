package io.azulejo.azure;

import com.azure.core.credential.TokenCredential;
import com.azure.core.credential.TokenRequestContext;
import com.azure.core.exception.HttpResponseException;
import com.azure.core.http.HttpAuthorization;
import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpPipelineCallContext;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.jdk.httpclient.JdkHttpClientBuilder;
import com.azure.core.http.policy.HttpPipelineSyncPolicy;
import com.azure.core.util.Context;
import com.azure.identity.CredentialUnavailableException;
import com.azure.identity.DefaultAzureCredentialBuilder;
import com.azure.storage.blob.BlobClient;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobServiceClient;
import com.azure.storage.blob.BlobServiceClientBuilder;
import com.azure.storage.blob.BlobServiceVersion;
import com.azure.storage.blob.options.BlobCopyFromUrlOptions;
import com.azure.storage.blob.sas.BlobSasPermission;
import com.azure.storage.blob.sas.BlobServiceSasSignatureValues;
import com.azure.storage.common.StorageSharedKeyCredential;
import com.azure.storage.common.policy.RequestRetryOptions;
import com.azure.storage.common.policy.RetryPolicyType;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.storage.objects.StoreClock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Holds the Azure SDK clients of a store, one per account endpoint. Each client is created for its
 * first request, because finding credentials can take time and opening a store must be fast. The
 * clients do not retry. Safe for concurrent use.
 */
final class AzureConnection {
  /** The service version of requests, which all clouds and older emulators support. */
  private static final BlobServiceVersion VERSION = BlobServiceVersion.V2023_11_03;

  private static final String SCOPE = "https://storage.azure.com/.default";

  /** Validity of the signature that lets the service read the source of a server-side copy. */
  private static final Duration COPY_VALIDITY = Duration.ofHours(1);

  private final AzureOptions options;
  private final StoreClock clock = new StoreClock();
  private final Map<String, BlobServiceClient> services = new HashMap<>();
  private @Nullable HttpClient http;

  /** Microsoft Entra credentials; null before the search for them, empty if none were found. */
  private @Nullable Optional<TokenCredential> identity;

  private volatile String identityError = "";
  private boolean closed;

  AzureConnection(AzureOptions options) {
    this.options = options;
  }

  /** Returns the client of a blob's container. */
  BlobContainerClient container(BlobName name) {
    return service(name).getBlobContainerClient(name.container());
  }

  /** Returns the client of a blob. */
  BlobClient blob(BlobName name) {
    return container(name).getBlobClient(name.key());
  }

  /**
   * Requests a range of a blob and streams the body of the response. The request goes directly
   * through the client's pipeline, which adds credentials. The client's own download would hang
   * forever if the consumer of the bytes failed.
   *
   * @param first position of the first byte
   * @param end position after the last byte
   * @return a successful response, which the caller must close
   * @throws HttpResponseException if the response is an error
   */
  HttpResponse get(BlobName name, long first, long end) {
    BlobClient blob = blob(name);
    HttpRequest request =
        new HttpRequest(HttpMethod.GET, blob.getBlobUrl())
            .setHeader(HttpHeaderName.fromString("x-ms-version"), VERSION.getVersion())
            // Required, because the signature covers it.
            .setHeader(HttpHeaderName.CONTENT_LENGTH, "0")
            .setHeader(
                HttpHeaderName.fromString("x-ms-range"), "bytes=%d-%d".formatted(first, end - 1));
    HttpResponse response = blob.getHttpPipeline().sendSync(request, Context.NONE);
    if (response.getStatusCode() / 100 != 2) {
      String text;
      try (response) {
        text = String.valueOf(response.getBodyAsBinaryData());
      }
      throw new HttpResponseException(
          "Status code %d, \"%s\"".formatted(response.getStatusCode(), text), response);
    }
    return response;
  }

  /** Returns the store's clock, which follows the times in responses. */
  StoreClock clock() {
    return clock;
  }

  /**
   * Returns why the search for credentials failed. Returns an empty string if it succeeded, has not
   * run yet, or is not needed.
   */
  String identityError() {
    return identityError;
  }

  /**
   * Returns the endpoint for requests about a blob.
   *
   * @throws InvalidRequestException if neither the name nor the settings determine an account
   */
  private String endpoint(BlobName name) {
    return name.endpoint()
        .or(() -> options.endpoint)
        .orElseThrow(
            () ->
                new InvalidRequestException(
                    ("%s has no account; set vfs.azure.storage_account_name, or use "
                            + "abfss://%s@ACCOUNT.dfs.core.windows.net/%s")
                        .formatted(name, name.container(), name.key()),
                    name.toString()));
  }

  /** Returns whether the account key and the signature from the settings apply to an endpoint. */
  private boolean isConfigured(String endpoint) {
    return options.endpoint.map(endpoint::equals).orElse(true);
  }

  private synchronized BlobServiceClient service(BlobName name) {
    if (closed) {
      throw new InvalidRequestException("the store is closed");
    }
    String endpoint = endpoint(name);
    BlobServiceClient known = services.get(endpoint);
    if (known == null) {
      known = service(endpoint);
      services.put(endpoint, known);
    }
    return known;
  }

  private BlobServiceClient service(String endpoint) {
    BlobServiceClientBuilder builder =
        new BlobServiceClientBuilder()
            .endpoint(endpoint)
            .serviceVersion(VERSION)
            .httpClient(http())
            .retryOptions(
                new RequestRetryOptions(
                    RetryPolicyType.FIXED, 1, (Duration) null, null, null, null))
            .addPolicy(new Observer());
    if (options.anonymous) {
      return builder.buildClient();
    }
    if (isConfigured(endpoint) && options.key.isPresent()) {
      return builder
          .credential(
              new StorageSharedKeyCredential(
                  options.account.orElseThrow(), options.key.orElseThrow()))
          .buildClient();
    }
    if (isConfigured(endpoint) && options.sas.isPresent()) {
      return builder.sasToken(options.sas.orElseThrow()).buildClient();
    }
    // Never send tokens over unencrypted connections.
    if (endpoint.startsWith("https:")) {
      identity().ifPresent(builder::credential);
    }
    return builder.buildClient();
  }

  /**
   * Returns credentials from the environment, the platform or Azure's tools. Returns an empty
   * result if none are found. Requests are anonymous in that case, because public containers can
   * still be read.
   */
  private Optional<TokenCredential> identity() {
    if (identity == null) {
      TokenCredential found = new DefaultAzureCredentialBuilder().httpClient(http()).build();
      try {
        found.getTokenSync(new TokenRequestContext().addScopes(SCOPE));
        identity = Optional.of(found);
      } catch (CredentialUnavailableException e) {
        identityError = String.valueOf(e.getMessage());
        identity = Optional.empty();
      }
    }
    return identity;
  }

  private HttpClient http() {
    if (http == null) {
      http =
          new JdkHttpClientBuilder(
                  java.net.http.HttpClient.newBuilder()
                      .version(java.net.http.HttpClient.Version.HTTP_1_1)
                      .followRedirects(java.net.http.HttpClient.Redirect.NEVER))
              .connectionTimeout(options.connectTimeout)
              .responseTimeout(options.idleTimeout)
              .readTimeout(options.idleTimeout)
              .writeTimeout(options.idleTimeout)
              .build();
    }
    return http;
  }

  /**
   * Returns the options for a server-side copy from a blob. They contain a signature or a token
   * that lets the service read the source, unless requests are anonymous.
   */
  synchronized BlobCopyFromUrlOptions copySource(BlobName source) {
    BlobClient blob = blob(source);
    String endpoint = endpoint(source);
    String url = blob.getBlobUrl();
    if (options.anonymous) {
      return new BlobCopyFromUrlOptions(url);
    }
    if (isConfigured(endpoint) && options.key.isPresent()) {
      OffsetDateTime now =
          OffsetDateTime.ofInstant(Instant.ofEpochMilli(clock.now()), ZoneOffset.UTC);
      BlobSasPermission read = new BlobSasPermission().setReadPermission(true);
      return new BlobCopyFromUrlOptions(
          url
              + "?"
              + blob.generateSas(new BlobServiceSasSignatureValues(now.plus(COPY_VALIDITY), read)));
    }
    if (isConfigured(endpoint) && options.sas.isPresent()) {
      return new BlobCopyFromUrlOptions(url + "?" + options.sas.orElseThrow());
    }
    BlobCopyFromUrlOptions copy = new BlobCopyFromUrlOptions(url);
    Optional<TokenCredential> known = identity;
    if (known != null && known.isPresent() && endpoint.startsWith("https:")) {
      String token =
          known.get().getTokenSync(new TokenRequestContext().addScopes(SCOPE)).getToken();
      copy.setSourceAuthorization(new HttpAuthorization("Bearer", token));
    }
    return copy;
  }

  /** Releases the clients and their connections and threads. Later requests fail. */
  synchronized void close() {
    closed = true;
    services.clear();
    http = null;
  }

  /** Updates the store's clock from responses. */
  private final class Observer extends HttpPipelineSyncPolicy {
    @Override
    protected HttpResponse afterReceivedResponse(
        HttpPipelineCallContext context, HttpResponse response) {
      clock.answered(response.getHeaderValue(HttpHeaderName.DATE));
      return response;
    }
  }
}
