package io.azulejo.cli.terminal;

import io.azulejo.error.InvalidRequestException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** The options that a failure is about. It is the cause of the exception that holds the reason. */
public final class OptionMistake extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> options;

  private OptionMistake(List<String> options) {
    super(String.join(", ", options), null, false, false);
    this.options = options;
  }

  /**
   * Returns the exception for options whose values cannot be used.
   *
   * @param message the mistake, and a valid value
   * @param options the long names of the options, with their hyphens
   */
  public static InvalidRequestException of(String message, String... options) {
    return new InvalidRequestException(message, null, new OptionMistake(List.of(options)));
  }

  /** Returns the options that a failure is about; empty if it is not about options. */
  public static List<String> options(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
        .filter(OptionMistake.class::isInstance)
        .map(cause -> ((OptionMistake) cause).options)
        .findFirst()
        .orElse(List.of());
  }
}
