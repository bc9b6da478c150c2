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
 * A change that adds members to a group and removes members from it. A member is identified by its
 * name, or by its URI if it has no name. Adding an existing member replaces it. Immutable.
 */
public final class GroupChange {
  private final List<GroupChanges.Addition> additions;
  private final List<String> removals;

  private GroupChange(Builder builder) {
    additions = List.copyOf(builder.additions);
    removals = List.copyOf(builder.removals);
  }

  /** Returns a builder for a change. */
  public static Builder builder() {
    return new Builder();
  }

  List<GroupChanges.Addition> additions() {
    return additions;
  }

  List<String> removals() {
    return removals;
  }

  /** A builder for a change. Not safe for use by several threads. */
  public static final class Builder {
    private final List<GroupChanges.Addition> additions = new ArrayList<>();
    private final List<String> removals = new ArrayList<>();

    private Builder() {}

    /**
     * Adds a member without a name by its path relative to the group's folder. The group still
     * finds the member after both have been moved together.
     *
     * @param path the path of the member, with names separated by slashes
     * @throws InvalidRequestException if the path is empty
     */
    public Builder addRelative(String path) {
      return add(path, true, Optional.empty());
    }

    /**
     * Adds a named member by its path relative to the group's folder; see {@link
     * #addRelative(String)}.
     */
    public Builder addRelative(String path, String name) {
      return add(path, true, Optional.of(name));
    }

    /**
     * Adds a member without a name by its absolute URI. After the group has been moved, it still
     * finds the member at this URI.
     */
    public Builder addAbsolute(Location member) {
      return add(uri(member), false, Optional.empty());
    }

    /** Adds a named member by its absolute URI; see {@link #addAbsolute(Location)}. */
    public Builder addAbsolute(Location member, String name) {
      return add(uri(member), false, Optional.of(name));
    }

    /** Calls {@link #addAbsolute(Location)} with a path or URI. */
    public Builder addAbsolute(String member) {
      return addAbsolute(Location.of(member));
    }

    /** Calls {@link #addAbsolute(Location, String)} with a path or URI. */
    public Builder addAbsolute(String member, String name) {
      return addAbsolute(Location.of(member), name);
    }

    /** Calls {@link #addAbsolute(Location)} with a local path. */
    public Builder addAbsolute(Path member) {
      return addAbsolute(Location.of(member));
    }

    /** Calls {@link #addAbsolute(Location, String)} with a local path. */
    public Builder addAbsolute(Path member, String name) {
      return addAbsolute(Location.of(member), name);
    }

    /** Calls {@link #addAbsolute(Location)} with a URI. */
    public Builder addAbsolute(URI member) {
      return addAbsolute(Location.of(member));
    }

    /** Calls {@link #addAbsolute(Location, String)} with a URI. */
    public Builder addAbsolute(URI member, String name) {
      return addAbsolute(Location.of(member), name);
    }

    /** Removes the member with a name, or with a URI that no other member has. */
    public Builder remove(String nameOrUri) {
      removals.add(Objects.requireNonNull(nameOrUri, "nameOrUri"));
      return this;
    }

    /** Returns a change with all additions and removals so far. */
    public GroupChange build() {
      return new GroupChange(this);
    }

    private Builder add(String uri, boolean relative, Optional<String> name) {
      if (uri.isEmpty()) {
        throw new InvalidRequestException(
            "the path of a member is empty; pass the location of an array or a group");
      }
      additions.add(new GroupChanges.Addition(uri, relative, name));
      return this;
    }

    private static String uri(Location location) {
      return location.scheme().equals("file") ? "file://" + location.path() : location.toString();
    }
  }
}
