package io.azulejo;

import io.azulejo.internal.runtime.Cancellation;
import io.azulejo.internal.snapshot.MetadataFolder;
import io.azulejo.storage.Location;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A handle to the metadata of an array or a group, which always returns the present values.
 * Immutable and safe for use by many threads. Each change is one commit; {@link #change} makes
 * several changes at once.
 *
 * <p>All methods throw {@link io.azulejo.error.NotFoundException} if the array or group does not
 * exist, and {@link io.azulejo.error.InvalidRequestException} if a key is missing, wrong or not
 * needed.
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

  /** Returns the values by key, sorted by the bytes of the keys; unmodifiable. */
  public Map<String, MetadataValue> values() {
    return values.get();
  }

  /** Returns the value of a key; empty if the key does not exist. */
  public Optional<MetadataValue> get(String key) {
    return Optional.ofNullable(values().get(key));
  }

  /** Sets a key to a text, which is stored as UTF-8. */
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

  /** Removes a key; does nothing if the key does not exist. */
  public void remove(String key) {
    change(MetadataChange.builder().remove(key).build());
  }

  /** Sets and removes keys in one step, with the current time. */
  public void change(MetadataChange change) {
    change(change, ChangeOptions.DEFAULT);
  }

  /** Sets and removes keys in one step. */
  public void change(MetadataChange change, ChangeOptions options) {
    Cancellation.translate(
        () ->
            MetadataFolder.write(
                engine.changing(location),
                location,
                engine.key(location),
                change.entries(),
                options.at().orElseGet(System::currentTimeMillis),
                engine.tasks()));
  }
}
