package io.azulejo.error;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if the engine cannot do what the caller asked. The message says what would be valid.
 * Reasons are:
 *
 * <ul>
 *   <li>an argument is out of range, or a text cannot be parsed
 *   <li>an object is closed, or in a state that does not allow the call
 *   <li>the request does not fit the schema, the key or the memory budget
 * </ul>
 *
 * <p>Public methods throw this exception for every bad argument and every wrong use, where other
 * libraries throw {@link IllegalArgumentException} or {@link IllegalStateException}. {@link
 * AzulejoException} lists the exceptions of the JDK that remain.
 */
public final class InvalidRequestException extends AzulejoException {
  private static final long serialVersionUID = 1L;

  private final @Nullable String missingModule;

  /** Creates an error without a location. */
  public InvalidRequestException(String message) {
    this(message, null, null, null);
  }

  /** Creates an error at a location (a local path or a URI). */
  public InvalidRequestException(String message, @Nullable String location) {
    this(message, location, null, null);
  }

  /** Creates an error at a location (a local path or a URI) with its cause. */
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
   * Returns an error for a request that needs a module which is not on the class path.
   *
   * @param location a local path or a URI; null without a location
   * @param module the artifact of the module, such as {@code azulejo-gcs}
   */
  public static InvalidRequestException ofMissingModule(
      String message, @Nullable String location, String module) {
    return new InvalidRequestException(message, location, null, module);
  }

  /**
   * Returns the artifact of the module that is missing on the class path; empty for other errors.
   */
  public Optional<String> missingModule() {
    return Optional.ofNullable(missingModule);
  }
}
