package io.azulejo.text.schema;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.azulejo.error.InvalidRequestException;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * A value of a JSON text that knows where it stands, for errors that say it: {@code
 * schema.dimensions[0].type}.
 *
 * @param path where it stands; empty for the whole
 * @param content a map of names to {@link JsonValue}, a list of them, a string, a boolean, a {@link
 *     BigInteger}, a {@link Double}, or null
 */
public record JsonValue(String path, Object content) {
  private static final int MAX_DEPTH = 64;
  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  /**
   * Reads a whole text.
   *
   * @param skipped keys of the outermost object whose values are not kept
   * @throws InvalidRequestException if it is no JSON
   */
  public static JsonValue read(InputStream text, Set<String> skipped) throws IOException {
    try (JsonParser parser = FACTORY.createParser(text)) {
      if (parser.nextToken() == null) {
        throw new InvalidRequestException("JSON: there is nothing, not even {}");
      }
      JsonValue value = read(parser, "", 0, skipped);
      if (parser.nextToken() != null) {
        throw new InvalidRequestException(
            "JSON: more follows after its end" + at(parser.currentTokenLocation()));
      }
      return value;
    } catch (JsonProcessingException e) {
      throw new InvalidRequestException(
          "JSON: " + e.getOriginalMessage() + at(e.getLocation()), null, e);
    }
  }

  private static String at(JsonLocation place) {
    return place == null
        ? ""
        : " (line %d, column %d)".formatted(place.getLineNr(), place.getColumnNr());
  }

  private static JsonValue read(JsonParser parser, String path, int depth, Set<String> skipped)
      throws IOException {
    if (depth > MAX_DEPTH) {
      throw new InvalidRequestException("JSON at " + path + ": nothing is nested that deep here");
    }
    return new JsonValue(
        path,
        switch (parser.currentToken()) {
          case START_OBJECT -> object(parser, path, depth, skipped);
          case START_ARRAY -> list(parser, path, depth);
          case VALUE_STRING -> parser.getText();
          case VALUE_TRUE -> true;
          case VALUE_FALSE -> false;
          case VALUE_NUMBER_INT -> parser.getBigIntegerValue();
          case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
          default -> null;
        });
  }

  private static Map<String, JsonValue> object(
      JsonParser parser, String path, int depth, Set<String> skipped) throws IOException {
    Map<String, JsonValue> values = new LinkedHashMap<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      String inner = path.isEmpty() ? name : path + "." + name;
      if (skipped.contains(name)) {
        parser.skipChildren();
      } else {
        values.put(name, read(parser, inner, depth + 1, Set.of()));
      }
    }
    return values;
  }

  private static List<JsonValue> list(JsonParser parser, String path, int depth)
      throws IOException {
    List<JsonValue> values = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      values.add(read(parser, path + "[" + values.size() + "]", depth + 1, Set.of()));
    }
    return values;
  }

  /** Whether this is null. */
  boolean isNull() {
    return content == null;
  }

  /** Whether this is a string. */
  boolean isText() {
    return content instanceof String;
  }

  /** The members of an object. */
  JsonMembers members() {
    if (content instanceof Map<?, ?> map) {
      Map<String, JsonValue> members = new LinkedHashMap<>();
      map.forEach((name, value) -> members.put((String) name, (JsonValue) value));
      return new JsonMembers(path, members);
    }
    throw wrong("an object {...}");
  }

  /** The elements of a list. */
  List<JsonValue> elements() {
    if (content instanceof List<?> list) {
      return list.stream().map(JsonValue.class::cast).toList();
    }
    throw wrong("a list [...]");
  }

  /** The content of a string. */
  String text() {
    if (content instanceof String text) {
      return text;
    }
    throw wrong("a string \"...\"");
  }

  /** A value as text: a string, or a number. */
  String textOrNumber() {
    if (content instanceof BigInteger || content instanceof Double) {
      return content.toString();
    }
    return text();
  }

  /** What a text or number stands for. */
  <T> T parsed(Function<String, T> parser) {
    String text = textOrNumber();
    try {
      return parser.apply(text);
    } catch (IllegalArgumentException e) {
      throw error(e.getMessage());
    }
  }

  /** A truth. */
  boolean bool() {
    if (content instanceof Boolean bool) {
      return bool;
    }
    throw wrong("true or false");
  }

  /** An integer within bounds. */
  BigInteger integer(BigInteger min, BigInteger max) {
    if (content instanceof BigInteger number
        && number.compareTo(min) >= 0
        && number.compareTo(max) <= 0) {
      return number;
    }
    throw wrong("a whole number of %s to %s".formatted(min, max));
  }

  /** As {@link #integer(BigInteger, BigInteger)}, of 32 bits. */
  int int32() {
    return integer(BigInteger.valueOf(Integer.MIN_VALUE), BigInteger.valueOf(Integer.MAX_VALUE))
        .intValue();
  }

  /** As {@link #integer(BigInteger, BigInteger)}, of 32 bits without a sign. */
  int uint32() {
    return integer(BigInteger.ZERO, BigInteger.ONE.shiftLeft(32).subtract(BigInteger.ONE))
        .intValue();
  }

  /** As {@link #integer(BigInteger, BigInteger)}, of 64 bits without a sign. */
  long uint64() {
    return integer(BigInteger.ZERO, BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE))
        .longValue();
  }

  /** A constant, written in lower case with hyphens. */
  <E extends Enum<E>> E word(Class<E> type) {
    String text = text();
    for (E constant : type.getEnumConstants()) {
      if (word(constant).equals(text)) {
        return constant;
      }
    }
    List<String> words = new ArrayList<>();
    for (E constant : type.getEnumConstants()) {
      words.add(word(constant));
    }
    throw error("\"%s\" is none of %s".formatted(text, String.join(", ", words)));
  }

  /** A constant, written as it is. */
  <E extends Enum<E>> E constant(Class<E> type) {
    String text = text();
    List<String> names = new ArrayList<>();
    for (E constant : type.getEnumConstants()) {
      if (constant.name().equals(text)) {
        return constant;
      }
      names.add(constant.name());
    }
    throw error("\"%s\" is none of %s".formatted(text, String.join(", ", names)));
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** An error here: what is wrong, and what would be right. */
  InvalidRequestException error(String reason) {
    return new InvalidRequestException(
        path.isEmpty() ? "JSON: " + reason : "JSON at " + path + ": " + reason);
  }

  private InvalidRequestException wrong(String right) {
    return error("%s is not %s".formatted(said(), right));
  }

  private String said() {
    if (content instanceof Map) {
      return "an object";
    }
    if (content instanceof List) {
      return "a list";
    }
    return content instanceof String text ? "\"" + text + "\"" : String.valueOf(content);
  }
}
