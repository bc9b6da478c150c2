package io.azulejo.web;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.CorruptDataException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.StorageException;
import io.azulejo.storage.Location;

/** Converts failed responses and reads to exceptions. */
final class HttpErrors {
  private HttpErrors() {}

  /** Returns whether a status means that the file does not exist, or is hidden from this client. */
  static boolean isAbsent(int status) {
    return status == 404 || status == 410;
  }

  /** Returns the exception for a response that does not contain the requested bytes. */
  static AzulejoException of(Location file, HttpRequests.Answer answer) {
    String place = file.toString();
    if (answer.folder()) {
      return new NotFoundException(place + " is a folder, not a file", place);
    }
    int status = answer.status();
    if (isAbsent(status)) {
      return new NotFoundException(
          "file %s not found (HTTP %d)%s".formatted(file, status, Urls.hint(file)), place);
    }
    String advice =
        switch (status) {
          case 401, 403 ->
              ": access denied; if the file is not public, pass credentials (--config "
                  + "azulejo.http.headers.Authorization=…)";
          case 407 -> ": the proxy requires a user name and a password";
          default -> "";
        };
    return failed(file, "the server answered HTTP %d%s".formatted(status, advice), false);
  }

  /**
   * Returns the exception for a read that fails because of the server.
   *
   * @param reason the end of the message
   * @param retryable whether the same read may succeed later
   */
  static StorageException failed(Location file, String reason, boolean retryable) {
    return new StorageException(
        "cannot read %s: %s".formatted(file, reason), file.toString(), null, retryable);
  }

  /** Returns the exception for a read beyond the end of a file. */
  static CorruptDataException readPastEnd(Location file, long position, long length, long size) {
    return CorruptDataException.of(
            "file",
            null,
            position,
            "expected %d bytes here, but the file ends at %d".formatted(length, size))
        .at(file.toString());
  }
}
