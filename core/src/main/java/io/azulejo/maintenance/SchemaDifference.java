package io.azulejo.maintenance;

import java.util.Objects;
import java.util.Optional;

/**
 * A part of two schemas that is not the same in both.
 *
 * @param part what it is, such as {@code capacity} or {@code attribute "a" filters}
 * @param first the part in the schema of the first array; empty where it has none
 * @param second the part in the schema of the second array; likewise
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
