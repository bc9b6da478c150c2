package io.azulejo.gcs;

import com.google.auth.oauth2.ExternalAccountCredentials;
import com.google.auth.oauth2.GoogleCredentials;
import com.google.auth.oauth2.ImpersonatedCredentials;
import com.google.auth.oauth2.ServiceAccountCredentials;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.storage.Settings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The validated settings of a Google Cloud Storage store, as described in {@code docs/stores.md}.
 */
final class GcsOptions {
  static final Set<String> NAMES =
      Set.of(
          "vfs.gcs.endpoint",
          "vfs.gcs.service_account_key",
          "vfs.gcs.workload_identity_configuration",
          "vfs.gcs.impersonate_service_account",
          "vfs.gcs.max_parallel_ops",
          "vfs.gcs.multi_part_size",
          "vfs.gcs.request_timeout_ms",
          "azulejo.gcs.no_sign_request",
          "azulejo.gcs.user_project",
          "azulejo.gcs.upload_memory",
          "azulejo.gcs.connect_timeout_ms",
          "azulejo.gcs.max_tries",
          "azulejo.gcs.retry_delay_ms",
          // TileDB settings that are accepted but have no effect.
          "vfs.gcs.project_id",
          "vfs.gcs.use_multi_part_upload",
          "vfs.gcs.max_direct_upload_size");

  /** The narrowest OAuth scope that allows reading, writing and deleting objects. */
  private static final String SCOPE = "https://www.googleapis.com/auth/devstorage.read_write";

  /** Matches a Base64 line of a private key. */
  private static final Pattern KEY = Pattern.compile("[A-Za-z0-9+/=]{40,}");

  private static final URI GOOGLE = URI.create("https://storage.googleapis.com");

  /** Loads credentials. May read files or query the metadata service of the machine. */
  interface CredentialsSource {
    GoogleCredentials open() throws IOException;
  }

  final URI endpoint;
  final Optional<String> userProject;
  final int parallel;

  /** The credentials for requests, or null if requests are anonymous. */
  final @Nullable CredentialsSource credentials;

  /** Secrets from the settings, which must not appear in messages. */
  final List<String> secrets;

  private final Map<String, String> s3Settings;

  private GcsOptions(Settings settings) {
    endpoint = endpoint(settings);
    userProject = settings.text("azulejo.gcs.user_project");
    parallel = (int) settings.integer("vfs.gcs.max_parallel_ops", 64, 1, 10_000);
    credentials = credentials(settings);
    secrets = secrets(settings);
    long partSize = settings.integer("vfs.gcs.multi_part_size", 8 << 20, 5 << 20, 1 << 30);
    long uploads = settings.integer("azulejo.gcs.upload_memory", 128 << 20, 0, Long.MAX_VALUE);
    Duration idle = settings.milliseconds("vfs.gcs.request_timeout_ms", Duration.ofSeconds(30));
    Duration connect =
        settings.milliseconds("azulejo.gcs.connect_timeout_ms", Duration.ofSeconds(10));
    long tries = settings.integer("azulejo.gcs.max_tries", 10, 1, 1000);
    Duration delay = settings.milliseconds("azulejo.gcs.retry_delay_ms", Duration.ofMillis(100));
    s3Settings =
        Map.ofEntries(
            Map.entry("vfs.s3.endpoint_override", endpoint.toString()),
            Map.entry("vfs.s3.use_virtual_addressing", "false"),
            Map.entry("vfs.s3.region", "us-east-1"),
            Map.entry("vfs.s3.no_sign_request", "true"),
            Map.entry("azulejo.s3.checksums", "md5"),
            Map.entry("vfs.s3.max_parallel_ops", "" + parallel),
            Map.entry("vfs.s3.multipart_part_size", "" + partSize),
            Map.entry("azulejo.s3.upload_memory", "" + uploads),
            Map.entry("vfs.s3.request_timeout_ms", "" + idle.toMillis()),
            Map.entry("vfs.s3.connect_timeout_ms", "" + connect.toMillis()),
            Map.entry("vfs.s3.connect_max_tries", "" + tries),
            Map.entry("vfs.s3.connect_scale_factor", "" + delay.toMillis()));
  }

  /**
   * Parses and validates the settings.
   *
   * @throws InvalidRequestException if a value is not valid
   */
  static GcsOptions of(Settings settings) {
    return new GcsOptions(settings);
  }

