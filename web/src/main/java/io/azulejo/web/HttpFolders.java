package io.azulejo.web;

import io.azulejo.SealListing;
import io.azulejo.error.CorruptDataException;
import io.azulejo.error.StorageException;
import io.azulejo.storage.Location;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Lists files on a server, from seals and from index pages of folders. Results are cached for a few
 * seconds, so that each request is sent only once while an array is opened. After that, a seal is
 * downloaded again only if it has changed. Safe for concurrent use.
 */
final class HttpFolders {
  /** Time for which a cached result is valid, in milliseconds. */
  static final long CACHE_MILLIS = 5_000;

  private static final int MAX_SEAL = 256 << 20;
  private static final int MAX_PAGE = 16 << 20;

  private final HttpRequests requests;
  private final LongSupplier clock;
  private final Map<Location, Cached<Optional<Sealed>>> seals = new ConcurrentHashMap<>();
  private final Map<Location, Cached<Page>> pages = new ConcurrentHashMap<>();

  /**
   * A folder with a seal.
   *
   * @param root the folder
   * @param tree the files that the seal lists
   * @param size the size of the seal in bytes
   * @param tag the entity tag of the seal; empty if the server sends none
   */
  record Sealed(Location root, FlatTree tree, long size, String tag) {
    /** Returns the path of a location relative to the folder; empty for the folder itself. */
    String path(Location below) {
      return below.equals(root) ? "" : below.path().substring(root.path().length() + 1);
    }
  }

  /**
   * The server's response to a request for the index page of a folder.
   *
   * @param index the parsed page; null if the server sent none
   * @param status the HTTP status
   */
  record Page(@Nullable IndexPage index, int status) {}

  /** A cached result and the time when it was loaded. */
  private final class Cached<T> {
    private @Nullable T value;
    private long time;

    /** Returns the result if it is still valid; otherwise null. */
    synchronized @Nullable T fresh() {
      return value != null && clock.getAsLong() - time < CACHE_MILLIS ? value : null;
    }

    /** Returns the result regardless of its age; null if there is none. */
    synchronized @Nullable T last() {
      return value;
    }

    synchronized T get(Loader<T> loader) {
      T cached = fresh();
      if (cached == null) {
        cached = loader.load(value);
        value = cached;
        time = clock.getAsLong();
      }
      return cached;
    }
  }

  private interface Loader<T> {
    T load(@Nullable T before);
  }

  HttpFolders(HttpRequests requests, LongSupplier clock) {
    this.requests = requests;
    this.clock = clock;
  }

