package io.azulejo.gcs;

import io.azulejo.s3.S3Dialect;
import io.azulejo.storage.Storage;
import io.azulejo.storage.StorageProvider;
import java.util.Set;

/** Provides the store for {@code gs://} and {@code gcs://}, which are synonyms. */
public final class GcsProvider implements StorageProvider {
  /** Creates a provider; called by {@link java.util.ServiceLoader}. */
  public GcsProvider() {}

  @Override
  public boolean serves(String scheme) {
    return scheme.equals("gs") || scheme.equals("gcs");
  }

  @Override
  public String canonical(String scheme) {
    return "gs";
  }

  @Override
  public Set<String> settings() {
    return GcsOptions.NAMES;
  }

  /**
   * Creates a store. The store sends no request before its first use.
   *
   * @throws io.azulejo.error.InvalidRequestException if a setting is not valid
   */
  @Override
  public Storage storage(String scheme, Context context) {
    GcsOptions options = GcsOptions.of(context.settings());
    return S3Dialect.store(new GcsDialect(options), options.s3Settings(), context.memory());
  }
}
