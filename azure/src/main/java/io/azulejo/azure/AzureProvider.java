package io.azulejo.azure;

import io.azulejo.storage.Storage;
import io.azulejo.storage.StorageProvider;
import java.util.Set;

/**
 * Serves {@code azure://} and {@code az://}, whose account the settings name, and {@code abfss://}
 * and {@code abfs://}, which may name it themselves.
 */
public final class AzureProvider implements StorageProvider {
  private static final Set<String> SCHEMES = Set.of("azure", "az", "abfs", "abfss");

  /** Called by {@link java.util.ServiceLoader}. */
  public AzureProvider() {}

  @Override
  public boolean serves(String scheme) {
    return SCHEMES.contains(scheme);
  }

  @Override
  public String canonical(String scheme) {
    return "azure";
  }

  @Override
  public Set<String> settings() {
    return AzureOptions.NAMES;
  }

  /**
   * A store that sends nothing before its first use.
   *
   * @throws io.azulejo.error.InvalidRequestException if a setting can't be used
   */
  @Override
  public Storage storage(String scheme, Context context) {
    return AzureObjectClient.storage(
        AzureOptions.of(context.settings(), System.getenv()), context.memory());
  }
}
