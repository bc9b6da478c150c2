package io.azulejo.s3;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.storage.objects.StoreClock;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.ProfileCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.auth.credentials.WebIdentityTokenFileCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpConfigurationOption;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.http.apache5.ProxyConfiguration;
import software.amazon.awssdk.profiles.ProfileFile;
import software.amazon.awssdk.profiles.ProfileFileSystemSetting;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.AwsProfileRegionProvider;
import software.amazon.awssdk.regions.providers.SystemSettingsRegionProvider;
import software.amazon.awssdk.services.s3.LegacyMd5Plugin;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.services.sts.StsClient;
import software.amazon.awssdk.services.sts.auth.StsAssumeRoleCredentialsProvider;
import software.amazon.awssdk.utils.AttributeMap;

/**
 * Holds the AWS SDK client of a store. The client is created for the first request, because finding
 * credentials can take time and opening a store must be fast. Safe for concurrent use.
 */
final class S3Connection implements AutoCloseable {
  private final S3Options options;
  private final S3Dialect dialect;
  private final StoreClock clock = new StoreClock();
  private final List<AutoCloseable> resources = new ArrayList<>();
  private @Nullable S3Client client;
  private boolean closed;

  /** Whether this thread has started to send a request since it last called {@link #client}. */
  private final ThreadLocal<Boolean> sent = ThreadLocal.withInitial(() -> false);

  S3Connection(S3Options options, S3Dialect dialect) {
    this.options = options;
    this.dialect = dialect;
  }

  /** Returns the client for this thread's next request. The client does not retry. */
  S3Client client() {
    sent.set(false);
    return open();
  }

  /** Returns the store's clock, which follows the times in responses. */
  StoreClock clock() {
    return clock;
  }

  /**
   * Returns whether this thread started to send its last request. If not, a failure has a local
   * cause, such as missing credentials.
   */
  boolean hasSent() {
    return sent.get();
  }

  private synchronized S3Client open() {
    if (closed) {
      throw new InvalidRequestException("the store is closed");
    }
    if (client == null) {
      SdkHttpClient http = closeLater(dialect.transport(http()));
      client = closeLater(client(http, credentials(http)));
    }
    return client;
  }

  private <T> T closeLater(T made) {
    if (made instanceof AutoCloseable resource) {
      resources.add(0, resource);
    }
    return made;
  }

  private S3Client client(SdkHttpClient http, AwsCredentialsProvider credentials) {
    boolean always =
        options.checksums == S3Options.Checksums.ALWAYS
            || (options.checksums == S3Options.Checksums.AUTO && options.endpoint.isEmpty());
    boolean md5 =
        options.checksums == S3Options.Checksums.MD5
            || (options.checksums == S3Options.Checksums.AUTO && options.endpoint.isPresent());
    S3ClientBuilder builder =
        S3Client.builder()
            .httpClient(http)
            .credentialsProvider(credentials)
            .forcePathStyle(options.pathStyle)
            .region(region())
            .crossRegionAccessEnabled(options.endpoint.isEmpty() && options.region.isEmpty())
            .requestChecksumCalculation(
                always
                    ? RequestChecksumCalculation.WHEN_SUPPORTED
                    : RequestChecksumCalculation.WHEN_REQUIRED)
            .responseChecksumValidation(
                always
                    ? ResponseChecksumValidation.WHEN_SUPPORTED
                    : ResponseChecksumValidation.WHEN_REQUIRED)
            .overrideConfiguration(
                configuration -> {
                  configuration
                      .retryStrategy(AwsRetryStrategy.doNotRetry())
                      .addExecutionInterceptor(new Observer());
                  options.headers.forEach(configuration::putHeader);
                });
    if (md5) {
      builder.addPlugin(LegacyMd5Plugin.create());
    }
    options.endpoint.ifPresent(
        endpoint ->
            builder
                .endpointOverride(endpoint)
                // Compatible servers may store the frames of signed chunks as content.
                .serviceConfiguration(s3 -> s3.chunkedEncodingEnabled(false)));
    return builder.build();
  }

  /**
   * Returns the region from the settings, the environment or the profile, in this order. Otherwise
   * returns {@code us-east-1}, which redirects requests to the bucket's region.
   */
  private Region region() {
    Optional<String> given = options.region;
    return given
        .map(Region::of)
        .or(() -> found(() -> new SystemSettingsRegionProvider().getRegion()))
        .or(() -> found(() -> new AwsProfileRegionProvider().getRegion()))
        .orElse(Region.US_EAST_1);
  }

  private static Optional<Region> found(Supplier<@Nullable Region> provider) {
    try {
      return Optional.ofNullable(provider.get());
    } catch (software.amazon.awssdk.core.exception.SdkClientException e) {
      return Optional.empty();
    }
  }

