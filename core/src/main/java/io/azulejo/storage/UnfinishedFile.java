package io.azulejo.storage;

import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A file that a writer has begun and neither committed nor closed, because it is still running or
 * was killed. Listings do not show it. Immutable.
 */
public final class UnfinishedFile {
  private final Location location;
  private final String id;
  private final OptionalLong begun;

  private UnfinishedFile(Location location, String id, OptionalLong begun) {
    this.location = Objects.requireNonNull(location, "location");
    this.id = Objects.requireNonNull(id, "id");
    this.begun = Objects.requireNonNull(begun, "begun");
  }

  /** Returns an unfinished file. Each parameter is the result of the method with the same name. */
  public static UnfinishedFile of(Location location, String id, OptionalLong begun) {
    return new UnfinishedFile(location, id, begun);
  }

  /** Returns the name intended for the file; several unfinished files can have the same. */
  public Location location() {
    return location;
  }

  /** Returns the store's id of the file. */
  public String id() {
    return id;
  }

  /** Returns the start time, in milliseconds since 1970 by the store's clock; empty if unknown. */
  public OptionalLong begun() {
    return begun;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof UnfinishedFile that
        && location.equals(that.location)
        && id.equals(that.id)
        && begun.equals(that.begun);
  }

  @Override
  public int hashCode() {
    return Objects.hash(location, id, begun);
  }

  @Override
  public String toString() {
    return "%s, id %s".formatted(location, id);
  }
}
