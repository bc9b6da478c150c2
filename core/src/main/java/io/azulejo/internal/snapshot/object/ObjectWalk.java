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
 * Finds arrays and groups in folders. What cannot be looked at is reported and passed over. Links
 * are followed, except those to a folder that contains them; folders may be nested to any depth.
 * The folders of arrays, and those whose names begin with {@code __}, are not entered.
 */
public final class ObjectWalk {
  private final Function<Location, Storage> stores;
  private final Consumer<AzulejoException> unlisted;

  /**
   * A walk that has not begun.
   *
   * @param stores gives the store of a location
   * @param unlisted called with the failure for each location that cannot be listed; the exception
   *     names it
   */
  public ObjectWalk(Function<Location, Storage> stores, Consumer<AzulejoException> unlisted) {
    this.stores = stores;
    this.unlisted = unlisted;
  }

  /**
   * An array or a group.
   *
   * @param location where it is, by the way it was found: links are not resolved
   * @param kind which of the two
   */
  public record Found(Location location, ObjectKind kind) {}

  /** The arrays and groups directly in a folder, by name. */
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
   * The arrays and groups at a location and below it, each before those that lie in it. Folders are
   * listed as the stream is consumed.
   */
  public Stream<Found> walk(Location location) {
    return stream(new Steps(location, Set.of(), true));
  }

  /** The same without those that lie in the folder of a group. */
  public Stream<Found> outermost(Location location) {
    return stream(new Steps(location, Set.of(), false));
  }

  /**
   * The arrays and groups in the folder of a group that are not members of it. What lies in the
   * folders of members and of other groups is not looked at.
   *
   * @param members where the members are
   */
  public List<Found> nonMembers(Location group, Collection<Location> members) {
    Set<Location> known = new HashSet<>();
    for (Location member : members) {
      known.add(member);
      try {
        known.add(stores.apply(member).resolveLinks(member));
      } catch (AzulejoException e) {
        // A member out of reach is not in the folder.
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

  /** A place to look at, and the folders on the way to it, without links. */
  private record Place(Location location, List<Location> above) {}

  /** The places that are to be looked at, kept here rather than on the stack of the thread. */
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

    /** Goes on with what lies in a folder, in place of the folder itself. */
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

    /** What is at a place; what lies in it comes next, where it is entered. */
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
        return ObjectKind.NONE; // gone meanwhile, or never there
      } catch (AzulejoException e) {
        unlisted.accept(e);
        return ObjectKind.NONE;
      }
    }
  }
}
