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
 * The meaning of a column's values beyond their stored type. An array stores the hint of a column
 * as text in its metadata, with the key {@link #key}. Immutable.
 */
public sealed interface ColumnHint extends Serializable {
  /**
   * Datetimes are instants in UTC, not local times. Applies to datetimes that the engine reads as
   * timestamps, and to lists of them.
   */
  record Instant() implements ColumnHint {
    /** Returns the text {@code instant}. */
    @Override
    public String toString() {
      return "instant";
    }
  }

  /**
   * Integers are unscaled decimal numbers. For example, DECIMAL(10, 2) stores 1.25 as 125. Applies
   * to INT64 and to lists of INT64. Values with more digits than the precision are valid as well.
   *
   * @param precision the declared number of digits: 1 to 18
   * @param scale the number of digits after the decimal point: 0 to the precision
   */
  record Decimal(int precision, int scale) implements ColumnHint {
    /**
     * Creates a hint.
     *
     * @throws IllegalArgumentException if the precision or the scale is out of range
     */
    public Decimal {
      if (!isValid(precision, scale)) {
        throw new IllegalArgumentException(
            ("decimal(%d,%d) does not fit INT64; use a precision of 1 to 18, and a scale from "
                    + "0 to the precision")
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

    /** Returns the hint as text, such as {@code decimal(10,2)}. */
    @Override
    public String toString() {
      return "decimal(%d,%d)".formatted(precision, scale);
    }
  }

  /**
   * The maximum precision of {@link Decimal}. INT64 can represent all numbers with up to this many
   * digits.
   */
  int MOST_DIGITS = 18;

  /**
   * Returns the metadata key of a column's hint.
   *
   * @param column the column name, as in {@link TableColumn#name}
   */
  static String key(String column) {
    return "azulejo.column." + column + ".type";
  }

  /**
   * Parses a hint such as {@code instant} or {@code decimal(10,2)}. Ignores case and surrounding
   * spaces.
   *
   * @return the hint, or empty if the text is not a valid hint
   */
  static Optional<ColumnHint> parse(String text) {
    String name = text.strip().toLowerCase(Locale.ROOT);
    return name.equals("instant") ? Optional.of(new Instant()) : Decimal.parse(name);
  }

  /**
   * Reads the hints of an array from its metadata. Skips values that are not valid hints, because
   * other programs may have written them. Does not check whether a hint fits its column.
   *
   * @return the hints by column name
   */
  static Map<String, ColumnHint> of(Array array) {
    Map<String, ColumnHint> hints = new TreeMap<>();
    String[] around = key("\n").split("\n"); // the parts before and after the name
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
