package io.azulejo.storage;

import io.azulejo.error.InvalidRequestException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The named settings, such as {@code vfs.s3.region}, from which a {@link StorageProvider} creates
 * stores. Secret values are never printed. Immutable.
 */
public final class Settings {
  private final Map<String, String> values;

  private Settings(Map<String, String> values) {
    this.values = values;
  }

  /** Creates settings from names and values. Settings with an empty value are dropped. */
  public static Settings of(Map<String, String> values) {
    Map<String, String> given = new TreeMap<>(values);
    given.values().removeIf(String::isEmpty);
    return new Settings(given);
  }

  /** Returns all settings as a map from names to values, including secret values. */
  public Map<String, String> values() {
    return Map.copyOf(values);
  }

  /** Returns the value of a setting, or empty if it is not set. */
  public Optional<String> text(String name) {
    return Optional.ofNullable(values.get(name));
  }

  /**
   * Returns the value of a boolean setting.
   *
   * @param otherwise the default, which is returned if the setting is not set
   * @throws InvalidRequestException if the value is neither {@code true} nor {@code false}
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
   * Returns the value of an integer setting.
   *
   * @param otherwise the default, which is returned if the setting is not set
   * @param min the least valid value
   * @param max the greatest valid value
   * @throws InvalidRequestException if the value is not an integer from {@code min} to {@code max}
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
      // Reported below.
    }
    throw invalid(
        name,
        max == Long.MAX_VALUE
            ? "an integer of at least " + min
            : "an integer from %d to %d".formatted(min, max));
  }

  /**
   * Returns the value of a setting that is a duration in milliseconds.
   *
   * @param otherwise the default, which is returned if the setting is not set
   * @throws InvalidRequestException if the value is not a positive integer
   */
  public Duration milliseconds(String name, Duration otherwise) {
    return Duration.ofMillis(integer(name, otherwise.toMillis(), 1, Long.MAX_VALUE));
  }

  /**
   * Creates the exception for an invalid value. Its message does not contain the value of a secret
   * setting.
   *
   * @param name name of the setting
   * @param expected description of the valid values
   */
  public InvalidRequestException invalid(String name, String expected) {
    String value = isSecret(name) ? "its value" : "\"%s\"".formatted(values.get(name));
    return new InvalidRequestException(
        "setting %s: %s is not valid (expected %s)".formatted(name, value, expected));
  }

  /** Returns whether the value of a setting is secret, judging by the setting's name. */
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

  /** Returns the names and values, with secret values masked. */
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
