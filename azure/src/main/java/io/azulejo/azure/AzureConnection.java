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
 * The clients of the SDK, one for each account, made when its first request is sent: finding
 * credentials may take time, which nobody should spend who only names a location. They send each
 * request once.
 */
final class AzureConnection {
  /** What all clouds, and emulators of some age, understand. */
  private static final BlobServiceVersion VERSION = BlobServiceVersion.V2023_11_03;

  private static final String SCOPE = "https://storage.azure.com/.default";

  /** For how long a source that is being copied may be read by its signature. */
  private static final Duration COPYING = Duration.ofHours(1);

  private final AzureOptions options;
  private final StoreClock clock = new StoreClock();
  private final Map<String, BlobServiceClient> services = new HashMap<>();
  private @Nullable HttpClient http;

  /** Credentials of Microsoft Entra; empty where none were found. */
  private @Nullable Optional<TokenCredential> identity;

  private volatile String identityMissing = "";
  private boolean closed;

  AzureConnection(AzureOptions options) {
    this.options = options;
  }

  /** The client of a blob's container. */
  BlobContainerClient container(BlobName name) {
    return service(name).getBlobContainerClient(name.container());
  }

  /** The client of a blob. */
  BlobClient blob(BlobName name) {
    return container(name).getBlobClient(name.key());
  }

  /**
   * The answer with a range of a blob, whose body is read as it comes. This is sent by the pipeline
   * of the client, which brings credentials along: the download that the client has waits for ever
   * where what takes the bytes fails.
   *
   * @param end the position after the last byte
   * @throws HttpResponseException if the answer is an error
   */
  HttpResponse get(BlobName name, long first, long end) {
    BlobClient blob = blob(name);
    HttpRequest request =
        new HttpRequest(HttpMethod.GET, blob.getBlobUrl())
            .setHeader(HttpHeaderName.fromString("x-ms-version"), VERSION.getVersion())
            // Not to be left out: it is signed.
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

  /** The clock of the store. */
  StoreClock clock() {
    return clock;
  }

  /** Why requests go without credentials though none were forbidden; empty where they have some. */
  String identityMissing() {
    return identityMissing;
  }

  /** The endpoint that a blob's requests go to. */
  private String endpoint(BlobName name) {
    return name.endpoint()
        .or(() -> options.endpoint)
        .orElseThrow(
            () ->
                new InvalidRequestException(
                    "%s names no account: give vfs.azure.storage_account_name, or write abfss://%s@ACCOUNT.dfs.core.windows.net/%s"
                        .formatted(name, name.container(), name.key()),
                    name.toString()));
  }

  /** Whether keys and signatures of the settings are meant for an endpoint. */
  private boolean isOfSettings(String endpoint) {
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
    if (isOfSettings(endpoint) && options.key.isPresent()) {
      return builder
          .credential(
              new StorageSharedKeyCredential(
                  options.account.orElseThrow(), options.key.orElseThrow()))
          .buildClient();
    }
    if (isOfSettings(endpoint) && options.sas.isPresent()) {
      return builder.sasToken(options.sas.orElseThrow()).buildClient();
    }
    // Tokens are never sent over connections that all can read.
    if (endpoint.startsWith("https:")) {
      identity().ifPresent(builder::credential);
    }
    return builder.buildClient();
  }

  /**
   * What the environment, the platform or Azure's own tools know of the user. Where none of them
   * knows anything, requests go without credentials, as public containers can be read.
   */
  private Optional<TokenCredential> identity() {
    if (identity == null) {
      TokenCredential found = new DefaultAzureCredentialBuilder().httpClient(http()).build();
      try {
        found.getTokenSync(new TokenRequestContext().addScopes(SCOPE));
        identity = Optional.of(found);
      } catch (CredentialUnavailableException e) {
        identityMissing = String.valueOf(e.getMessage());
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

  /** How a blob is named as the source of a copy, with the right to read it. */
  synchronized BlobCopyFromUrlOptions copySource(BlobName source) {
    BlobClient blob = blob(source);
    String endpoint = endpoint(source);
    String url = blob.getBlobUrl();
    if (options.anonymous) {
      return new BlobCopyFromUrlOptions(url);
    }
    if (isOfSettings(endpoint) && options.key.isPresent()) {
      OffsetDateTime now =
          OffsetDateTime.ofInstant(Instant.ofEpochMilli(clock.now()), ZoneOffset.UTC);
      BlobSasPermission read = new BlobSasPermission().setReadPermission(true);
      return new BlobCopyFromUrlOptions(
          url + "?" + blob.generateSas(new BlobServiceSasSignatureValues(now.plus(COPYING), read)));
    }
    if (isOfSettings(endpoint) && options.sas.isPresent()) {
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

  /** Lets go of the clients, whose connections and threads end with them. */
  synchronized void close() {
    closed = true;
    services.clear();
    http = null;
  }

  /** Learns the store's time from what comes. */
  private final class Observer extends HttpPipelineSyncPolicy {
    @Override
    protected HttpResponse afterReceivedResponse(
        HttpPipelineCallContext context, HttpResponse response) {
      clock.answered(response.getHeaderValue(HttpHeaderName.DATE));
      return response;
    }
  }
}
