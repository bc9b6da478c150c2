package io.azulejo.storage;

import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A file that a writer has started but neither committed nor closed. The writer is still running or
 * was killed. Listings do not show the file. Immutable.
 */
public final class IncompleteUpload {
  private final Location location;
  private final String id;
  private final OptionalLong startTime;

  private IncompleteUpload(Location location, String id, OptionalLong startTime) {
    this.location = Objects.requireNonNull(location, "location");
    this.id = Objects.requireNonNull(id, "id");
    this.startTime = Objects.requireNonNull(startTime, "startTime");
  }

  /** Creates an incomplete upload. Each parameter corresponds to the accessor of the same name. */
  public static IncompleteUpload of(Location location, String id, OptionalLong startTime) {
    return new IncompleteUpload(location, id, startTime);
  }

  /** Returns the future location of the file. Several uploads can have the same location. */
  public Location location() {
    return location;
  }

  /** Returns the id that the store assigned to the upload. */
  public String id() {
    return id;
  }

  /**
   * Returns the start time in milliseconds since 1970 by the store's clock, or empty if unknown.
   */
  public OptionalLong startTime() {
    return startTime;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof IncompleteUpload that
        && location.equals(that.location)
        && id.equals(that.id)
        && startTime.equals(that.startTime);
  }

  @Override
  public int hashCode() {
    return Objects.hash(location, id, startTime);
  }

  @Override
  public String toString() {
    return "%s, id %s".formatted(location, id);
  }
}
