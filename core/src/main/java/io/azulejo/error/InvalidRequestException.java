package io.azulejo.error;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The caller asked for something that cannot be done: an argument is out of range, a text cannot be
 * parsed, an object is closed or in a state that does not allow the call, or the request does not
 * fit the schema, the key or the memory budget. The message says what would be valid.
 *
 * <p>Public methods throw this exception for every bad argument and every wrong use, where other
 * libraries throw {@link IllegalArgumentException} or {@link IllegalStateException}. {@link
 * AzulejoException} lists the exceptions of the JDK that remain.
 */
public final class InvalidRequestException extends AzulejoException {
  private static final long serialVersionUID = 1L;

  private final @Nullable String missingModule;

  /** An error without a location. */
  public InvalidRequestException(String message) {
    this(message, null, null, null);
  }

  /** An error at a location (a local path or a URI). */
  public InvalidRequestException(String message, @Nullable String location) {
    this(message, location, null, null);
  }

  /** An error at a location (a local path or a URI) with the exception that led to it. */
  public InvalidRequestException(
      String message, @Nullable String location, @Nullable Throwable cause) {
    this(message, location, cause, null);
  }

  private InvalidRequestException(
      String message,
      @Nullable String location,
      @Nullable Throwable cause,
      @Nullable String missingModule) {
    super(message, location, cause);
    this.missingModule = missingModule;
  }

  /**
   * Returns the error for a request that needs a module which is not on the class path.
   *
   * @param location a local path or a URI; null if there is none
   * @param module the artifact of the module, such as {@code azulejo-gcs}
   */
  public static InvalidRequestException ofMissingModule(
      String message, @Nullable String location, String module) {
    return new InvalidRequestException(message, location, null, module);
  }

  /** Returns the artifact of the module that the request needs and that is not there. */
  public Optional<String> missingModule() {
    return Optional.ofNullable(missingModule);
  }
}
