package io.azulejo.text.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.text.value.JsonMistake;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * A value within a JSON text. It knows its path, such as {@code schema.dimensions[0].type}, and
 * error messages name it. Every error is reported as an {@link InvalidRequestException}.
 */
public final class JsonValue {
  private static final int MAX_DEPTH = 64;
  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private final JsonValue parent; // null for the root
  private final String name; // key within an object; null within a list
  private final int index; // index within a list

  /**
   * The parsed value: a map of names to {@link JsonValue}, a list of {@link JsonValue}, a string, a
   * boolean, a {@link BigInteger}, a {@link Double}, or null.
   */
  private Object content;

  private JsonValue(JsonValue parent, String name, int index) {
    this.parent = parent;
    this.name = name;
    this.index = index;
  }

  /**
   * Parses a complete JSON text and closes the stream.
   *
   * @param skipped keys of the root object whose values are parsed but not kept
   * @throws InvalidRequestException if the text is not valid JSON
   */
  public static JsonValue read(InputStream text, Set<String> skipped) throws IOException {
    return read(FACTORY.createParser(text), skipped);
  }

  /**
   * Parses a complete JSON text.
   *
   * @throws InvalidRequestException if the text is not valid JSON
   */
  public static JsonValue read(String text) {
    try {
      return read(FACTORY.createParser(text), Set.of());
    } catch (IOException e) {
      throw new UncheckedIOException(e); // cannot happen for a string
    }
  }

  private static JsonValue read(JsonParser text, Set<String> skipped) throws IOException {
    try (JsonParser parser = text) {
      if (parser.nextToken() == null) {
        throw new InvalidRequestException("JSON: the text is empty");
      }
      JsonValue value = new JsonValue(null, null, 0);
      value.fill(parser, 0, skipped);
      if (parser.nextToken() != null) {
        throw new InvalidRequestException(
            "JSON: unexpected text after the end" + at(parser.currentTokenLocation()));
      }
      return value;
    } catch (JsonProcessingException e) {
      throw new InvalidRequestException(
          "JSON: " + JsonMistake.of(e) + at(e.getLocation()), null, e);
    }
  }

  private static String at(JsonLocation place) {
    return place == null
        ? ""
        : " (line %d, column %d)".formatted(place.getLineNr(), place.getColumnNr());
  }

  private void fill(JsonParser parser, int depth, Set<String> skipped) throws IOException {
    if (depth > MAX_DEPTH) {
      throw error("nested too deeply");
    }
    content =
        switch (parser.currentToken()) {
          case START_OBJECT -> object(parser, depth, skipped);
          case START_ARRAY -> list(parser, depth);
          case VALUE_STRING -> parser.getText();
          case VALUE_TRUE -> true;
          case VALUE_FALSE -> false;
          case VALUE_NUMBER_INT -> parser.getBigIntegerValue();
          case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
          default -> null;
        };
  }

