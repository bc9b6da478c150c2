package io.azulejo.error;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if the engine cannot do what the caller asked for. The message says what would be valid.
 * The causes are:
 *
 * <ul>
 *   <li>an argument is out of range, or text cannot be parsed
 *   <li>an object is closed, or its state does not allow the call
 *   <li>the request does not fit the schema, the key or the memory budget
 * </ul>
 *
 * <p>Public methods throw this exception for every invalid argument and every invalid call, where
 * other libraries throw {@link IllegalArgumentException} or {@link IllegalStateException}. {@link
 * AzulejoException} lists the few JDK exceptions that public methods still throw.
 */
public final class InvalidRequestException extends AzulejoException {
  private static final long serialVersionUID = 1L;

  private final @Nullable String missingModule;

  /** Creates an exception without a location. */
  public InvalidRequestException(String message) {
    this(message, null, null, null);
  }

  /** Creates an exception with a location (a local path or a URI). */
  public InvalidRequestException(String message, @Nullable String location) {
    this(message, location, null, null);
  }

  /** Creates an exception with a location (a local path or a URI) and a cause. */
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
   * Returns an exception for a request that needs a module which is not on the class path.
   *
   * @param message the message, which names the module and says how to add it
   * @param location a local path or a URI; null if the request has none
   * @param module the module's artifact ID, such as {@code azulejo-gcs}
   */
  public static InvalidRequestException ofMissingModule(
      String message, @Nullable String location, String module) {
    return new InvalidRequestException(message, location, null, module);
  }

  /**
   * Returns the artifact ID of the module that is missing from the class path. Empty if no module
   * is missing.
   */
  public Optional<String> missingModule() {
    return Optional.ofNullable(missingModule);
  }
}
