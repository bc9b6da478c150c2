package io.azulejo.s3;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.storage.Settings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.ObjectCannedACL;
import software.amazon.awssdk.services.s3.model.ServerSideEncryption;
import software.amazon.awssdk.services.s3.model.StorageClass;

/** The validated settings of an S3 store, as described in {@code docs/stores.md}. */
final class S3Options {
  /** How the store detects that the name of a new object is taken. */
  enum ExclusiveCreate {
    /**
     * With a conditional write. If the store does not support conditions, a separate request checks
     * the name before the write.
     */
    AUTO,
    /** With a conditional write. If the store does not support conditions, the write fails. */
    REQUIRED,
    /**
     * With a separate request before the write. If several writers run concurrently, more than one
     * may succeed.
     */
    OFF
  }

  /** The checksums that the client sends with requests. */
  enum Checksums {
    /** CRC32 with all uploads to AWS. Other servers receive only the required checksums, as MD5. */
    AUTO,
    /** CRC32 with all uploads. */
    ALWAYS,
    /** Only the checksums that the protocol requires, as CRC32. */
    REQUIRED,
    /** Only the checksums that the protocol requires, as MD5. Older servers support only MD5. */
    MD5
  }

  /**
   * Minimum size in bytes of each part of a multipart upload, except the last. S3 sets this limit.
   */
  static final long MIN_PART = 5 << 20;

  /** Maximum delay between two attempts. */
  static final Duration MAX_DELAY = Duration.ofSeconds(20);

  private static final String CUSTOM_HEADERS = "vfs.s3.custom_headers.";

  static final Set<String> NAMES =
      Set.of(
          "vfs.s3.region",
          "vfs.s3.endpoint_override",
          "vfs.s3.scheme",
          "vfs.s3.use_virtual_addressing",
          "vfs.s3.aws_access_key_id",
          "vfs.s3.aws_secret_access_key",
          "vfs.s3.aws_session_token",
          "vfs.s3.aws_role_arn",
          "vfs.s3.aws_external_id",
          "vfs.s3.aws_session_name",
          "vfs.s3.aws_load_frequency",
          "vfs.s3.config_source",
          "vfs.s3.no_sign_request",
          "vfs.s3.requester_pays",
          "vfs.s3.sse",
          "vfs.s3.sse_kms_key_id",
          "vfs.s3.storage_class",
          "vfs.s3.object_canned_acl",
          "vfs.s3.multipart_part_size",
          "vfs.s3.max_parallel_ops",
          "vfs.s3.connect_timeout_ms",
          "vfs.s3.request_timeout_ms",
          "vfs.s3.connect_max_tries",
          "vfs.s3.connect_scale_factor",
          "vfs.s3.retry_strategy",
          "vfs.s3.ca_file",
          "vfs.s3.verify_ssl",
          "vfs.s3.proxy_host",
          "vfs.s3.proxy_port",
          "vfs.s3.proxy_scheme",
          "vfs.s3.proxy_username",
          "vfs.s3.proxy_password",
          CUSTOM_HEADERS + "*",
          "azulejo.s3.profile",
          "azulejo.s3.exclusive_create",
          "azulejo.s3.checksums",
          "azulejo.s3.upload_memory",
          // TileDB settings that are accepted but have no effect.
          "vfs.s3.use_multipart_upload",
          "vfs.s3.skip_init",
          "vfs.s3.logging_level",
          "vfs.s3.install_sigpipe_handler",
          "vfs.s3.bucket_canned_acl",
          "vfs.s3.ca_path");

  /**
   * An access key from the settings.
   *
   * @param token session token of temporary credentials; empty for permanent ones
   */
  record Keys(String id, String secret, Optional<String> token) {}

  /**
   * A role to assume.
   *
   * @param externalId id that the role's trust policy requires; empty if it requires none
   * @param duration validity of the temporary credentials
   */
  record Role(String arn, Optional<String> externalId, String sessionName, Duration duration) {}

  /**
   * A proxy for all requests.
   *
   * @param endpoint scheme, host and optional port of the proxy
   */
  record Proxy(URI endpoint, Optional<String> username, Optional<String> password) {}

