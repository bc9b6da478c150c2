package io.azulejo.internal.filter;

/** Thrown for invalid compressed bytes; the filter adds their position. */
final class MalformedException extends Exception {
  private static final long serialVersionUID = 1L;

  MalformedException(String reason) {
    super(reason);
  }

  MalformedException(String reason, Throwable cause) {
    super(reason, cause);
  }
}
