package io.azulejo.maintenance;

import java.util.Objects;
import java.util.Optional;

/**
 * A part of two schemas that is not the same in both.
 *
 * @param part what it is, such as {@code capacity} or {@code attribute "a" filters}
 * @param first what the first array says; empty where it has no such part
 * @param second what the second array says; likewise
 */
public record SchemaDifference(String part, Optional<String> first, Optional<String> second) {
  /** Checks that nothing is null. */
  public SchemaDifference {
    Objects.requireNonNull(part, "part");
    Objects.requireNonNull(first, "first");
    Objects.requireNonNull(second, "second");
  }

  @Override
  public String toString() {
    return part + ": " + first.orElse("none") + " / " + second.orElse("none");
  }
}
