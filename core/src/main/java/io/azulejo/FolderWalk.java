package io.azulejo;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.NotFoundException;
import io.azulejo.internal.snapshot.Listing;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Looks for arrays and groups in folders, past what cannot be looked at. */
final class FolderWalk {
  private final Engine engine;
  private final Consumer<AzulejoException> unlisted;

  FolderWalk(Engine engine, Consumer<AzulejoException> unlisted) {
    this.engine = engine;
    this.unlisted = unlisted;
  }

  /** The arrays and groups directly in a folder. */
  List<ObjectEntry> list(Location folder) {
    List<ObjectEntry> found = new ArrayList<>();
    for (Storage.Entry entry : entries(folder)) {
      if (entry.folder()) {
        Location place = folder.resolve(entry.name());
        type(place)
            .filter(type -> type != ObjectType.NONE)
            .ifPresent(type -> found.add(new ObjectEntry(place, type)));
      }
    }
    return found;
  }

  /** The arrays and groups at a location and below it. */
  Stream<ObjectEntry> walk(Location location) {
    return walk(location, List.of());
  }

  /**
   * The same.
   *
   * @param above the folders on the way, without links
   */
  private Stream<ObjectEntry> walk(Location location, List<Location> above) {
    List<Location> way = new ArrayList<>(above);
    ObjectType type;
    try {
      type = ObjectType.of(engine.kind(location));
      Location real = engine.storage(location).resolveLinks(location);
      if (Listing.leadsBack(real, above)) {
        return Stream.of();
      }
      way.add(real);
    } catch (NotFoundException e) {
      return Stream.of(); // gone meanwhile, or never there
    } catch (AzulejoException e) {
      unlisted.accept(e);
      return Stream.of();
    }
    Stream<ObjectEntry> here =
        type == ObjectType.NONE ? Stream.of() : Stream.of(new ObjectEntry(location, type));
    if (type == ObjectType.ARRAY) {
      return here;
    }
    Stream<ObjectEntry> below =
        Stream.of(location)
            .flatMap(folder -> entries(folder).stream())
            .filter(entry -> entry.folder() && !entry.name().startsWith("__"))
            .flatMap(entry -> walk(location.resolve(entry.name()), way));
    return Stream.concat(here, below);
  }

  private List<Storage.Entry> entries(Location folder) {
    return Listing.of(engine.storage(folder), folder, (place, e) -> unlisted.accept(e));
  }

  private Optional<ObjectType> type(Location place) {
    try {
      return Optional.of(ObjectType.of(engine.kind(place)));
    } catch (AzulejoException e) {
      unlisted.accept(e);
      return Optional.empty();
    }
  }
}
