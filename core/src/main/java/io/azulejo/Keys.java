package io.azulejo;

import io.azulejo.schema.EncryptionKey;
import io.azulejo.storage.Location;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Encryption keys of arrays and groups by folder. Immutable. */
final class Keys {
  static final Keys NONE = new Keys(Map.of());

  private final Map<Location, EncryptionKey> byFolder;

  private Keys(Map<Location, EncryptionKey> byFolder) {
    this.byFolder = byFolder;
  }

  /** Returns a copy of these keys with one more key, for everything at and below a location. */
  Keys with(Location prefix, EncryptionKey key) {
    Map<Location, EncryptionKey> more = new HashMap<>(byFolder);
    more.put(prefix, key);
    return new Keys(Map.copyOf(more));
  }

  /** Returns the key of the nearest folder at or above a location; empty if there is none. */
  Optional<EncryptionKey> of(Location location) {
    if (byFolder.isEmpty()) {
      return Optional.empty();
    }
    for (Location folder = location; ; folder = folder.parent()) {
      EncryptionKey key = byFolder.get(folder);
      if (key != null || folder.parent().equals(folder)) {
        return Optional.ofNullable(key);
      }
    }
  }
}
