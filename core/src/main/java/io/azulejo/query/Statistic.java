package io.azulejo.query;

import io.azulejo.error.InvalidRequestException;
import java.util.Objects;
import java.util.Optional;

/**
 * A statistic that is known without reading cells, and its certainty.
 *
 * @param certainty how certain the value is
 * @param value the value; empty if unknown
 */
public record Statistic<T>(Certainty certainty, Optional<T> value) {
  /** How certain a statistic is. */
  public enum Certainty {
    /** The value is exact. */
    EXACT,
    /** The value is an upper bound: a number is at most this, values lie within this range. */
    BOUND,
    /** The value is unknown. */
    UNKNOWN
  }

  /** Checks that the value is present unless it is unknown. */
  public Statistic {
    Objects.requireNonNull(certainty, "certainty");
    if (value.isEmpty() != (certainty == Certainty.UNKNOWN)) {
      throw new InvalidRequestException(
          "a statistic with certainty %s has %s; only UNKNOWN has no value"
              .formatted(certainty, value.isEmpty() ? "no value" : "a value"));
    }
  }

  /** Returns an exact statistic. */
  public static <T> Statistic<T> exact(T value) {
    return new Statistic<>(Certainty.EXACT, Optional.of(value));
  }

  /** Returns an upper bound. */
  public static <T> Statistic<T> bound(T value) {
    return new Statistic<>(Certainty.BOUND, Optional.of(value));
  }

  /** Returns an unknown statistic. */
  public static <T> Statistic<T> unknown() {
    return new Statistic<>(Certainty.UNKNOWN, Optional.empty());
  }

  /** Returns whether the value is exact. */
  public boolean isExact() {
    return certainty == Certainty.EXACT;
  }

  /** Returns the value and its certainty: {@code 5}, {@code at most 5}, {@code unknown}. */
  @Override
  public String toString() {
    return switch (certainty) {
      case EXACT -> value.orElseThrow().toString();
      case BOUND -> "at most " + value.orElseThrow();
      case UNKNOWN -> "unknown";
    };
  }
}
