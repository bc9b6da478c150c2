package io.azulejo.testkit;

import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.Filter;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Schemas from one-line descriptions such as {@code "sparse(x INT32 1..100/10, name TEXT) a INT32,
 * s STRING_UTF8 var nullable; capacity 4, duplicates"}.
 *
 * <ul>
 *   <li>A dimension has a name, a type, a domain and after a slash its extent. A dimension of the
 *       type {@code TEXT} holds strings.
 *   <li>An attribute has a name, a type and, if wanted, {@code var}, {@code nullable}, a number of
 *       values per cell such as {@code x3}, a compression such as {@code zstd3}, and an enumeration
 *       with its values such as {@code colors=red|green}.
 *   <li>Options: {@code capacity N}, {@code duplicates} or {@code duplicates false}, {@code cells
 *       ORDER}, {@code tiles ORDER}.
 * </ul>
 */
public final class TestSchemas {
  private static final Pattern SCHEMA =
      Pattern.compile("(sparse|dense)\\(([^)]*)\\)([^;]*)(?:;(.*))?");
  private static final Pattern NUMBERS =
      Pattern.compile("(\\w+) (\\w+) (-?[\\w.+-]*?\\w)\\.\\.(-?[\\w.+-]*?\\w)/([\\w.+-]+)");

  private TestSchemas() {}

  /**
   * Parses a description into a schema.
   *
   * @param values replacements for each {@code %s} in the description, in order
   */
  public static ArraySchema of(String description, Object... values) {
    Matcher parts = SCHEMA.matcher(description.formatted(values));
    if (!parts.matches()) {
      throw new IllegalArgumentException("not a schema: " + description);
    }
    ArraySchema.Builder schema =
        parts.group(1).equals("dense") ? ArraySchema.dense() : ArraySchema.sparse();
    for (String dimension : parts.group(2).split(",")) {
      schema.dimension(dimension(dimension.strip()));
    }
    for (String attribute : parts.group(3).split(",")) {
      if (!attribute.isBlank()) {
        add(schema, attribute.strip().split(" "));
      }
    }
    if (parts.group(4) != null) {
      for (String option : parts.group(4).split(",")) {
        set(schema, option.strip().split(" "));
      }
    }
    return schema.build();
  }

  private static Dimension dimension(String text) {
    if (text.endsWith(" TEXT")) {
      return Dimension.text(text.substring(0, text.length() - " TEXT".length()));
    }
    Matcher parts = NUMBERS.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException("not a dimension: " + text);
    }
    Datatype type = Datatype.valueOf(parts.group(2));
    if (type.isFloatingPoint()) {
      Range domain =
          Range.of(Double.parseDouble(parts.group(3)), Double.parseDouble(parts.group(4)));
      return Dimension.of(parts.group(1), type, domain, Double.valueOf(parts.group(5)));
    }
    Range domain = Range.of(Long.parseLong(parts.group(3)), Long.parseLong(parts.group(4)));
    return Dimension.of(parts.group(1), type, domain, Long.valueOf(parts.group(5)));
  }

  private static void add(ArraySchema.Builder schema, String[] words) {
    Attribute.Builder attribute = Attribute.builder(words[0], Datatype.valueOf(words[1]));
    for (String word : List.of(words).subList(2, words.length)) {
      if (word.equals("var")) {
        attribute.var();
      } else if (word.equals("nullable")) {
        attribute.nullable();
      } else if (word.startsWith("zstd")) {
        attribute.filters(Filter.zstd(Integer.parseInt(word.substring("zstd".length()))));
      } else if (word.contains("=")) {
        String[] parts = word.split("=");
        attribute.enumeration(parts[0]);
        schema.enumeration(
            Enumeration.ofStrings(parts[0], false, List.of(parts[1].split("\\|"))));
      } else {
        attribute.cellValNum(Integer.parseInt(word.substring(1)));
      }
    }
    schema.attribute(attribute.build());
  }

  private static void set(ArraySchema.Builder schema, String[] option) {
    switch (option[0]) {
      case "capacity" -> schema.capacity(Long.parseLong(option[1]));
      case "duplicates" ->
          schema.allowsDuplicates(option.length == 1 || Boolean.parseBoolean(option[1]));
      case "cells" -> schema.cellOrder(Layout.valueOf(option[1]));
      case "tiles" -> schema.tileOrder(Layout.valueOf(option[1]));
      default -> throw new IllegalArgumentException("not an option: " + option[0]);
    }
  }
}
