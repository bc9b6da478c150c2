package io.azulejo.internal.filter;

/** Compressed bytes are not what they should be; the filter adds where they are. */
final class MalformedException extends Exception {
  private static final long serialVersionUID = 1L;

  MalformedException(String reason) {
    super(reason);
  }

  MalformedException(String reason, Throwable cause) {
    super(reason, cause);
  }
}
