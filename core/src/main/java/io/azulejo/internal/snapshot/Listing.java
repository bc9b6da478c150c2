package io.azulejo.internal.snapshot;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.StorageException;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * What lies in folders of which some cannot be looked at: one of them hides no other. Links that
 * lead back to a folder that contains them are recognized.
 */
public final class Listing {
  private Listing() {}

  /**
   * The entries of a folder, by name, as far as they can be listed.
   *
   * @param failed called for the folder itself, or for each entry in it that cannot be looked up,
   *     and why
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
      return oneByOne(storage, folder, failed); // something in it cannot be looked at
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
   * Whether a folder is one of those on the way to it, or contains one of them, so that going down
   * into it would never end.
   *
   * @param real the folder, as {@link Storage#resolveLinks} returns it
   * @param above the folders on the way to it, likewise
   */
  public static boolean isCyclicLink(Location real, List<Location> above) {
    String within = real.path() + "/";
    return above.stream()
        .anyMatch(
            folder ->
                folder.equals(real)
                    || (folder.scheme().equals(real.scheme()) && folder.path().startsWith(within)));
  }

  /** Whether a file or folder has its name from a link, and lies elsewhere. */
  public static boolean isLink(Storage storage, Location place) {
    Location folder = place.parent();
    return !folder.equals(place)
        && !storage.resolveLinks(place).equals(storage.resolveLinks(folder).resolve(place.name()));
  }
}