  private AwsCredentialsProvider credentials(SdkHttpClient http) {
    if (options.anonymous) {
      return AnonymousCredentialsProvider.create();
    }
    AwsCredentialsProvider base = ownCredentials();
    if (options.role.isEmpty()) {
      return base;
    }
    S3Options.Role role = options.role.get();
    StsClient sts =
        closeLater(
            StsClient.builder()
                .httpClient(http)
                .credentialsProvider(base)
                .region(region())
                .build());
    return closeLater(
        StsAssumeRoleCredentialsProvider.builder()
            .stsClient(sts)
            .refreshRequest(
                request -> {
                  request
                      .roleArn(role.arn())
                      .roleSessionName(role.sessionName())
                      .durationSeconds((int) role.duration().toSeconds());
                  role.externalId().ifPresent(request::externalId);
                })
            .build());
  }

  private AwsCredentialsProvider ownCredentials() {
    if (options.keys.isPresent()) {
      S3Options.Keys keys = options.keys.get();
      return StaticCredentialsProvider.create(
          keys.token().isPresent()
              ? AwsSessionCredentials.create(keys.id(), keys.secret(), keys.token().get())
              : AwsBasicCredentials.create(keys.id(), keys.secret()));
    }
    String profile =
        options.profile.orElseGet(ProfileFileSystemSetting.AWS_PROFILE::getStringValueOrThrow);
    boolean usesProfile = !options.configSource.equals("sts_profile_with_web_identity");
    return new SearchedCredentials(
        closeLater(credentialsSearch(profile)),
        usesProfile ? Optional.of(profile) : Optional.empty(),
        ProfileFile::defaultProfileFile);
  }

  private AwsCredentialsProvider credentialsSearch(String profile) {
    return switch (options.configSource) {
      case "config_files" -> ProfileCredentialsProvider.create(profile);
      case "sts_profile_with_web_identity" -> WebIdentityTokenFileCredentialsProvider.create();
      default ->
          options.profile.isPresent()
              ? ProfileCredentialsProvider.create(profile)
              // The metadata service of the machine comes last, with one attempt of one second.
              : DefaultCredentialsProvider.builder().profileName(profile).build();
    };
  }

  private SdkHttpClient http() {
    Apache5HttpClient.Builder http =
        Apache5HttpClient.builder()
            .maxConnections(options.parallel + 16)
            .connectionTimeout(options.connectTimeout)
            .socketTimeout(options.idleTimeout)
            .connectionAcquisitionTimeout(Duration.ofMinutes(5))
            // Closes idle connections before the server does.
            .connectionMaxIdleTime(Duration.ofSeconds(20));
    options.proxy.ifPresent(
        proxy -> {
          ProxyConfiguration.Builder configuration =
              ProxyConfiguration.builder().endpoint(proxy.endpoint());
          proxy.username().ifPresent(configuration::username);
          proxy.password().ifPresent(configuration::password);
          http.proxyConfiguration(configuration.build());
        });
    options.caFile.ifPresent(
        file -> {
          TrustManager[] trusted = trusted(file);
          http.tlsTrustManagersProvider(() -> trusted);
        });
    return http.buildWithDefaults(
        AttributeMap.builder()
            .put(SdkHttpConfigurationOption.TRUST_ALL_CERTIFICATES, !options.verifyTls)
            .build());
  }

  private static TrustManager[] trusted(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      int count = 0;
      for (Certificate certificate :
          CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        store.setCertificateEntry("ca" + count++, certificate);
      }
      if (count > 0) {
        TrustManagerFactory factory =
            TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
      }
    } catch (IOException | GeneralSecurityException e) {
      throw new InvalidRequestException(
          "setting vfs.s3.ca_file: cannot read certificates (PEM) from %s: %s"
              .formatted(file, e.getMessage()),
          null,
          e);
    }
    throw new InvalidRequestException(
        "setting vfs.s3.ca_file: %s contains no certificates (PEM)".formatted(file));
  }

  @Override
  public void close() {
    List<AutoCloseable> all;
    synchronized (this) {
      closed = true;
      all = List.copyOf(resources);
      resources.clear();
    }
    for (AutoCloseable resource : all) {
      try {
        resource.close();
      } catch (Exception e) {
        // Failing to close a connection or a thread loses no data.
      }
    }
  }

  /** Tracks whether requests are sent, and updates the store's clock from responses. */
  private final class Observer implements ExecutionInterceptor {
    @Override
    public void beforeTransmission(
        Context.BeforeTransmission context, ExecutionAttributes attributes) {
      sent.set(true);
    }

    @Override
    public void afterTransmission(
        Context.AfterTransmission context, ExecutionAttributes attributes) {
      clock.answered(context.httpResponse().firstMatchingHeader("Date").orElse(null));
    }
  }
}
