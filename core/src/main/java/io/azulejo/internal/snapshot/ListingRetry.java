package io.azulejo.internal.snapshot;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.CorruptDataException;
import io.azulejo.error.NotFoundException;
import io.azulejo.storage.Location;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * Looks at files that others may delete meanwhile, as vacuuming does. A file that was listed and is
 * not there is a reason to list again. One that is not there again, though it was listed again, is
 * missing.
 */
public final class ListingRetry {
  private static final int MAX = 20;

  private ListingRetry() {}

  /**
   * What a look gives.
   *
   * @param object the array or group whose files are looked at
   * @param look lists the files and reads some of them
   */
  public static <T> T attempt(Location object, Supplier<T> look) {
    return attempt(object, number -> look.get());
  }

  /**
   * What a look gives.
   *
   * @param object the array or group whose files are looked at
   * @param look lists the files and reads some of them; called with the number of the attempt, 1,
   *     or a later one
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

  /** The missing file below the object that an exception names. */
  private static Optional<String> missing(AzulejoException e, Location object) {
    if (e instanceof NotFoundException) {
      return e.location().filter(place -> place.startsWith(object + "/"));
    }
    return e.getCause() instanceof NotFoundException cause
        ? missing(cause, object)
        : Optional.empty();
  }
}
