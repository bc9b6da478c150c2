package io.azulejo;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.snapshot.GroupChanges;
import io.azulejo.storage.Location;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Members of a group to be added and removed. A member is identified by its name, or by its URI if
 * it has none; adding one that is there already replaces it. Immutable.
 */
public final class GroupChange {
  private final List<GroupChanges.Addition> additions;
  private final List<String> removals;

  private GroupChange(Builder builder) {
    additions = List.copyOf(builder.additions);
    removals = List.copyOf(builder.removals);
  }

  /** A builder of a change. */
  public static Builder builder() {
    return new Builder();
  }

  List<GroupChanges.Addition> additions() {
    return additions;
  }

  List<String> removals() {
    return removals;
  }

  /** Collects additions and removals. Not for use by several threads. */
  public static final class Builder {
    private final List<GroupChanges.Addition> additions = new ArrayList<>();
    private final List<String> removals = new ArrayList<>();

    private Builder() {}

    /**
     * Adds a member without a name, by its path from the group's folder: when both are moved
     * together, the group still finds it.
     *
     * @param path names with slashes between them
     */
    public Builder addRelative(String path) {
      return add(path, true, Optional.empty());
    }

    /** As {@link #addRelative(String)}, with a name. */
    public Builder addRelative(String path, String name) {
      return add(path, true, Optional.of(name));
    }

    /**
     * Adds a member without a name, by its URI: when the group is moved, it still finds it at the
     * old place.
     */
    public Builder addAbsolute(Location member) {
      return add(uri(member), false, Optional.empty());
    }

    /** As {@link #addAbsolute(Location)}, with a name. */
    public Builder addAbsolute(Location member, String name) {
      return add(uri(member), false, Optional.of(name));
    }

    /** See {@link #addAbsolute(Location)}; for a path or URI. */
    public Builder addAbsolute(String member) {
      return addAbsolute(Location.of(member));
    }

    /** See {@link #addAbsolute(Location, String)}; for a path or URI. */
    public Builder addAbsolute(String member, String name) {
      return addAbsolute(Location.of(member), name);
    }

    /** See {@link #addAbsolute(Location)}; for a local path. */
    public Builder addAbsolute(Path member) {
      return addAbsolute(Location.of(member));
    }

    /** See {@link #addAbsolute(Location, String)}; for a local path. */
    public Builder addAbsolute(Path member, String name) {
      return addAbsolute(Location.of(member), name);
    }

    /** See {@link #addAbsolute(Location)}; for a URI. */
    public Builder addAbsolute(URI member) {
      return addAbsolute(Location.of(member));
    }

    /** See {@link #addAbsolute(Location, String)}; for a URI. */
    public Builder addAbsolute(URI member, String name) {
      return addAbsolute(Location.of(member), name);
    }

    /** Removes the member of that name, or the only one with that URI. */
    public Builder remove(String nameOrUri) {
      removals.add(Objects.requireNonNull(nameOrUri, "nameOrUri"));
      return this;
    }

    /** The change, of all that was added and removed so far. */
    public GroupChange build() {
      return new GroupChange(this);
    }

    private Builder add(String uri, boolean relative, Optional<String> name) {
      if (uri.isEmpty()) {
        throw new InvalidRequestException(
            "the path of a member is empty: give the location of an array or a group");
      }
      additions.add(new GroupChanges.Addition(uri, relative, name));
      return this;
    }

    private static String uri(Location location) {
      return location.scheme().equals("file") ? "file://" + location.path() : location.toString();
    }
  }
}
