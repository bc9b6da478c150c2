package io.azulejo.error;

/**
 * The bytes are well-formed, but newer than this engine, or cannot be expressed at the target
 * version.
 */
public final class UnsupportedFormatException extends AzulejoException {
  private static final long serialVersionUID = 1L;

  /** An error without a location. */
  public UnsupportedFormatException(String message) {
    super(message, null, null);
  }

  /** An error at a location (a URI). */
  public UnsupportedFormatException(String message, String location) {
    super(message, location, null);
  }

  /** An error at a location (a URI) with the exception that led to it. */
  public UnsupportedFormatException(String message, String location, Throwable cause) {
    super(message, location, cause);
  }
}
