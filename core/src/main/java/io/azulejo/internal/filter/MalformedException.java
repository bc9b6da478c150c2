package io.azulejo.internal.filter;

/**
 * Thrown by a compressor if compressed bytes are not valid. The filter converts it to an exception
 * that contains the position.
 */
final class MalformedException extends Exception {
  private static final long serialVersionUID = 1L;

  MalformedException(String reason) {
    super(reason);
  }

  MalformedException(String reason, Throwable cause) {
    super(reason, cause);
  }
}
