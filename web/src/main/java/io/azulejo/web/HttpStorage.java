package io.azulejo.web;

import io.azulejo.storage.FileTree;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.StorageTraits;
import io.azulejo.storage.objects.Transfers;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/**
 * A read-only store of files on HTTP servers. It reads files by byte ranges. HTTP has no folders,
 * so files are listed from the seal next to an array, or else from the server's index pages. If
 * both are missing, the error explains how to publish an array.
 */
final class HttpStorage extends ReadOnly {
  private static final StorageTraits TRAITS =
      StorageTraits.OBJECTS.asReadOnly().withMaxRequests(16);

  private static final String SEAL = ".seal";

  /**
   * The name suffix of a folder that belongs to a seal that tracks changes. If no index page lists
   * the folder, it counts as absent.
   */
  private static final String KEPT_SEAL = ".seal.d";

  private final HttpRequests requests;
  private final Transfers transfers = new Transfers("http", TRAITS.maxRequests());
  private final HttpFolders folders;

  /** Creates a store, which serves all servers. */
  HttpStorage(HttpSettings settings) {
    this(settings, Thread::sleep, System::currentTimeMillis);
  }

  /**
   * Creates a store for tests.
   *
   * @param pause waits between attempts
   * @param clock returns the current time in milliseconds
   */
  HttpStorage(HttpSettings settings, HttpRequests.Pause pause, LongSupplier clock) {
    this.requests = new HttpRequests(settings, pause);
    this.folders = new HttpFolders(requests, clock);
  }

  @Override
  String advice() {
    return "change the original array and publish it again (azulejo seal, or azulejo zip)";
  }

  @Override
  public StorageTraits traits() {
    return TRAITS;
  }

  @Override
  public InputFile open(Location file) {
    OptionalLong size =
        folders.known(file).map(f -> f.tree().size(f.path(file))).orElse(OptionalLong.empty());
    return new HttpInputFile(requests, transfers, TRAITS, file, Urls.of(file), size);
  }

  @Override
  public Optional<FileTree> tree(Location folder, String after) {
    Urls.of(folder);
    return folders.sealed(folder, true).map(found -> found.tree().tree(found.path(folder), after));
  }

  @Override
  public List<Entry> list(Location folder) {
    Urls.of(folder);
    Optional<HttpFolders.Sealed> sealed = folders.sealed(folder, true);
    if (sealed.isPresent()) {
      return sealed.get().tree().list(sealed.get().path(folder));
    }
    List<IndexPage.Item> items = new ArrayList<>(items(folder));
    Entry[] entries = new Entry[items.size()];
    transfers.all(
        IntStream.range(0, entries.length)
            .<Runnable>mapToObj(i -> () -> entries[i] = entry(folder, items.get(i)).orElse(null))
            .toList());
    return Arrays.stream(entries).filter(entry -> entry != null).toList();
  }

  @Override
  public List<String> names(Location folder) {
    Urls.of(folder);
    Optional<HttpFolders.Sealed> sealed = folders.sealed(folder, true);
    return sealed.isPresent()
        ? sealed.get().tree().list(sealed.get().path(folder)).stream().map(Entry::name).toList()
        : items(folder).stream().map(IndexPage.Item::name).toList();
  }

  /**
   * Returns the items of the server's index page for a folder. Returns an empty list if index pages
   * of its parents show that the folder does not exist.
   *
   * @throws io.azulejo.error.StorageException if the server does not list the folder, although it
   *     may exist
   */
  private List<IndexPage.Item> items(Location folder) {
    Location above = folder.parent();
    HttpFolders.Page known = above.equals(folder) ? null : folders.cachedPage(above);
    if (known != null && known.index() != null && isNotFolder(known.index(), folder)) {
      return List.of();
    }
    HttpFolders.Page page = folders.page(folder);
    if (page.index() != null) {
      return List.copyOf(page.index().items());
    }
    if (page.status() != 200 && (folder.name().endsWith(KEPT_SEAL) || isAbsent(folder))) {
      return List.of();
    }
    throw folders.cannotList(folder, page);
  }

