package io.azulejo.gcs;

import io.azulejo.s3.S3Dialect;
import io.azulejo.storage.Storage;
import io.azulejo.storage.StorageProvider;
import java.util.Set;

/** Serves {@code gs://} and {@code gcs://}, which mean the same. */
public final class GcsProvider implements StorageProvider {
  /** Called by {@link java.util.ServiceLoader}. */
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
   * A store that sends nothing before its first use.
   *
   * @throws io.azulejo.error.InvalidRequestException if a setting can't be used
   */
  @Override
  public Storage storage(String scheme, Context context) {
    GcsOptions options = GcsOptions.of(context.settings());
    return S3Dialect.store(new GcsDialect(options), options.asOfS3(), context.memory());
  }
}
