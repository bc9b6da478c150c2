package io.azulejo.storage;

import io.azulejo.error.InvalidRequestException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Settings by their names, such as {@code vfs.s3.region}: what a {@link StorageProvider} is made
 * with. Values of secrets are never printed. Immutable.
 */
public final class Settings {
  private final Map<String, String> values;

  private Settings(Map<String, String> values) {
    this.values = values;
  }

  /** Settings of these names; one with an empty value counts as not given. */
  public static Settings of(Map<String, String> values) {
    Map<String, String> given = new TreeMap<>(values);
    given.values().removeIf(String::isEmpty);
    return new Settings(given);
  }

  /** All that are given, sorted by name. */
  public Map<String, String> values() {
    return Map.copyOf(values);
  }

  /** The value of a name; empty where none is given. */
  public Optional<String> text(String name) {
    return Optional.ofNullable(values.get(name));
  }

  /**
   * A yes or no.
   *
   * @throws InvalidRequestException if it is neither {@code true} nor {@code false}
   */
  public boolean flag(String name, boolean otherwise) {
    return text(name)
        .map(
            text ->
                switch (text.toLowerCase(Locale.ROOT)) {
                  case "true" -> true;
                  case "false" -> false;
                  default -> throw invalid(name, "true or false");
                })
        .orElse(otherwise);
  }

  /**
   * An integer.
   *
   * @throws InvalidRequestException if it is none, or not in the range
   */
  public long integer(String name, long otherwise, long min, long max) {
    Optional<String> text = text(name);
    if (text.isEmpty()) {
      return otherwise;
    }
    try {
      long number = Long.parseLong(text.get());
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw invalid(
        name,
        max == Long.MAX_VALUE
            ? "an integer of at least " + min
            : "an integer from %d to %d".formatted(min, max));
  }

  /**
   * A time in milliseconds.
   *
   * @throws InvalidRequestException if it is no integer above 0
   */
  public Duration milliseconds(String name, Duration otherwise) {
    return Duration.ofMillis(integer(name, otherwise.toMillis(), 1, Long.MAX_VALUE));
  }

  /** What is thrown where a value can't be used; the text shows no secret. */
  public InvalidRequestException invalid(String name, String wanted) {
    String value = isSecret(name) ? "its value" : "\"%s\"".formatted(values.get(name));
    return new InvalidRequestException(
        "setting %s: %s can't be used: give %s".formatted(name, value, wanted));
  }

  /** Whether the value of a setting must not be seen. */
  public static boolean isSecret(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return lower.contains("secret")
        || lower.contains("password")
        || lower.contains("token")
        || lower.contains("credential")
        || lower.contains("account_key")
        || lower.contains("access_key")
        || lower.contains("workload_identity_configuration")
        || lower.contains("headers");
  }

  /** The names and values, those of secrets left out. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("{");
    values.forEach(
        (name, value) ->
            text.append(text.length() > 1 ? ", " : "")
                .append(name)
                .append('=')
                .append(isSecret(name) ? "***" : value));
    return text.append('}').toString();
  }
}