  final Optional<String> region;
  final Optional<URI> endpoint;
  final boolean pathStyle;
  final Optional<Keys> keys;
  final Optional<Role> role;
  final Optional<String> profile;
  final String configSource;
  final boolean anonymous;
  final Optional<ServerSideEncryption> encryption;
  final Optional<String> encryptionKey;
  final Optional<StorageClass> storageClass;
  final Optional<ObjectCannedACL> acl;
  final int partSize;
  final long uploadMemory;
  final int parallel;
  final Duration connectTimeout;
  final Duration idleTimeout;
  final int attempts;
  final Duration firstDelay;
  final Optional<Path> caFile;
  final boolean verifyTls;
  final Optional<Proxy> proxy;
  final Map<String, String> headers;
  final ExclusiveCreate exclusiveCreate;
  final Checksums checksums;

  /** Secrets from the settings, which must not appear in messages. */
  final List<String> secrets;

  private S3Options(Settings settings) {
    region = settings.text("vfs.s3.region");
    endpoint = endpoint(settings);
    pathStyle =
        !settings.flag(
            "vfs.s3.use_virtual_addressing",
            endpoint.map(uri -> !isLocal(uri.getHost())).orElse(true));
    keys = keys(settings);
    role = role(settings);
    profile = settings.text("azulejo.s3.profile");
    configSource =
        oneOf(
            settings,
            "vfs.s3.config_source",
            "auto",
            "auto",
            "config_files",
            "sts_profile_with_web_identity");
    anonymous = settings.flag("vfs.s3.no_sign_request", false);
    encryptionKey = settings.text("vfs.s3.sse_kms_key_id");
    encryption = encryption(settings);
    storageClass =
        known(
            settings, "vfs.s3.storage_class", StorageClass::fromValue, StorageClass.knownValues());
    acl =
        known(
            settings,
            "vfs.s3.object_canned_acl",
            ObjectCannedACL::fromValue,
            ObjectCannedACL.knownValues());
    partSize = (int) settings.integer("vfs.s3.multipart_part_size", 8 << 20, MIN_PART, 1 << 30);
    uploadMemory = settings.integer("azulejo.s3.upload_memory", 128 << 20, 0, Long.MAX_VALUE);
    parallel = (int) settings.integer("vfs.s3.max_parallel_ops", 64, 1, 10_000);
    connectTimeout = settings.milliseconds("vfs.s3.connect_timeout_ms", Duration.ofSeconds(10));
    idleTimeout = settings.milliseconds("vfs.s3.request_timeout_ms", Duration.ofSeconds(30));
    attempts = (int) settings.integer("vfs.s3.connect_max_tries", 10, 1, 1000);
    firstDelay = settings.milliseconds("vfs.s3.connect_scale_factor", Duration.ofMillis(100));
    oneOf(settings, "vfs.s3.retry_strategy", "standard", "standard");
    caFile = settings.text("vfs.s3.ca_file").map(Path::of);
    verifyTls = settings.flag("vfs.s3.verify_ssl", true);
    proxy = proxy(settings);
    headers = headers(settings);
    exclusiveCreate =
        ExclusiveCreate.valueOf(
            oneOf(settings, "azulejo.s3.exclusive_create", "auto", "auto", "required", "off")
                .toUpperCase(Locale.ROOT));
    checksums =
        Checksums.valueOf(
            oneOf(settings, "azulejo.s3.checksums", "auto", "auto", "always", "required", "md5")
                .toUpperCase(Locale.ROOT));
    secrets = secrets(settings);
  }

  /**
   * Parses and validates the settings.
   *
   * @throws InvalidRequestException if a value is not valid
   */
  static S3Options of(Settings settings) {
    return new S3Options(settings);
  }

  private static Optional<URI> endpoint(Settings settings) {
    String scheme = oneOf(settings, "vfs.s3.scheme", "https", "http", "https");
    return settings
        .text("vfs.s3.endpoint_override")
        .map(
            text -> {
              URI uri = uri(text.contains("://") ? text : scheme + "://" + text);
              if (uri == null || !uri.getScheme().matches("https?") || uri.getHost() == null) {
                throw settings.invalid(
                    "vfs.s3.endpoint_override", "a host, optionally with a port");
              }
              return uri;
            });
  }

  private static @Nullable URI uri(String text) {
    try {
      return new URI(text);
    } catch (java.net.URISyntaxException e) {
      return null;
    }
  }

  /**
   * Returns whether a host is {@code localhost} or an IP address, which cannot have subdomains for
   * buckets.
   */
  private static boolean isLocal(String host) {
    return host.equals("localhost") || host.matches("[0-9.]+") || host.startsWith("[");
  }

