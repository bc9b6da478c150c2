package io.azulejo.internal.snapshot.object;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.NotFoundException;
import io.azulejo.internal.snapshot.Listing;
import io.azulejo.internal.snapshot.ObjectKind;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Finds arrays and groups in folders. Reports inaccessible entries and skips them. Follows links,
 * except a link to a folder that contains the link. Folders may be nested to any depth. Does not
 * enter the folders of arrays, or folders whose names begin with {@code __}.
 */
public final class ObjectWalk {
  private final Function<Location, Storage> stores;
  private final Consumer<AzulejoException> unlisted;

  /**
   * Creates a walk.
   *
   * @param stores returns the store of a location
   * @param unlisted called for each location that cannot be listed; the exception names the
   *     location
   */
  public ObjectWalk(Function<Location, Storage> stores, Consumer<AzulejoException> unlisted) {
    this.stores = stores;
    this.unlisted = unlisted;
  }

  /**
   * An array or a group that was found.
   *
   * @param location the location at which it was found; links are not resolved
   * @param kind whether it is an array or a group
   */
  public record Found(Location location, ObjectKind kind) {}

  /** Returns the arrays and groups directly in a folder, sorted by name. */
  public List<Found> list(Location folder) {
    List<Found> found = new ArrayList<>();
    for (Storage.Entry entry : entries(folder)) {
      if (entry.folder()) {
        Location place = folder.resolve(entry.name());
        try {
          ObjectKind kind = ObjectKind.at(stores.apply(place), place);
          if (kind != ObjectKind.NONE) {
            found.add(new Found(place, kind));
          }
        } catch (AzulejoException e) {
          unlisted.accept(e);
        }
      }
    }
    return found;
  }

  /**
   * Returns the arrays and groups at and below a location. An outer group comes before its
   * contents. The stream lists folders as it is consumed.
   */
  public Stream<Found> walk(Location location) {
    return stream(new Steps(location, Set.of(), true));
  }

  /**
   * Returns the arrays and groups at and below a location, but does not enter groups. The stream
   * lists folders as it is consumed.
   */
  public Stream<Found> outermost(Location location) {
    return stream(new Steps(location, Set.of(), false));
  }

  /**
   * Returns the arrays and groups in the folder of a group that are not members of the group. Does
   * not enter the folders of members and of other groups.
   *
   * @param group the location of the group
   * @param members the locations of the group's members
   */
  public List<Found> nonMembers(Location group, Collection<Location> members) {
    Set<Location> known = new HashSet<>();
    for (Location member : members) {
      known.add(member);
      try {
        known.add(stores.apply(member).resolveLinks(member));
      } catch (AzulejoException e) {
        // An inaccessible member is not in the group's folder.
        continue;
      }
    }
    Steps steps = new Steps(group, known, false);
    steps.enter(group);
    return stream(steps).toList();
  }

  private static Stream<Found> stream(Steps steps) {
    return StreamSupport.stream(steps, false);
  }

  private List<Storage.Entry> entries(Location folder) {
    return Listing.of(stores.apply(folder), folder, (place, e) -> unlisted.accept(e));
  }

  /**
   * A location to visit.
   *
   * @param location the location
   * @param above the folders on the path to the location, with links resolved
   */
  private record Place(Location location, List<Location> above) {}

  /**
   * The locations still to visit. They are kept here instead of on the thread's stack, because
   * folders may be deeply nested.
   */
  private final class Steps extends Spliterators.AbstractSpliterator<Found> {
    private final Deque<Place> next = new ArrayDeque<>();
    private final Set<Location> excluded;
    private final boolean intoGroups;

    Steps(Location start, Set<Location> excluded, boolean intoGroups) {
      super(Long.MAX_VALUE, Spliterator.ORDERED | Spliterator.NONNULL);
      this.excluded = excluded;
      this.intoGroups = intoGroups;
      next.push(new Place(start, List.of()));
    }

    /** Visits the entries of a folder instead of the folder itself. */
    void enter(Location folder) {
      next.clear();
      try {
        push(folder, List.of(stores.apply(folder).resolveLinks(folder)));
      } catch (AzulejoException e) {
        unlisted.accept(e);
      }
    }

    private void push(Location folder, List<Location> way) {
      List<Storage.Entry> entries = entries(folder);
      for (int i = entries.size() - 1; i >= 0; i--) {
        Storage.Entry entry = entries.get(i);
        if (entry.folder() && !entry.name().startsWith("__")) {
          next.push(new Place(folder.resolve(entry.name()), way));
        }
      }
    }

    @Override
    public boolean tryAdvance(Consumer<? super Found> action) {
      while (!next.isEmpty()) {
        Place place = next.pop();
        ObjectKind kind = look(place);
        if (kind != ObjectKind.NONE) {
          action.accept(new Found(place.location(), kind));
          return true;
        }
      }
      return false;
    }

    /**
     * Returns the kind of object at a location. Queues the entries of the folder if the walk enters
     * it.
     */
    private ObjectKind look(Place place) {
      Location location = place.location();
      if (excluded.contains(location)) {
        return ObjectKind.NONE;
      }
      try {
        Storage storage = stores.apply(location);
        Location real = storage.resolveLinks(location);
        if (excluded.contains(real) || Listing.isCyclicLink(real, place.above())) {
          return ObjectKind.NONE;
        }
        ObjectKind kind = ObjectKind.at(storage, location);
        if (kind == ObjectKind.NONE || kind == ObjectKind.GROUP && intoGroups) {
          List<Location> way = new ArrayList<>(place.above());
          way.add(real);
          push(location, way);
        }
        return kind;
      } catch (NotFoundException e) {
        return ObjectKind.NONE; // it was deleted in the meantime, or never existed
      } catch (AzulejoException e) {
        unlisted.accept(e);
        return ObjectKind.NONE;
      }
    }
  }
}
