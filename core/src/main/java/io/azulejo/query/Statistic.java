package io.azulejo.query;

import io.azulejo.error.InvalidRequestException;
import java.util.Objects;
import java.util.Optional;

/**
 * A statistic that is known without reading cells, and its certainty.
 *
 * @param certainty whether the value is exact, an upper bound or unknown
 * @param value the value; empty if it is unknown
 * @param <T> the type of the value
 */
public record Statistic<T>(Certainty certainty, Optional<T> value) {
  /** The degree of certainty of a statistic. */
  public enum Certainty {
    /** The value is exact. */
    EXACT,
    /**
     * The value is an upper bound. A number is at most this value; a range contains the actual
     * range.
     */
    BOUND,
    /** The value is unknown. */
    UNKNOWN
  }

  /**
   * Checks that the value is empty if the certainty is {@link Certainty#UNKNOWN}, and present
   * otherwise.
   */
  public Statistic {
    Objects.requireNonNull(certainty, "certainty");
    if (value.isEmpty() != (certainty == Certainty.UNKNOWN)) {
      throw new InvalidRequestException(
          "a statistic with certainty %s has %s; only UNKNOWN has no value"
              .formatted(certainty, value.isEmpty() ? "no value" : "a value"));
    }
  }

  /** Creates an exact statistic. */
  public static <T> Statistic<T> exact(T value) {
    return new Statistic<>(Certainty.EXACT, Optional.of(value));
  }

  /** Creates a statistic that is an upper bound. */
  public static <T> Statistic<T> bound(T value) {
    return new Statistic<>(Certainty.BOUND, Optional.of(value));
  }

  /** Creates a statistic whose value is unknown. */
  public static <T> Statistic<T> unknown() {
    return new Statistic<>(Certainty.UNKNOWN, Optional.empty());
  }

  /** Returns whether the value is exact. */
  public boolean isExact() {
    return certainty == Certainty.EXACT;
  }

  /**
   * Returns the value and its certainty as text, such as {@code 5}, {@code at most 5} or {@code
   * unknown}.
   */
  @Override
  public String toString() {
    return switch (certainty) {
      case EXACT -> value.orElseThrow().toString();
      case BOUND -> "at most " + value.orElseThrow();
      case UNKNOWN -> "unknown";
    };
  }
}
