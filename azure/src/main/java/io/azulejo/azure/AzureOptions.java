package io.azulejo.azure;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.storage.Settings;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The validated settings of an Azure store, as described in {@code docs/stores.md}. */
final class AzureOptions {
  static final Set<String> NAMES =
      Set.of(
          "vfs.azure.storage_account_name",
          "vfs.azure.storage_account_key",
          "vfs.azure.storage_sas_token",
          "vfs.azure.blob_endpoint",
          "vfs.azure.block_list_block_size",
          "vfs.azure.max_parallel_ops",
          "vfs.azure.max_retries",
          "vfs.azure.retry_delay_ms",
          "vfs.azure.max_retry_delay_ms",
          "azulejo.azure.anonymous",
          "azulejo.azure.connect_timeout_ms",
          "azulejo.azure.idle_timeout_ms",
          "azulejo.azure.upload_memory",
          // TileDB settings that are accepted but have no effect.
          "vfs.azure.use_block_list_upload",
          "vfs.azure.is_data_lake_endpoint");

  /** The environment variable for each setting, which is read if the setting is missing. */
  private static final Map<String, String> VARIABLES =
      Map.of(
          "vfs.azure.storage_account_name", "AZURE_STORAGE_ACCOUNT",
          "vfs.azure.storage_account_key", "AZURE_STORAGE_KEY",
          "vfs.azure.storage_sas_token", "AZURE_STORAGE_SAS_TOKEN",
          "vfs.azure.blob_endpoint", "AZURE_BLOB_ENDPOINT");

  /** The environment variable with a connection string, which can replace all variables above. */
  private static final String CONNECTION_STRING = "AZURE_STORAGE_CONNECTION_STRING";

  /** A connection string with the well-known credentials of Azurite and the older emulator. */
  private static final String EMULATOR =
      "AccountName=devstoreaccount1;AccountKey=Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVE"
          + "rCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==;BlobEndpoint=http://127.0.0.1:10000/devstoreaccount1";

  /**
   * Maximum block size in bytes. Azure accepts up to 4000 MiB, but each open file buffers a whole
   * block.
   */
  private static final int MAX_BLOCK = 1 << 30;

  final Optional<String> account;
  final Optional<String> key;
  final Optional<String> sas;
  final Optional<String> endpoint;
  final boolean anonymous;
  final int blockSize;
  final long uploadMemory;
  final int parallel;
  final int retries;
  final Duration firstDelay;
  final Duration maxDelay;
  final Duration connectTimeout;
  final Duration idleTimeout;

  /** Secrets from the settings, which must not appear in messages. */
  final List<String> secrets;

  private AzureOptions(Settings settings) {
    account = settings.text("vfs.azure.storage_account_name");
    key = settings.text("vfs.azure.storage_account_key");
    sas =
        settings
            .text("vfs.azure.storage_sas_token")
            .map(token -> token.startsWith("?") ? token.substring(1) : token);
    endpoint = endpoint(settings, account);
    anonymous = settings.flag("azulejo.azure.anonymous", false);
    blockSize =
        (int) settings.integer("vfs.azure.block_list_block_size", 8 << 20, 1 << 16, MAX_BLOCK);
    uploadMemory = settings.integer("azulejo.azure.upload_memory", 128 << 20, 0, Long.MAX_VALUE);
    parallel = (int) settings.integer("vfs.azure.max_parallel_ops", 64, 1, 10_000);
    retries = (int) settings.integer("vfs.azure.max_retries", 5, 0, 1000);
    firstDelay = settings.milliseconds("vfs.azure.retry_delay_ms", Duration.ofMillis(800));
    maxDelay = settings.milliseconds("vfs.azure.max_retry_delay_ms", Duration.ofMinutes(1));
    connectTimeout =
        settings.milliseconds("azulejo.azure.connect_timeout_ms", Duration.ofSeconds(10));
    idleTimeout = settings.milliseconds("azulejo.azure.idle_timeout_ms", Duration.ofSeconds(30));
    if (key.isPresent() && account.isEmpty()) {
      throw new InvalidRequestException(
          "setting vfs.azure.storage_account_key requires vfs.azure.storage_account_name");
    }
    key.ifPresent(text -> requireBase64(settings, text));
    secrets = secrets();
  }