  /** Returns whether the nearest index page above a folder shows that the folder does not exist. */
  private boolean isAbsent(Location folder) {
    Location above = folder.parent();
    if (above.equals(folder)) {
      return false;
    }
    HttpFolders.Page page = folders.page(above);
    return page.index() == null ? isAbsent(above) : isNotFolder(page.index(), folder);
  }

  private static boolean isNotFolder(IndexPage index, Location folder) {
    return index.find(folder.name()).filter(IndexPage.Item::folder).isEmpty();
  }

  /**
   * Converts an item to an entry. If the index page does not state the size of a file, asks the
   * server. Returns an empty result if the file no longer exists.
   */
  private Optional<Entry> entry(Location folder, IndexPage.Item item) {
    return item.folder() || item.size() >= 0
        ? Optional.of(
            item.folder() ? Entry.folder(item.name()) : Entry.file(item.name(), item.size()))
        : fetchEntry(folder.resolve(item.name()));
  }

  @Override
  public Optional<Entry> find(Location place) {
    return find(place, true);
  }

  @Override
  public Optional<Entry> findFile(Location file) {
    return find(file, false);
  }

  private Optional<Entry> find(Location place, boolean folderToo) {
    Urls.of(place);
    if (place.path().indexOf('/') < 0) {
      return Optional.of(Entry.folder(place.name()));
    }
    if (place.name().endsWith(SEAL)) {
      String name = place.name();
      Location folder = place.parent().resolve(name.substring(0, name.length() - SEAL.length()));
      Optional<HttpFolders.Sealed> own = folders.sealOf(folder);
      if (own.isPresent()) {
        return Optional.of(Entry.file(place.name(), own.get().size()));
      }
    }
    Optional<HttpFolders.Sealed> sealed = folders.sealed(place, folderToo);
    if (sealed.isPresent()) {
      return sealed.get().tree().find(sealed.get().path(place), place.name());
    }
    HttpFolders.Page page =
        folderToo ? folders.page(place.parent()) : folders.cachedPage(place.parent());
    if (page != null && page.index() != null) {
      return page.index().find(place.name()).flatMap(item -> entry(place.parent(), item));
    }
    return fetchEntry(place);
  }

  /**
   * Asks the server for the entry of a file or folder. Returns an empty result if it does not exist
   * or access is denied.
   */
  private Optional<Entry> fetchEntry(Location file) {
    HttpRequests.Answer answer = head(file);
    if (answer.folder()) {
      return Optional.of(Entry.folder(file.name()));
    }
    if (HttpErrors.isAbsent(answer.status()) || answer.status() == 403) {
      return Optional.empty();
    }
    OptionalLong length = answer.headers().firstValueAsLong("Content-Length");
    if (answer.status() == 200 && length.isPresent()) {
      return Optional.of(Entry.file(file.name(), length.getAsLong()));
    }
    try (InputFile in = open(file)) {
      return Optional.of(Entry.file(file.name(), in.size()));
    }
  }

  private HttpRequests.Answer head(Location file) {
    return requests.send("HEAD", file, Urls.of(file), Map.of(), head -> new Body.None());
  }

  @Override
  public OptionalLong modified(Location file) {
    HttpRequests.Answer answer = head(file);
    Optional<String> time = answer.header("Last-Modified");
    if (answer.status() != 200 || time.isEmpty()) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(
          ZonedDateTime.parse(time.get(), DateTimeFormatter.RFC_1123_DATE_TIME)
              .toInstant()
              .toEpochMilli());
    } catch (DateTimeParseException e) {
      return OptionalLong.empty();
    }
  }

  @Override
  public void close() {
    requests.close();
    transfers.close();
  }
}
