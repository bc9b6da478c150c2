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
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
   * Integers are decimal numbers without their point: DECIMAL(10, 2) keeps 1.25 as 125. Applies to
   * INT64, and to lists of it. Values of more digits are decimal numbers too.
   *
   * @param precision the number of digits: 1 to 18
   * @param scale how many of them are behind the point: 0 to the precision
   */
  record Decimal(int precision, int scale) implements ColumnHint {
    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException if one is out of range
     */
    public Decimal {
      if (!isValid(precision, scale)) {
        throw new IllegalArgumentException(
            "decimal(%d,%d) does not fit INT64: give 1 to 18 digits, 0 to all of them behind the point"
                .formatted(precision, scale));
      }
    }

    private static boolean isValid(int precision, int scale) {
      return precision >= 1 && precision <= MOST_DIGITS && scale >= 0 && scale <= precision;
    }

    private static Optional<ColumnHint> parse(String text) {
      Matcher parts = Pattern.compile("decimal ?\\( ?(\\d{1,2}) ?, ?(\\d{1,2}) ?\\)").matcher(text);
      if (!parts.matches()) {
        return Optional.empty();
      }
      int precision = Integer.parseInt(parts.group(1));
      int scale = Integer.parseInt(parts.group(2));
      return isValid(precision, scale)
          ? Optional.of(new Decimal(precision, scale))
          : Optional.empty();
    }

    /** Returns {@code decimal(10,2)}. */
    @Override
    public String toString() {
      return "decimal(%d,%d)".formatted(precision, scale);
    }
  }

  /** The greatest precision of {@link Decimal}: INT64 has all numbers of so many digits. */
  int MOST_DIGITS = 18;

  /**
   * Returns the key of the metadata that keeps the hint of a column.
   *
   * @param column the name of the column, as {@link TableColumn#name}
   */
  static String key(String column) {
    return "azulejo.column." + column + ".type";
  }

  /**
   * Returns the hint that a text stands for: {@code instant} or {@code decimal(10,2)}. Case and
   * spaces around it do not count.
   *
   * @return empty for every other text
   */
  static Optional<ColumnHint> parse(String text) {
    String name = text.strip().toLowerCase(Locale.ROOT);
    return name.equals("instant") ? Optional.of(new Instant()) : Decimal.parse(name);
  }

  /**
   * Reads the hints of an array from its metadata. Skips values that are not hints, such as those
   * of other programs. Whether a hint fits its column is not checked.
   *
   * @return the hints by the names of their columns
   */
  static Map<String, ColumnHint> of(Array array) {
    Map<String, ColumnHint> hints = new TreeMap<>();
    String[] around = key("\n").split("\n"); // the key without a name
    String prefix = around[0];
    String suffix = around[1];
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
