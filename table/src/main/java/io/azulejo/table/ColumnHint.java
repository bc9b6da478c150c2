package io.azulejo.table;

import io.azulejo.Array;
import io.azulejo.MetadataValue;
import io.azulejo.schema.Datatype;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What the values of a column mean beyond their stored type. The metadata of an array keeps the
 * hint of a column as a text under {@link #key}. Immutable.
 */
public sealed interface ColumnHint extends Serializable {
  /**
   * Datetimes are points in time, counted in UTC, not local times. Applies to datetimes that are
   * timestamps to the engine, and to lists of them.
   */
  record Instant() implements ColumnHint {
    /** Returns {@code instant}. */
    @Override
    public String toString() {
      return "instant";
    }
  }

  /**
   * Returns the key of the metadata that keeps the hint of a column.
   *
   * @param column the name of the column, as {@link TableColumn#name}
   */
  static String key(String column) {
    return "azulejo.column." + column + ".type";
  }

  /**
   * Returns the hint that a text stands for: {@code instant}. Case and spaces around it do not
   * count.
   *
   * @return empty for every other text
   */
  static Optional<ColumnHint> parse(String text) {
    String name = text.strip().toLowerCase(Locale.ROOT);
    return name.equals("instant") ? Optional.of(new Instant()) : Optional.empty();
  }

  /**
   * Reads the hints of an array from its metadata. Skips values that are not hints, such as those
   * of other programs. Whether a hint fits its column is not checked.
   *
   * @return the hints by the names of their columns
   */
  static Map<String, ColumnHint> of(Array array) {
    Map<String, ColumnHint> hints = new TreeMap<>();
    String prefix = "azulejo.column.";
    String suffix = ".type";
    array
        .metadata()
        .forEach(
            (key, value) -> {
              boolean named =
                  key.length() >= prefix.length() + suffix.length()
                      && key.startsWith(prefix)
                      && key.endsWith(suffix);
              if (named) {
                String column = key.substring(prefix.length(), key.length() - suffix.length());
                parse(text(value)).ifPresent(hint -> hints.put(column, hint));
              }
            });
    return hints;
  }

  private static String text(MetadataValue value) {
    boolean text =
        value.type() == Datatype.STRING_UTF8
            || value.type() == Datatype.STRING_ASCII
            || value.type() == Datatype.CHAR;
    return text ? new String(value.bytes(), StandardCharsets.UTF_8) : "";
  }
}
