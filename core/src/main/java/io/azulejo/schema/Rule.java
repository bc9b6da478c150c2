package io.azulejo.schema;

import io.azulejo.error.InvalidRequestException;
import org.jspecify.annotations.Nullable;

/** Helper methods that report broken schema rules. */
final class Rule {
  private Rule() {}

  /**
   * Throws an {@link InvalidRequestException} if a rule does not hold.
   *
   * @param message a format string that states the problem and how to fix it
   * @param values the arguments of the format string
   */
  static void require(boolean holds, String message, Object... values) {
    if (!holds) {
      throw broken(message, values);
    }
  }

  /** Returns an exception that reports a broken rule. */
  static InvalidRequestException broken(String message, @Nullable Object... values) {
    return new InvalidRequestException(message.formatted(values));
  }
}
