package io.azulejo.imports.grid;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.text.value.QuotedText;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A field type of a NumPy array.
 *
 * @param name name of the field, or of the array if it has no fields
 * @param kind NumPy's letter for the type
 * @param size size of a value in bytes
 * @param big whether values are big-endian
 * @param type TileDB type of the values, or of each part of a complex number
 */
public record NpyType(String name, char kind, int size, boolean big, Datatype type) {
  private static final Pattern FORM =
      Pattern.compile("([<>|=])([a-zA-Z])(\\d{1,9})?(?:\\[(\\d{0,9})([a-zA-Z]{1,2})\\])?");

  private static final Map<String, Datatype> NUMBERS =
      Map.ofEntries(
          Map.entry("b1", Datatype.BOOL),
          Map.entry("i1", Datatype.INT8),
          Map.entry("i2", Datatype.INT16),
          Map.entry("i4", Datatype.INT32),
          Map.entry("i8", Datatype.INT64),
          Map.entry("u1", Datatype.UINT8),
          Map.entry("u2", Datatype.UINT16),
          Map.entry("u4", Datatype.UINT32),
          Map.entry("u8", Datatype.UINT64),
          Map.entry("f2", Datatype.FLOAT32),
          Map.entry("f4", Datatype.FLOAT32),
          Map.entry("f8", Datatype.FLOAT64),
          Map.entry("c8", Datatype.FLOAT32),
          Map.entry("c16", Datatype.FLOAT64));

  /**
   * Parses a type description such as {@code <f8}.
   *
   * @param name name of the field or array
   */
  static NpyType of(String name, String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw unknown(text);
    }
    char kind = form.group(2).charAt(0);
    int size = form.group(3) == null ? 0 : Integer.parseInt(form.group(3));
    boolean big = form.group(1).equals(">");
    Datatype type = NUMBERS.get(kind + form.group(3));
    if ((kind == 'M' || kind == 'm') && size == Long.BYTES && form.group(5) != null) {
      boolean one = form.group(4).isEmpty() || form.group(4).equals("1");
      // TileDB has no duration types with units of a day or longer.
      type =
          Arrays.stream(Datatype.values())
              .filter(t -> one && (kind == 'M' ? t.isDatetime() : t.isTime()))
              .filter(t -> unit(t).equals(form.group(5)))
              .findFirst()
              .orElse(null);
    } else if (kind == 'S' || kind == 'a') {
      type = Datatype.STRING_ASCII;
    } else if (kind == 'U' && size <= (1 << 20)) {
      type = Datatype.STRING_UTF8;
      size *= Integer.BYTES;
    }
    if (type == null || size > 1 << 22) {
      throw kind == 'O'
          ? new InvalidRequestException(
              "the NumPy array has Python objects, which can contain programs; save numbers or strings")
          : unknown(text);
    }
    return new NpyType(name, kind, size, big, type);
  }

  /** Returns NumPy's abbreviation for the unit of a datetime or time type. */
  public static String unit(Datatype type) {
    String unit = type.name().substring(type.name().indexOf('_') + 1);
    return switch (unit) {
      case "MONTH" -> "M";
      case "YEAR", "WEEK", "DAY" -> unit.substring(0, 1);
      case "HR", "MIN", "SEC" -> unit.substring(0, 1).toLowerCase(Locale.ROOT);
      default -> unit.toLowerCase(Locale.ROOT);
    };
  }

  private static InvalidRequestException unknown(String text) {
    return new InvalidRequestException(
        "the NumPy array has type %s, which arrays do not support"
            .formatted(QuotedText.shortened(text)));
  }

  boolean isText() {
    return type.isString();
  }

  /** Returns the number of values per cell: 2 for complex numbers, otherwise 1. */
  int count() {
    return kind == 'c' ? 2 : 1;
  }

  Attribute attribute() {
    Attribute.Builder attribute = Attribute.builder(name, type);
    return isText() ? attribute.var().build() : attribute.cellValNum(count()).build();
  }
}