  private static Optional<Keys> keys(Settings settings) {
    Optional<String> id = settings.text("vfs.s3.aws_access_key_id");
    Optional<String> secret = settings.text("vfs.s3.aws_secret_access_key");
    if (id.isPresent() != secret.isPresent()) {
      throw new InvalidRequestException(
          "settings vfs.s3.aws_access_key_id and vfs.s3.aws_secret_access_key: set both or "
              + "neither");
    }
    return id.map(
        name -> new Keys(name, secret.orElseThrow(), settings.text("vfs.s3.aws_session_token")));
  }

  private static Optional<Role> role(Settings settings) {
    return settings
        .text("vfs.s3.aws_role_arn")
        .map(
            arn ->
                new Role(
                    arn,
                    settings.text("vfs.s3.aws_external_id"),
                    settings.text("vfs.s3.aws_session_name").orElse("azulejo"),
                    Duration.ofSeconds(
                        settings.integer("vfs.s3.aws_load_frequency", 3600, 900, 43_200))));
  }

  private Optional<ServerSideEncryption> encryption(Settings settings) {
    Optional<String> sse = settings.text("vfs.s3.sse");
    if (sse.isEmpty()) {
      if (encryptionKey.isPresent()) {
        throw new InvalidRequestException("setting vfs.s3.sse_kms_key_id requires vfs.s3.sse=kms");
      }
      return Optional.empty();
    }
    return Optional.of(
        oneOf(settings, "vfs.s3.sse", "aes256", "aes256", "kms").equals("kms")
            ? ServerSideEncryption.AWS_KMS
            : ServerSideEncryption.AES256);
  }

  private static Optional<Proxy> proxy(Settings settings) {
    return settings
        .text("vfs.s3.proxy_host")
        .map(
            host -> {
              String scheme = oneOf(settings, "vfs.s3.proxy_scheme", "http", "http", "https");
              long port = settings.integer("vfs.s3.proxy_port", 0, 1, 65_535);
              URI uri = uri(scheme + "://" + host + (port == 0 ? "" : ":" + port));
              if (uri == null || uri.getHost() == null) {
                throw settings.invalid("vfs.s3.proxy_host", "a host name");
              }
              return new Proxy(
                  uri,
                  settings.text("vfs.s3.proxy_username"),
                  settings.text("vfs.s3.proxy_password"));
            });
  }

  private static Map<String, String> headers(Settings settings) {
    Map<String, String> headers = new TreeMap<>();
    settings
        .values()
        .forEach(
            (name, value) -> {
              if (name.startsWith(CUSTOM_HEADERS)) {
                headers.put(name.substring(CUSTOM_HEADERS.length()), value);
              }
            });
    if (settings.flag("vfs.s3.requester_pays", false)) {
      headers.put("x-amz-request-payer", "requester");
    }
    return Map.copyOf(headers);
  }

  private static List<String> secrets(Settings settings) {
    List<String> secrets = new ArrayList<>();
    settings
        .values()
        .forEach(
            (name, value) -> {
              // Hiding short values would only garble messages; they are not secrets.
              if (Settings.isSecret(name) && value.length() >= 4) {
                secrets.add(value);
              }
            });
    return List.copyOf(secrets);
  }

  private static String oneOf(Settings settings, String name, String otherwise, String... known) {
    String text = settings.text(name).orElse(otherwise).toLowerCase(Locale.ROOT);
    for (String value : known) {
      if (value.equals(text)) {
        return value;
      }
    }
    throw settings.invalid(name, String.join(" or ", known));
  }

  /**
   * Parses a value, given by TileDB's name ({@code bucket_owner_read}) or by S3's name ({@code
   * bucket-owner-read}). Returns empty if the setting is missing or {@code NOT_SET}.
   */
  private static <T> Optional<T> known(
      Settings settings, String name, java.util.function.Function<String, T> find, Set<T> all) {
    Optional<String> text = settings.text(name);
    if (text.isEmpty() || text.get().equalsIgnoreCase("NOT_SET")) {
      return Optional.empty();
    }
    String plain = text.get().toLowerCase(Locale.ROOT).replaceAll("_$", "");
    for (String form :
        List.of(plain.replace('_', '-'), plain.toUpperCase(Locale.ROOT), text.get())) {
      T value = find.apply(form);
      if (all.contains(value)) {
        return Optional.of(value);
      }
    }
    throw settings.invalid(
        name, "one of " + String.join(", ", all.stream().map(Object::toString).sorted().toList()));
  }
}
