package io.azulejo;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.format.ArrayMetadataFormat;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.Datatype;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A change to the metadata of an array or a group: keys to set and keys to remove. Immutable. */
public final class MetadataChange {
  private final List<ArrayMetadataFormat.Entry> entries;

  private MetadataChange(Collection<ArrayMetadataFormat.Entry> entries) {
    this.entries = List.copyOf(entries);
  }

  /** Returns a builder for a change. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns the changes, one for each key. */
  List<ArrayMetadataFormat.Entry> entries() {
    return entries;
  }

  /**
   * A builder for a change. If a key is used several times, the last call wins. Not safe for use by
   * several threads.
   */
  public static final class Builder {
    private final Map<String, ArrayMetadataFormat.Entry> entries = new LinkedHashMap<>();

    private Builder() {}

    /**
     * Sets a key to a value. If the key already has a value, it is replaced.
     *
     * @param key any string without the character U+0000
     * @param value a value of any type except ANY
     * @throws InvalidRequestException if the key or the type is not allowed
     */
    public Builder put(String key, MetadataValue value) {
      if (value.type() == Datatype.ANY) {
        throw new InvalidRequestException(
            "metadata \"%s\" cannot be stored with type ANY; use another type".formatted(key));
      }
      entries.put(
          checked(key),
          ArrayMetadataFormat.Entry.put(key, value.type(), value.count(), Slice.of(value.bytes())));
      return this;
    }

    /**
     * Removes a key. If the key does not exist, nothing happens.
     *
     * @throws InvalidRequestException if the key contains the character U+0000
     */
    public Builder remove(String key) {
      entries.put(checked(key), ArrayMetadataFormat.Entry.deletion(key));
      return this;
    }

    /** Returns a change with all keys that were set and removed so far. */
    public MetadataChange build() {
      return new MetadataChange(entries.values());
    }

    private static String checked(String key) {
      if (Objects.requireNonNull(key, "key").indexOf(0) >= 0) {
        throw new InvalidRequestException(
            "a metadata key contains U+0000, which terminates stored keys; remove it");
      }
      return key;
    }
  }
}
