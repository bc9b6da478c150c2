package io.azulejo.web;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.storage.Storage;
import io.azulejo.storage.StorageProvider;
import java.util.Set;

/** Provides the stores for {@code http://}, {@code https://} and {@code zip+X://}. */
public final class WebProvider implements StorageProvider {
  private static final String ARCHIVE = "zip+";

  /** Creates a provider; called by {@link java.util.ServiceLoader}. */
  public WebProvider() {}

  @Override
  public boolean serves(String scheme) {
    return scheme.equals("http")
        || scheme.equals("https")
        || (scheme.startsWith(ARCHIVE) && scheme.length() > ARCHIVE.length());
  }

  @Override
  public Set<String> settings() {
    return HttpSettings.NAMES;
  }

  @Override
  public Storage storage(String scheme, Context context) {
    if (!scheme.startsWith(ARCHIVE)) {
      return new HttpStorage(HttpSettings.of(context.settings()));
    }
    String inner = scheme.substring(ARCHIVE.length());
    if (inner.startsWith(ARCHIVE)) {
      throw new InvalidRequestException(
          "\"%s:\": an archive within an archive cannot be read; unpack the outer one"
              .formatted(scheme));
    }
    return new ZipStorage(inner, context.storage(inner));
  }
}
