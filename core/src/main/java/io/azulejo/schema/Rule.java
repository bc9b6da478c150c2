package io.azulejo.schema;

import io.azulejo.error.InvalidRequestException;
import org.jspecify.annotations.Nullable;

/** How the rules of new schemas say that they are broken. */
final class Rule {
  private Rule() {}

  /**
   * Checks a rule.
   *
   * @param message what is wrong, and what would be right
   */
  static void require(boolean holds, String message, Object... values) {
    if (!holds) {
      throw broken(message, values);
    }
  }

  /** What is thrown where a rule is broken. */
  static InvalidRequestException broken(String message, @Nullable Object... values) {
    return new InvalidRequestException(message.formatted(values));
  }
}
