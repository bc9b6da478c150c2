package io.azulejo.view;

import com.sun.net.httpserver.HttpExchange;
import io.azulejo.error.InvalidRequestException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The query parameters of a request. All values are untrusted. */
final class Parameters {
  private final String text;
  private final Map<String, List<String>> values;

  private Parameters(String text, Map<String, List<String>> values) {
    this.text = text;
    this.values = values;
  }

  static Parameters of(HttpExchange exchange) {
    String query = exchange.getRequestURI().getRawQuery();
    return parse(query == null ? "" : query);
  }

  /**
   * Parses a query such as {@code a=1&b=x%20y}.
   *
   * @throws InvalidRequestException if the query has an invalid percent encoding
   */
  static Parameters parse(String query) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    for (String part : query.split("&")) {
      int equals = part.indexOf('=');
      if (equals > 0) {
        values
            .computeIfAbsent(decode(part.substring(0, equals)), name -> new ArrayList<>())
            .add(decode(part.substring(equals + 1)));
      }
    }
    return new Parameters(query, values);
  }

  private static String decode(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new InvalidRequestException("the request has an invalid encoding: " + e.getMessage());
    }
  }

  /** Returns the unparsed query, which identifies equal requests. */
  String text() {
    return text;
  }

  /** Returns all values of a parameter, or an empty list if it is missing. */
  List<String> all(String name) {
    return values.getOrDefault(name, List.of());
  }

  /** Returns the first value of a parameter, or empty if it is missing or empty. */
  Optional<String> optional(String name) {
    return all(name).stream().findFirst().filter(value -> !value.isEmpty());
  }

  /**
   * Returns the first value of a parameter.
   *
   * @throws InvalidRequestException if it is missing or empty
   */
  String required(String name) {
    return optional(name)
        .orElseThrow(() -> new InvalidRequestException("parameter " + name + " is missing"));
  }

  /**
   * Returns a parameter as an integer.
   *
   * @param low the least allowed value
   * @param high the greatest allowed value
   * @throws InvalidRequestException if it is missing, not an integer or out of range
   */
  long whole(String name, long low, long high) {
    String value = required(name);
    try {
      long number = Long.parseLong(value);
      if (low <= number && number <= high) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Not an integer: fails below.
    }
    throw new InvalidRequestException(
        "%s is \"%s\"; expected an integer from %d to %d".formatted(name, value, low, high));
  }

  /**
   * Returns a parameter as a finite number.
   *
   * @throws InvalidRequestException if it is missing or not a finite number
   */
  double number(String name) {
    String value = required(name);
    try {
      double number = Double.parseDouble(value);
      if (Double.isFinite(number)) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Not a number: fails below.
    }
    throw new InvalidRequestException("%s is \"%s\"; expected a number".formatted(name, value));
  }
}