  /**
   * Parses and validates the settings. Missing settings are read from the environment variables of
   * Azure's own tools.
   *
   * @param environment the environment variables by name
   * @throws InvalidRequestException if a value is not valid
   */
  static AzureOptions of(Settings settings, Map<String, String> environment) {
    Map<String, String> all = new TreeMap<>(settings.values());
    VARIABLES.forEach(
        (name, variable) -> {
          String value = environment.get(variable);
          if (value != null) {
            all.putIfAbsent(name, value);
          }
        });
    String connection = environment.get(CONNECTION_STRING);
    // Ignored if any of these settings is present: the connection string may be for another
    // account, and its key would cause puzzling errors.
    if (connection != null && VARIABLES.keySet().stream().noneMatch(all::containsKey)) {
      all.putAll(connected(connection));
    }
    return new AzureOptions(Settings.of(all));
  }

  /** Parses a connection string into settings by name. */
  private static Map<String, String> connected(String text) {
    Map<String, String> parts = parts(text);
    if ("true".equalsIgnoreCase(parts.get("UseDevelopmentStorage"))) {
      parts = parts(EMULATOR);
    }
    Map<String, String> settings = new TreeMap<>();
    put(settings, "vfs.azure.storage_account_name", parts.get("AccountName"));
    put(settings, "vfs.azure.storage_account_key", parts.get("AccountKey"));
    put(settings, "vfs.azure.storage_sas_token", parts.get("SharedAccessSignature"));
    put(settings, "vfs.azure.blob_endpoint", parts.get("BlobEndpoint"));
    if (!parts.containsKey("BlobEndpoint") && parts.containsKey("AccountName")) {
      settings.put(
          "vfs.azure.blob_endpoint",
          "%s://%s.blob.%s"
              .formatted(
                  parts.getOrDefault("DefaultEndpointsProtocol", "https"),
                  parts.get("AccountName"),
                  parts.getOrDefault("EndpointSuffix", "core.windows.net")));
    }
    return settings;
  }

  private static void put(Map<String, String> settings, String name, @Nullable String value) {
    if (value != null) {
      settings.put(name, value);
    }
  }

  private static Map<String, String> parts(String text) {
    Map<String, String> parts = new LinkedHashMap<>();
    for (String part : text.split(";")) {
      int equals = part.indexOf('=');
      if (equals < 0) {
        if (!part.isBlank()) {
          throw new InvalidRequestException(
              CONNECTION_STRING
                  + " is not a valid connection string; use NAME=VALUE, separated by semicolons");
        }
      } else {
        parts.put(part.substring(0, equals).trim(), part.substring(equals + 1).trim());
      }
    }
    return parts;
  }

  private static Optional<String> endpoint(Settings settings, Optional<String> account) {
    String name = "vfs.azure.blob_endpoint";
    Optional<String> given = settings.text(name);
    if (given.isEmpty()) {
      return account.map(text -> "https://" + text + ".blob.core.windows.net");
    }
    try {
      URI uri = new URI(given.get());
      if (uri.getScheme() != null
          && uri.getScheme().matches("https?")
          && uri.getHost() != null
          && uri.getUserInfo() == null
          && uri.getQuery() == null) {
        return Optional.of(given.get().replaceAll("/+$", ""));
      }
    } catch (URISyntaxException e) {
      // reported below
    }
    // The exception is dropped, because its message may contain a signature.
    throw new InvalidRequestException(
        ("setting %s is not a valid URL; use a URL like https://account.blob.core.windows.net, "
                + "and pass a signature as vfs.azure.storage_sas_token")
            .formatted(name));
  }

  private static void requireBase64(Settings settings, String key) {
    try {
      java.util.Base64.getDecoder().decode(key);
    } catch (IllegalArgumentException e) {
      throw settings.invalid("vfs.azure.storage_account_key", "the key in Base64");
    }
  }

  private List<String> secrets() {
    List<String> all = new ArrayList<>();
    key.ifPresent(all::add);
    sas.ifPresent(
        token -> {
          all.add(token);
          for (String part : token.split("&")) {
            if (part.startsWith("sig=")) {
              String signature = part.substring(4);
              all.add(signature);
              all.add(
                  java.net.URLDecoder.decode(signature, java.nio.charset.StandardCharsets.UTF_8));
            }
          }
        });
    // Hiding short values would only garble messages; they are not secrets.
    all.removeIf(secret -> secret.length() < 4);
    return List.copyOf(all);
  }
}