  private Map<String, JsonValue> object(JsonParser parser, int depth, Set<String> skipped)
      throws IOException {
    Map<String, JsonValue> values = new LinkedHashMap<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String key = parser.currentName();
      parser.nextToken();
      if (skipped.contains(key)) {
        parser.skipChildren();
      } else {
        JsonValue value = new JsonValue(this, key, 0);
        value.fill(parser, depth + 1, Set.of());
        values.put(key, value);
      }
    }
    return values;
  }

  private List<JsonValue> list(JsonParser parser, int depth) throws IOException {
    List<JsonValue> values = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      JsonValue value = new JsonValue(this, null, values.size());
      value.fill(parser, depth + 1, Set.of());
      values.add(value);
    }
    return values;
  }

  /** Returns the path of this value, or an empty string for the root. */
  private String path() {
    if (parent == null) {
      return "";
    }
    String before = parent.path();
    if (name == null) {
      return before + "[" + index + "]";
    }
    return before.isEmpty() ? name : before + "." + name;
  }

  /** Returns whether this value is null. */
  public boolean isNull() {
    return content == null;
  }

  /** Returns whether this value is a string. */
  public boolean isText() {
    return content instanceof String;
  }

  /**
   * Returns the members of this object.
   *
   * @throws InvalidRequestException if this value is not an object
   */
  public JsonMembers members() {
    if (content instanceof Map<?, ?> map) {
      Map<String, JsonValue> members = new LinkedHashMap<>();
      map.forEach((name, value) -> members.put((String) name, (JsonValue) value));
      return new JsonMembers(this, members);
    }
    throw wrong("an object {...}");
  }

  /**
   * Returns the elements of this list.
   *
   * @throws InvalidRequestException if this value is not a list
   */
  public List<JsonValue> elements() {
    if (content instanceof List<?> list) {
      return list.stream().map(JsonValue.class::cast).toList();
    }
    throw wrong("a list [...]");
  }

  /**
   * Returns the content of this string.
   *
   * @throws InvalidRequestException if this value is not a string
   */
  public String text() {
    if (content instanceof String text) {
      return text;
    }
    throw wrong("a string \"...\"");
  }

  /**
   * Returns this number, integer or not, as a double.
   *
   * @throws InvalidRequestException if this value is not a number, or exceeds the range of a double
   */
  public double number() {
    double number = content instanceof Number value ? value.doubleValue() : Double.NaN;
    if (!Double.isFinite(number)) {
      throw wrong("a number between -1.8e308 and 1.8e308");
    }
    return number;
  }

  /**
   * Returns the text of this string or number.
   *
   * @throws InvalidRequestException if this value is neither
   */
  public String textOrNumber() {
    if (content instanceof BigInteger || content instanceof Double) {
      return content.toString();
    }
    return text();
  }

  /**
   * Applies a parser to the text of this string or number. An {@link InvalidRequestException} of
   * the parser is rethrown with the path of this value.
   */
  public <T> T parsed(Function<String, T> parser) {
    String text = textOrNumber();
    try {
      return parser.apply(text);
    } catch (InvalidRequestException e) {
      throw error(e.getMessage());
    }
  }

  /**
   * Returns this boolean.
   *
   * @throws InvalidRequestException if this value is not a boolean
   */
  public boolean bool() {
    if (content instanceof Boolean bool) {
      return bool;
    }
    throw wrong("true or false");
  }

  /**
   * Returns this integer.
   *
   * @param min smallest valid integer
   * @param max largest valid integer
   * @throws InvalidRequestException if this value is not an integer, or is out of range
   */
  public BigInteger integer(BigInteger min, BigInteger max) {
    if (content instanceof BigInteger number
        && number.compareTo(min) >= 0
        && number.compareTo(max) <= 0) {
      return number;
    }
    throw wrong("an integer from %s to %s".formatted(min, max));
  }

  /** Returns this integer, which must fit a signed 32-bit integer. */
  public int int32() {
    return integer(BigInteger.valueOf(Integer.MIN_VALUE), BigInteger.valueOf(Integer.MAX_VALUE))
        .intValue();
  }

  /**
   * Returns this integer, which must fit an unsigned 32-bit integer. Numbers above the signed range
   * are negative.
   */
  public int uint32() {
    return integer(BigInteger.ZERO, BigInteger.ONE.shiftLeft(32).subtract(BigInteger.ONE))
        .intValue();
  }

  /**
   * Returns this integer, which must fit an unsigned 64-bit integer. Numbers above the signed range
   * are negative.
   */
  public long uint64() {
    return integer(BigInteger.ZERO, BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE))
        .longValue();
  }

  /**
   * Returns the enum constant that this string names in lower case, with hyphens instead of
   * underscores.
   *
   * @throws InvalidRequestException if there is none
   */
  public <E extends Enum<E>> E word(Class<E> type) {
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
    throw error("\"%s\" is not one of %s".formatted(text, String.join(", ", words)));
  }

  /**
   * Returns the enum constant whose name equals this string.
   *
   * @throws InvalidRequestException if there is none
   */
  public <E extends Enum<E>> E constant(Class<E> type) {
    String text = text();
    List<String> names = new ArrayList<>();
    for (E constant : type.getEnumConstants()) {
      if (constant.name().equals(text)) {
        return constant;
      }
      names.add(constant.name());
    }
    throw error("\"%s\" is not one of %s".formatted(text, String.join(", ", names)));
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Returns an exception whose message starts with the path of this value.
   *
   * @param reason what is wrong, and which values are valid
   */
  public InvalidRequestException error(String reason) {
    String path = path();
    return new InvalidRequestException(
        path.isEmpty() ? "JSON: " + reason : "JSON at " + path + ": " + reason);
  }

  InvalidRequestException missing(String key) {
    String path = path();
    return new InvalidRequestException(
        "JSON%s: required key \"%s\" is missing"
            .formatted(path.isEmpty() ? "" : " at " + path, key));
  }

  private InvalidRequestException wrong(String expected) {
    return error("expected %s, got %s".formatted(expected, description()));
  }

  private String description() {
    if (content instanceof Map) {
      return "an object";
    }
    if (content instanceof List) {
      return "a list";
    }
    return content instanceof String text ? "\"" + text + "\"" : String.valueOf(content);
  }
}
