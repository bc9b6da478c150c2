package io.azulejo;

import io.azulejo.internal.runtime.Cancellation;
import io.azulejo.internal.snapshot.MetadataUpdate;
import io.azulejo.storage.Location;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A handle to the metadata of an array or a group. Each call reads or changes the current values.
 * Each change is one commit; {@link #change(MetadataChange)} makes several changes in one commit.
 * Immutable and safe for use by several threads.
 *
 * <p>All methods throw {@link io.azulejo.error.NotFoundException} if the array or group does not
 * exist. They throw {@link io.azulejo.error.InvalidRequestException} if an encryption key is
 * missing or wrong, or if it is given but the array or group is not encrypted.
 */
public final class MetadataHandle {
  private final Engine engine;
  private final Location location;
  private final Supplier<Map<String, MetadataValue>> values;

  MetadataHandle(Engine engine, Location location, Supplier<Map<String, MetadataValue>> values) {
    this.engine = engine;
    this.location = location;
    this.values = values;
  }

  /** Returns the values by key, sorted by the bytes of the keys. The map is unmodifiable. */
  public Map<String, MetadataValue> values() {
    return values.get();
  }

  /** Returns the value of a key; empty if the key does not exist. */
  public Optional<MetadataValue> get(String key) {
    return Optional.ofNullable(values().get(key));
  }

  /** Sets a key to a string, which is stored as UTF-8. */
  public void set(String key, String value) {
    set(key, MetadataValue.ofString(value));
  }

  /** Sets a key to integers, which are stored as INT64. */
  public void set(String key, long... value) {
    set(key, MetadataValue.ofLongs(value));
  }

  /** Sets a key to floating-point numbers, which are stored as FLOAT64. */
  public void set(String key, double... value) {
    set(key, MetadataValue.ofDoubles(value));
  }

  /** Sets a key to a value. */
  public void set(String key, MetadataValue value) {
    change(MetadataChange.builder().put(key, value).build());
  }

  /** Removes a key. If the key does not exist, nothing happens. */
  public void remove(String key) {
    change(MetadataChange.builder().remove(key).build());
  }

  /** Sets and removes several keys in one commit, with the current time. */
  public void change(MetadataChange change) {
    change(change, ChangeOptions.DEFAULT);
  }

  /** Sets and removes several keys in one commit. */
  public void change(MetadataChange change, ChangeOptions options) {
    Cancellation.translate(
        () ->
            MetadataUpdate.write(
                engine.changing(location),
                location,
                engine.key(location),
                change.entries(),
                options.at().orElseGet(System::currentTimeMillis),
                engine.tasks()));
  }
}