  /**
   * Returns a sealed folder that contains a location. Prefers a folder whose seal is cached and
   * still valid. Otherwise reads seals, starting with the innermost folder.
   *
   * @param self whether the location itself may be the sealed folder
   * @return an empty result if none of the folders has a seal
   */
  Optional<Sealed> sealed(Location place, boolean self) {
    List<Location> folders = candidates(place, self);
    for (Location folder : folders) {
      Cached<Optional<Sealed>> cached = seals.get(folder);
      Optional<Sealed> known = cached == null ? null : cached.fresh();
      if (known != null && known.isPresent()) {
        return known;
      }
    }
    for (Location folder : folders) {
      Optional<Sealed> found = sealOf(folder);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the innermost folder around a location that had a seal when it was last checked, at any
   * time. Sends no request.
   */
  Optional<Sealed> known(Location place) {
    for (Location folder : candidates(place, false)) {
      Cached<Optional<Sealed>> cached = seals.get(folder);
      Optional<Sealed> last = cached == null ? null : cached.last();
      if (last != null && last.isPresent()) {
        return last;
      }
    }
    return Optional.empty();
  }

  /** Returns the folders that contain a location and may have a seal, innermost first. */
  private static List<Location> candidates(Location place, boolean self) {
    List<Location> folders = new ArrayList<>();
    Location folder = self ? place : place.parent();
    while (folder.path().indexOf('/') >= 0) {
      // Folders within arrays do not have seals.
      String name = folder.name();
      if (!name.startsWith("__") && !SealListing.isSealName(name) && !name.endsWith(".seal.d")) {
        folders.add(folder);
      }
      folder = folder.parent();
    }
    return folders;
  }

  /**
   * Returns a folder with its seal, from the cache or from the server. Returns an empty result if
   * the folder has no seal.
   *
   * @throws CorruptDataException if the seal is not valid
   * @throws StorageException if the server fails
   */
  Optional<Sealed> sealOf(Location folder) {
    return seals
        .computeIfAbsent(folder, f -> new Cached<>())
        .get(before -> fetchSeal(folder, before));
  }

  private Optional<Sealed> fetchSeal(Location folder, @Nullable Optional<Sealed> before) {
    Location seal = SealListing.locationOf(folder);
    String tag = before == null ? "" : before.map(Sealed::tag).orElse("");
    HttpRequests.Answer answer =
        requests.send(
            "GET",
            seal,
            Urls.of(seal),
            tag.isEmpty() ? Map.of() : Map.of("If-None-Match", tag),
            head -> new Body.Whole(MAX_SEAL));
    if (answer.status() == 304 && before != null) {
      return before;
    }
    if (HttpErrors.isAbsent(answer.status()) || answer.status() == 403) {
      return Optional.empty();
    }
    if (!(answer.status() == 200 && answer.body() instanceof Body.Whole body)) {
      throw HttpErrors.of(seal, answer);
    }
    byte[] bytes = body.bytes();
    if (!SealListing.isSeal(bytes)) {
      return Optional.empty();
    }
    if (body.isTooLarge()) {
      throw HttpErrors.failed(
          seal, "the seal is larger than the limit of %,d bytes".formatted(MAX_SEAL), false);
    }
    return Optional.of(
        new Sealed(folder, tree(seal, bytes), bytes.length, answer.header("ETag").orElse("")));
  }

  private static FlatTree tree(Location seal, byte[] bytes) {
    try {
      TreeMap<String, Long> sizes = new TreeMap<>(SealListing.sizes(bytes));
      sizes.forEach(
          (path, size) -> {
            if (!FlatTree.isPath(path) || size < 0) {
              throw CorruptDataException.of(
                  "seal",
                  null,
                  -1,
                  "\"%s\" with %d bytes is not a valid file of a folder".formatted(path, size));
            }
          });
      return new FlatTree(sizes);
    } catch (CorruptDataException e) {
      throw e.at(seal.toString());
    }
  }

  /** Returns the server's index page for a folder, from the cache or from the server. */
  Page page(Location folder) {
    return pages.computeIfAbsent(folder, f -> new Cached<>()).get(before -> fetchPage(folder));
  }

  /** Returns the index page for a folder if it is cached and still valid; otherwise null. */
  @Nullable Page cachedPage(Location folder) {
    Cached<Page> cached = pages.get(folder);
    return cached == null ? null : cached.fresh();
  }

  private Page fetchPage(Location folder) {
    URI url = Urls.folder(Urls.of(folder));
    HttpRequests.Answer answer =
        requests.send(
            "GET",
            folder,
            url,
            Map.of("Accept", "application/json, text/html;q=0.9"),
            head -> new Body.Whole(MAX_PAGE));
    if (answer.status() == 200 && answer.body() instanceof Body.Whole body) {
      if (body.isTooLarge()) {
        throw HttpErrors.failed(
            folder,
            ("the server's listing of the folder is larger than %,d bytes; publish the array "
                    + "with a seal (azulejo seal)")
                .formatted(MAX_PAGE),
            false);
      }
      return new Page(IndexPage.of(answer.headers(), body.bytes()).orElse(null), 200);
    }
    return new Page(null, answer.status());
  }

  /** Returns the exception for a folder whose files neither a seal nor an index page lists. */
  StorageException cannotList(Location place, Page page) {
    Location folder = place;
    while (folder.name().startsWith("__")) {
      folder = folder.parent();
    }
    String server =
        page.status() == 200
            ? "the server's page does not list files"
            : "the server answered HTTP %d".formatted(page.status());
    return HttpErrors.failed(
        folder,
        ("its files cannot be listed: seal %s not found, and %s%s. To publish an array, put "
                + "its seal next to it (azulejo seal ARRAY), make a ZIP file (azulejo zip ARRAY a.zip, "
                + "read as zip+%s://…/a.zip), or enable listings on the server")
            .formatted(SealListing.locationOf(folder), server, Urls.hint(folder), folder.scheme()),
        false);
  }
}