  /**
   * Returns the settings for the underlying S3 store. They turn AWS signatures off, because {@link
   * GcsTransport} authenticates requests with tokens.
   */
  Map<String, String> s3Settings() {
    return s3Settings;
  }

  /** Returns whether requests go to Google rather than to a substitute server. */
  boolean isGoogle() {
    return isGoogle(endpoint);
  }

  private static boolean isGoogle(URI endpoint) {
    return endpoint.getScheme().equals("https") && endpoint.getHost().endsWith(".googleapis.com");
  }

  private static URI endpoint(Settings settings) {
    Optional<String> text = settings.text("vfs.gcs.endpoint");
    if (text.isEmpty()) {
      return GOOGLE;
    }
    try {
      URI uri = new URI(text.get().contains("://") ? text.get() : "https://" + text.get());
      if (uri.getScheme().matches("https?") && uri.getHost() != null) {
        return uri;
      }
    } catch (URISyntaxException e) {
      // reported below
    }
    throw settings.invalid("vfs.gcs.endpoint", "a host, optionally with a port");
  }

  private @Nullable CredentialsSource credentials(Settings settings) {
    String key = "vfs.gcs.service_account_key";
    String workload = "vfs.gcs.workload_identity_configuration";
    CredentialsSource given;
    if (settings.flag("azulejo.gcs.no_sign_request", false)) {
      return null;
    }
    if (settings.text(key).isPresent()) {
      given =
          parsed(
              settings,
              key,
              "a service account key in JSON",
              ServiceAccountCredentials::fromStream);
    } else if (settings.text(workload).isPresent()) {
      given =
          parsed(
              settings,
              workload,
              "a workload identity in JSON",
              ExternalAccountCredentials::fromStream);
    } else if (isGoogle() || settings.text("vfs.gcs.impersonate_service_account").isPresent()) {
      given = GoogleCredentials::getApplicationDefault;
    } else {
      // Credentials found on this machine are only for Google.
      return null;
    }
    if (endpoint.getScheme().equals("http") && !isLoopback(endpoint.getHost())) {
      throw new InvalidRequestException(
          "setting vfs.gcs.endpoint: %s would expose access tokens; use https://, or"
                  .formatted(endpoint)
              + " azulejo.gcs.no_sign_request=true");
    }
    return settings
        .text("vfs.gcs.impersonate_service_account")
        .map(accounts -> impersonating(given, accounts))
        .orElse(() -> given.open().createScoped(SCOPE));
  }

  private static boolean isLoopback(String host) {
    return host.equals("localhost") || host.startsWith("127.") || host.equals("[::1]");
  }

  private interface Parser {
    GoogleCredentials parse(InputStream json) throws IOException;
  }

  private static CredentialsSource parsed(
      Settings settings, String name, String wanted, Parser parser) {
    byte[] json = settings.text(name).orElseThrow().getBytes(StandardCharsets.UTF_8);
    GoogleCredentials credentials;
    try {
      credentials = parser.parse(new ByteArrayInputStream(json));
    } catch (IOException | RuntimeException e) {
      // The exception is dropped, because its message may quote the key.
      throw settings.invalid(name, wanted);
    }
    return () -> credentials;
  }

  /**
   * Returns credentials that impersonate a service account.
   *
   * @param base the credentials to start with
   * @param accounts names of service accounts, separated by commas. Each one impersonates the next,
   *     and requests are made as the last one
   */
  private static CredentialsSource impersonating(CredentialsSource base, String accounts) {
    List<String> chain = Arrays.stream(accounts.split(",")).map(String::trim).toList();
    int last = chain.size() - 1;
    return () ->
        ImpersonatedCredentials.create(
            base.open(), chain.get(last), chain.subList(0, last), List.of(SCOPE), 3600);
  }

  private static List<String> secrets(Settings settings) {
    List<String> secrets = new ArrayList<>();
    settings
        .values()
        .forEach(
            (name, value) -> {
              if (NAMES.contains(name) && Settings.isSecret(name)) {
                secrets.add(value);
                KEY.matcher(value.replace("\\n", "\n"))
                    .results()
                    .forEach(found -> secrets.add(found.group()));
              }
            });
    return List.copyOf(secrets);
  }
}
