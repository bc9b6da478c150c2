package io.azulejo.cli.terminal;

import io.azulejo.error.InvalidRequestException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Marks an exception as caused by the values of options. It is the cause of the exception that
 * holds the message. From {@link #options(Throwable)}, the error handler learns which defaults to
 * mention.
 */
public final class OptionMistake extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> options;

  private OptionMistake(List<String> options) {
    super(String.join(", ", options), null, false, false);
    this.options = options;
  }

  /**
   * Creates an exception for options whose values are invalid.
   *
   * @param message the mistake, with valid values
   * @param options the long names of the options, with their hyphens
   */
  public static InvalidRequestException of(String message, String... options) {
    return new InvalidRequestException(message, null, new OptionMistake(List.of(options)));
  }

  /** Returns the options that caused an exception, or an empty list if options did not cause it. */
  public static List<String> options(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
        .filter(OptionMistake.class::isInstance)
        .map(cause -> ((OptionMistake) cause).options)
        .findFirst()
        .orElse(List.of());
  }
}
