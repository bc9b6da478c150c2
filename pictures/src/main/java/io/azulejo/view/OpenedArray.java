package io.azulejo.view;

import io.azulejo.Array;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.plot.bins.NumberField;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.NDRange;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * An array that the page shows, with cached information about it. Safe for use by several threads.
 */
final class OpenedArray {
  private static final int MAX_NOTES = 32;

  private final Array array;
  private final String uri;
  private final long serial;
  private Boolean filled;
  private final Map<String, Object> notes =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Object> eldest) {
          return size() > MAX_NOTES;
        }
      };

  OpenedArray(Array array, String uri, long serial) {
    this.array = array;
    this.uri = uri;
    this.serial = serial;
  }

  Array array() {
    return array;
  }

  /** Returns the location of the array as the user writes it in commands. */
  String uri() {
    return uri;
  }

  /** Returns a number that is unique among the opened arrays of the server. */
  long serial() {
    return serial;
  }

  /**
   * Returns whether one dense fragment covers the non-empty domain, so that all of its cells were
   * written. A cell that contains the fill value was then written with this value.
   */
  synchronized boolean isFilled() {
    if (filled == null) {
      Optional<NDRange> all = array.nonEmptyDomain();
      filled =
          array.schema().isDense()
              && all.isPresent()
              && array.fragments().stream()
                  .anyMatch(f -> f.dense() && f.nonEmptyDomain().equals(all));
    }
    return filled;
  }

  /**
   * Returns a field whose cells are single numbers, dates or times.
   *
   * @throws InvalidRequestException if the field does not exist or is not of this kind
   */
  NumberField field(String name) {
    ArraySchema schema = array.schema();
    return schema
        .dimension(name)
        .flatMap(NumberField::of)
        .or(
            () ->
                schema
                    .attribute(name)
                    .flatMap(a -> NumberField.of(a, schema.isDense() && !isFilled())))
        .orElseThrow(
            () ->
                new InvalidRequestException(
                    "\"%s\" is not a field of numbers or dates with one value per cell"
                        .formatted(name)));
  }

  /**
   * Returns information that is computed on first use and cached. Threads that ask at the same time
   * may compute it more than once, but all get the same result.
   *
   * @param type the class of the information, which is part of the cache key
   * @param name the name of the information within its class
   * @param maker computes the information
   */
  <T> T note(Class<T> type, String name, Supplier<T> maker) {
    String key = type.getSimpleName() + " " + name;
    synchronized (this) {
      Object known = notes.get(key);
      if (known != null) {
        return type.cast(known);
      }
    }
    T made = maker.get();
    synchronized (this) {
      return type.cast(notes.computeIfAbsent(key, k -> made));
    }
  }
}
