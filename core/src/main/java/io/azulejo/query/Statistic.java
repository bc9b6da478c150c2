package io.azulejo.query;

import io.azulejo.error.InvalidRequestException;
import java.util.Objects;
import java.util.Optional;

/**
 * Something that is known of cells without a look at them, and how well.
 *
 * @param certainty how well
 * @param value what is known; empty where nothing is
 */
public record Statistic<T>(Certainty certainty, Optional<T> value) {
  /** How well something is known. */
  public enum Certainty {
    /** It is so. */
    EXACT,
    /** It is so or less: a number is at most this, values lie within this range. */
    BOUND,
    /** Nothing is known. */
    UNKNOWN
  }

  /** Checks that there is a value unless nothing is known. */
  public Statistic {
    Objects.requireNonNull(certainty, "certainty");
    if (value.isEmpty() != (certainty == Certainty.UNKNOWN)) {
      throw new InvalidRequestException(
          "a statistic that is %s with %s: give a value unless it is UNKNOWN"
              .formatted(certainty, value.isEmpty() ? "no value" : "a value"));
    }
  }

  /** What is so. */
  public static <T> Statistic<T> exact(T value) {
    return new Statistic<>(Certainty.EXACT, Optional.of(value));
  }

  /** What is so or less. */
  public static <T> Statistic<T> bound(T value) {
    return new Statistic<>(Certainty.BOUND, Optional.of(value));
  }

  /** What is not known. */
  public static <T> Statistic<T> unknown() {
    return new Statistic<>(Certainty.UNKNOWN, Optional.empty());
  }

  /** Whether it is so. */
  public boolean isExact() {
    return certainty == Certainty.EXACT;
  }

  /** The value, and how well it is known: {@code 5}, {@code at most 5}, {@code unknown}. */
  @Override
  public String toString() {
    return switch (certainty) {
      case EXACT -> value.orElseThrow().toString();
      case BOUND -> "at most " + value.orElseThrow();
      case UNKNOWN -> "unknown";
    };
  }
}
