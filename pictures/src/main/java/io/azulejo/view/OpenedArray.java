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

/** An array that the page looks at, with what was found out about it on the way. */
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

  /** What the user calls it. */
  String uri() {
    return uri;
  }

  /** A number that no other opening has. */
  long serial() {
    return serial;
  }

  /**
   * Whether all cells of the box around those of a dense array were written, as one fragment has
   * them all: then a fill value is a value.
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
   * @throws InvalidRequestException if there is none with this name
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
                    "\"%s\" is no field of single numbers of this array".formatted(name)));
  }

  /** Something that is worth being kept for later requests, made when it is first needed. */
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
