package io.tiledb.java.api;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * A parameter of {@link Config} that TileDB knows. The table of all parameters is the resource
 * {@code parameters.txt}.
 *
 * @param type {@code text}, {@code bool}, {@code bool?}, {@code int64}, {@code uint32}, {@code
 *     uint64}, {@code float}, or the permitted values, separated by vertical bars
 */
record Parameter(String name, String type, Effect effect, String defaultValue) {
  /** What happens with the value of a parameter. */
  enum Effect {
    /** Passed to the store. */
    STORE,
    /** Sets up the engine. */
    ENGINE,
    /** Used by the classes of this package. */
    LIBRARY,
    /** Kept without effect. */
    IGNORED
  }

  /** All parameters by name, in alphabetical order. */
  static final Map<String, Parameter> ALL = Collections.unmodifiableMap(read());

  private static final BigInteger MAX_LONG = BigInteger.valueOf(Long.MAX_VALUE);

  private static Map<String, Parameter> read() {
    Map<String, Parameter> all = new TreeMap<>();
    try (InputStream stream = Parameter.class.getResourceAsStream("parameters.txt");
        BufferedReader reader =
            new BufferedReader(
                new InputStreamReader(
                    Objects.requireNonNull(stream, "parameters.txt"), StandardCharsets.UTF_8))) {
      reader
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(Parameter::parse)
          .forEach(parameter -> all.put(parameter.name, parameter));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return all;
  }

  private static Parameter parse(String line) {
    String[] words = line.split(" ");
    String value = words.length > 3 ? words[3] : "";
    if (value.equals("@processors")) {
      value = Integer.toString(Runtime.getRuntime().availableProcessors());
    }
    return new Parameter(
        words[0], words[1], Effect.valueOf(words[2].toUpperCase(Locale.ROOT)), value);
  }

  /**
   * Checks a value, as the native library does. It does not check all parameters.
   *
   * @throws TileDBError if the value is not permitted
   */
  void check(String value) throws TileDBError {
    String expected =
        switch (type) {
          case "text" -> "";
          case "bool" -> isFlag(value) ? "" : "true or false";
          case "bool?" -> value.isEmpty() || isFlag(value) ? "" : "true, false or nothing";
          case "int64" -> isInteger(value, 63, true) ? "" : "an integer of 64 bits";
          case "uint32" -> isInteger(value, 32, false) ? "" : "an integer from 0 to 4294967295";
          case "uint64" -> isInteger(value, 64, false) ? "" : "an integer of at least 0";
          case "float" -> isNumber(value) ? "" : "a number";
          default ->
              Arrays.asList(type.split("\\|")).contains(value)
                  ? ""
                  : "one of " + type.replace("|", ", ");
        };
    if (!expected.isEmpty()) {
      throw new TileDBError(
          "the value '%s' of the parameter %s is not valid; expected %s"
              .formatted(value, name, expected));
    }
  }

  private static boolean isFlag(String value) {
    return value.equalsIgnoreCase("true") || value.equalsIgnoreCase("false");
  }

  private static boolean isInteger(String value, int bits, boolean signed) {
    if (!value.matches(signed ? "[+-]?[0-9]+" : "[+]?[0-9]+")) {
      return false;
    }
    return new BigInteger(value).bitLength() <= bits;
  }

  private static boolean isNumber(String value) {
    try {
      return !Float.isNaN(Float.parseFloat(value));
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /**
   * Parses an integer of at least 0. Numbers of more than 63 bits become {@link Long#MAX_VALUE}.
   *
   * @throws TileDBError if the value is not such an integer
   */
  static long integer(String name, String value) throws TileDBError {
    if (!isInteger(value, 64, false)) {
      throw new TileDBError(
          "the value '%s' of the parameter %s is not valid; expected an integer of at least 0"
              .formatted(value, name));
    }
    return new BigInteger(value).min(MAX_LONG).longValue();
  }
}
