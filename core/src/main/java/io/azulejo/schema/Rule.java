package io.azulejo.schema;

import io.azulejo.error.InvalidRequestException;
import org.jspecify.annotations.Nullable;

/** Reports broken rules of new schemas. */
final class Rule {
  private Rule() {}

  /**
   * Throws if a rule does not hold.
   *
   * @param message a format: what is wrong and how to correct it
   */
  static void require(boolean holds, String message, Object... values) {
    if (!holds) {
      throw broken(message, values);
    }
  }

  /** Returns the exception for a broken rule. */
  static InvalidRequestException broken(String message, @Nullable Object... values) {
    return new InvalidRequestException(message.formatted(values));
  }
}
