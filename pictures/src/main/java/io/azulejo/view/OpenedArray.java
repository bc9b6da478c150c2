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

/** An array shown by the page, with cached information about it. */
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

  /** Returns the name of the array for the user. */
  String uri() {
    return uri;
  }

  /** Returns a number that is unique to this opening. */
  long serial() {
    return serial;
  }

  /**
   * Returns whether all cells of a dense array's non-empty domain were written, because one
   * fragment covers it. A fill value is then an ordinary value.
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
   * Returns a field of single numbers.
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

  /** Returns a value that is computed on first use and cached for later requests. */
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
