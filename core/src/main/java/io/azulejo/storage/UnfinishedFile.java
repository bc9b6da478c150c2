package io.azulejo.storage;

import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A file that a writer has begun and has neither committed nor closed: the writer is running, or
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

  /**
   * Returns an unfinished file. The parameters are those that the methods of the same names return.
   */
  public static UnfinishedFile of(Location location, String id, OptionalLong begun) {
    return new UnfinishedFile(location, id, begun);
  }

  /** Returns the name that the file was to get; several may have the same. */
  public Location location() {
    return location;
  }

  /** Returns the id by which the store knows the file. */
  public String id() {
    return id;
  }

  /**
   * Returns when the file was begun, in milliseconds since 1970 by the clock of the store; empty if
   * unknown.
   */
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
