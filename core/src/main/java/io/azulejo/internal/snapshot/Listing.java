package io.azulejo.internal.snapshot;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.StorageException;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Lists folders whose entries may be inaccessible. An inaccessible entry does not hide the others.
 * Also recognizes links that lead back to a folder that contains them.
 */
public final class Listing {
  private Listing() {}

  /**
   * Returns the entries of a folder that can be listed, sorted by name.
   *
   * @param failed called with the folder if it cannot be listed, or with each inaccessible entry,
   *     and with the exception
   */
  public static List<Storage.Entry> of(
      Storage storage, Location folder, BiConsumer<Location, AzulejoException> failed) {
    try {
      return storage.list(folder);
    } catch (StorageException e) {
      if (e.location().filter(folder.toString()::equals).isPresent()) {
        failed.accept(folder, e);
        return List.of();
      }
      return oneByOne(storage, folder, failed); // an entry is inaccessible
    }
  }

  private static List<Storage.Entry> oneByOne(
      Storage storage, Location folder, BiConsumer<Location, AzulejoException> failed) {
    List<Storage.Entry> entries = new ArrayList<>();
    List<String> names;
    try {
      names = storage.names(folder);
    } catch (StorageException e) {
      failed.accept(folder, e);
      return entries;
    }
    for (String name : names) {
      Location place = folder.resolve(name);
      try {
        storage.find(place).ifPresent(entries::add);
      } catch (StorageException e) {
        failed.accept(place, e);
      }
    }
    return entries;
  }

  /**
   * Returns whether a folder is the same as, or contains, one of the folders on the path to it. A
   * recursive walk would then never end.
   *
   * @param real the folder, as returned by {@link Storage#resolveLinks}
   * @param above the folders on the path to it, also with links resolved
   */
  public static boolean isCyclicLink(Location real, List<Location> above) {
    String within = real.path() + "/";
    return above.stream()
        .anyMatch(
            folder ->
                folder.equals(real)
                    || (folder.scheme().equals(real.scheme()) && folder.path().startsWith(within)));
  }

  /**
   * Returns whether a file or folder is itself a link. Links among its parent folders do not count.
   */
  public static boolean isLink(Storage storage, Location place) {
    Location folder = place.parent();
    return !folder.equals(place)
        && !storage.resolveLinks(place).equals(storage.resolveLinks(folder).resolve(place.name()));
  }
}
