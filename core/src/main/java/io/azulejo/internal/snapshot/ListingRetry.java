package io.azulejo.internal.snapshot;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.CorruptDataException;
import io.azulejo.error.NotFoundException;
import io.azulejo.storage.Location;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * Retries operations on files that another process may delete at the same time, for example by a
 * vacuum. If a listed file is missing, the operation lists the files again. If the same file is
 * missing again, the operation fails.
 */
public final class ListingRetry {
  private static final int MAX = 20;

  private ListingRetry() {}

  /**
   * Runs an operation. Repeats it if a listed file is missing.
   *
   * @param object the array or group that contains the files
   * @param look the operation, which lists the files and reads some of them
   */
  public static <T> T attempt(Location object, Supplier<T> look) {
    return attempt(object, number -> look.get());
  }

  /**
   * Runs an operation. Repeats it if a listed file is missing.
   *
   * @param object the array or group that contains the files
   * @param look the operation, which lists the files and reads some of them; its argument is the
   *     number of the attempt, starting at 1
   */
  static <T> T attempt(Location object, IntFunction<T> look) {
    String missing = null;
    for (int attempt = 1; ; attempt++) {
      try {
        return look.apply(attempt);
      } catch (NotFoundException | CorruptDataException e) {
        Optional<String> file = missing(e, object);
        if (file.isEmpty() || file.get().equals(missing) || attempt == MAX) {
          throw e;
        }
        missing = file.get();
      }
    }
  }

  /**
   * Returns the missing file that an exception names, or empty if it does not name a file below the
   * object.
   */
  private static Optional<String> missing(AzulejoException e, Location object) {
    if (e instanceof NotFoundException) {
      return e.location().filter(place -> place.startsWith(object + "/"));
    }
    return e.getCause() instanceof NotFoundException cause
        ? missing(cause, object)
        : Optional.empty();
  }
}
