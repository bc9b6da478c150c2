package io.azulejo.azure;

import io.azulejo.storage.Storage;
import io.azulejo.storage.StorageProvider;
import java.util.Set;

/**
 * Provides the store for Azure Blob Storage. Locations with {@code azure://} or {@code az://} use
 * the account from the settings. Locations with {@code abfss://} or {@code abfs://} may name the
 * account.
 */
public final class AzureProvider implements StorageProvider {
  private static final Set<String> SCHEMES = Set.of("azure", "az", "abfs", "abfss");

  /** Creates a provider; called by {@link java.util.ServiceLoader}. */
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
   * Creates a store. The store sends no request before its first use.
   *
   * @throws io.azulejo.error.InvalidRequestException if a setting is not valid
   */
  @Override
  public Storage storage(String scheme, Context context) {
    return AzureObjectClient.storage(
        AzureOptions.of(context.settings(), System.getenv()), context.memory());
  }
}
