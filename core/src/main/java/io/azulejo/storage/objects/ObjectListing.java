package io.azulejo.storage.objects;

import static io.azulejo.storage.objects.RequestCounts.Kind.LIST;

import io.azulejo.storage.FileTree;
import io.azulejo.storage.Storage.Entry;
import io.azulejo.storage.objects.ObjectClient.Info;
import io.azulejo.storage.objects.ObjectClient.ListRequest;
import io.azulejo.storage.objects.ObjectClient.Page;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Lists the objects of a store page by page. Remembers the ends of pages, so that a listing can
 * continue there. Also remembers the sizes of objects if the store needs them to read the ends of
 * files. Thread-safe.
 */
final class ObjectListing {
  private static final int KNOWN_SIZES = 20_000;
  private static final int KNOWN_ENDS = 100;

  private static final Comparator<String> UTF8 =
      (a, b) ->
          Arrays.compareUnsigned(
              a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));

  private final ObjectClient client;
  private final Requests requests;

  /**
   * Sizes of recently listed objects by name. They are hints that each read confirms or corrects.
   */
  private final Map<String, Long> sizes = newest(KNOWN_SIZES);

  /** Tokens of next pages. The key is the folder and the last path of the preceding page. */
  private final Map<String, String> ends = newest(KNOWN_ENDS);

  /** Whether a listing has contained a folder marker whose key does not end with a slash. */
  private volatile boolean hasFolderObjects;

  ObjectListing(ObjectClient client, Requests requests) {
    this.client = client;
    this.requests = requests;
  }

  private static <V> Map<String, V> newest(int limit) {
    return new LinkedHashMap<>(16, 0.75f, true) {
      private static final long serialVersionUID = 1L;

      @Override
      protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
        return size() > limit;
      }
    };
  }

  boolean hasFolderObjects() {
    return hasFolderObjects;
  }

  /** Returns the size of an object in its last listing, or empty if unknown. */
  OptionalLong size(ObjectName name) {
    synchronized (sizes) {
      Long size = sizes.get(name.toString());
      return size == null ? OptionalLong.empty() : OptionalLong.of(size);
    }
  }

  /**
   * Lists one page of the objects below a folder.
   *
   * @param next token of the requested page; empty for the first page
   * @param limit maximum number of objects
   */
  Page<Info> deep(ObjectName folder, Optional<String> next, int limit) {
    return page(new ListRequest(folder, true, next, "", limit));
  }

  private Page<Info> page(ListRequest request) {
    ObjectName folder = request.folder();
    Page<Info> page;
    try {
      page = requests.send(LIST, folder, () -> client.list(request));
    } catch (ObjectFailure e) {
      throw requests.failed(LIST, folder.withKey(folder.prefix()), e);
    }
    for (Info object : page.found()) {
      hasFolderObjects |= object.folder() && !object.key().endsWith("/");
    }
    if (!client.readsFromEnd()) {
      synchronized (sizes) {
        for (Info object : page.found()) {
          sizes.put(folder.withKey(object.key()).toString(), object.size());
        }
      }
    }
    return page;
  }

  /** Lists the files and folders directly in a folder, ordered by name. */
  List<Entry> entries(ObjectName folder) {
    int prefix = folder.prefix().length();
    List<Entry> entries = new ArrayList<>();
    Map<String, Entry> folders = new TreeMap<>();
    Optional<String> next = Optional.empty();
    do {
      Page<Info> page = page(new ListRequest(folder, false, next, "", client.pageSize()));
      for (Info object : page.found()) {
        if (object.folder()) {
          addFolder(folders, object.key().substring(prefix));
        } else {
          entries.add(Entry.file(object.key().substring(prefix), object.size()));
        }
      }
      page.folders().forEach(inner -> addFolder(folders, inner.substring(prefix)));
      next = page.next();
    } while (next.isPresent());
    entries.addAll(folders.values());
    entries.sort(Comparator.comparing(Entry::name).thenComparing(Entry::folder));
    return entries;
  }

  private static void addFolder(Map<String, Entry> folders, String path) {
    String name = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    if (!name.isEmpty()) {
      folders.put(name, Entry.folder(name));
    }
  }

  /**
   * Lists one page of the files below a folder.
   *
   * @param after path relative to the folder after which the page starts; empty to start with the
   *     first file
   */
  FileTree tree(ObjectName folder, String after) {
    Optional<String> next = Optional.empty();
    String from = "";
    if (!after.isEmpty()) {
      from = folder.prefix() + after;
      synchronized (ends) {
        next = Optional.ofNullable(ends.get(folder + "/" + after));
      }
    }
    int prefix = folder.prefix().length();
    while (true) {
      Page<Info> page = page(new ListRequest(folder, true, next, from, client.pageSize()));
      List<FileTree.File> files = new ArrayList<>();
      for (Info object : page.found()) {
        String path = object.key().substring(prefix);
        // A store that cannot start a listing at a key includes earlier files.
        if (!object.folder() && UTF8.compare(path, after) > 0) {
          files.add(FileTree.File.of(path, object.size(), object.modified()));
        }
      }
      next = page.next();
      from = "";
      if (!files.isEmpty() || next.isEmpty()) {
        // Some stores do not list in byte order.
        files.sort(Comparator.comparing(FileTree.File::path, UTF8));
        if (next.isPresent()) {
          synchronized (ends) {
            ends.put(folder + "/" + files.get(files.size() - 1).path(), next.get());
          }
        }
        return FileTree.of(files, next.isEmpty());
      }
    }
  }
}
