package io.azulejo.s3;

import io.azulejo.storage.Storage;
import io.azulejo.storage.StorageProvider;
import java.util.Set;

/** Provides the store for {@code s3://} and {@code s3a://}, which are synonyms. */
public final class S3Provider implements StorageProvider {
  /** Creates a provider; called by {@link java.util.ServiceLoader}. */
  public S3Provider() {}

  @Override
  public boolean serves(String scheme) {
    return scheme.equals("s3") || scheme.equals("s3a");
  }

  @Override
  public String canonical(String scheme) {
    return "s3";
  }

  @Override
  public Set<String> settings() {
    return S3Options.NAMES;
  }

  /**
   * Creates a store. The store sends no request before its first use.
   *
   * @throws io.azulejo.error.InvalidRequestException if a setting is not valid
   */
  @Override
  public Storage storage(String scheme, Context context) {
    S3Options options = S3Options.of(context.settings());
    return S3ObjectClient.storage(options, new AwsDialect(options), context.memory());
  }
}
