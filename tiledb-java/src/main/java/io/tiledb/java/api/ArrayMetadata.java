package io.tiledb.java.api;

import io.azulejo.MetadataChange;
import io.azulejo.MetadataValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The metadata of an open array: the stored values, and changes that are not stored yet. */
final class ArrayMetadata {
  private final TreeMap<String, MetadataValue> values;
  private final Map<String, @Nullable MetadataValue> changes = new LinkedHashMap<>();

  ArrayMetadata(Map<String, MetadataValue> stored) {
    this.values = new TreeMap<>(stored);
  }

  void put(String key, NativeArray value) throws TileDBError {
    MetadataValue stored =
        MetadataValue.of(
            value.getNativeType().toEngine(),
            value.getSize(),
            Scalars.copy(value, value.getNBytes()));
    values.put(key, stored);
    changes.put(key, stored);
  }

  void remove(String key) {
    values.remove(key);
    changes.put(key, null);
  }

  boolean has(String key) {
    return values.containsKey(key);
  }

  int size() {
    return values.size();
  }

  /** Returns the value of a key. */
  NativeArray get(String key) throws TileDBError {
    MetadataValue value = values.get(key);
    if (value == null) {
      throw new TileDBError("the array has no metadata \"" + key + "\"");
    }
    return array(value);
  }

  /** Returns the key and the value at an index in the order of the keys. */
  Pair<String, NativeArray> get(long index) throws TileDBError {
    if (index < 0 || index >= values.size()) {
      throw new TileDBError(
          "the array has %d metadata values, counted from 0; got index %d"
              .formatted(values.size(), index));
    }
    List<String> keys = new ArrayList<>(values.keySet());
    String key = keys.get((int) index);
    return new Pair<>(key, get(key));
  }

  private NativeArray array(MetadataValue value) throws TileDBError {
    return Scalars.nativeArray(value.bytes(), Datatype.ofEngine(value.type()));
  }

  /** Returns the changes since the last call; null if there are none. */
  @Nullable MetadataChange takeChanges() {
    if (changes.isEmpty()) {
      return null;
    }
    MetadataChange.Builder builder = MetadataChange.builder();
    changes.forEach(
        (key, value) -> {
          if (value == null) {
            builder.remove(key);
          } else {
            builder.put(key, value);
          }
        });
    changes.clear();
    return builder.build();
  }
}
