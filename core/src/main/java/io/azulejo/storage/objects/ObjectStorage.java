package io.azulejo.storage.objects;

import static io.azulejo.storage.objects.RequestCounts.Kind.COPY;
import static io.azulejo.storage.objects.RequestCounts.Kind.DELETE;
import static io.azulejo.storage.objects.RequestCounts.Kind.HEAD;
import static io.azulejo.storage.objects.RequestCounts.Kind.LIST;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.storage.FileTree;
import io.azulejo.storage.IncompleteUpload;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.OutputFile;
import io.azulejo.storage.Storage;
import io.azulejo.storage.StorageTraits;
import io.azulejo.storage.StoreMemory;
import io.azulejo.storage.objects.ObjectClient.Info;
import io.azulejo.storage.objects.ObjectClient.Page;
import io.azulejo.storage.objects.ObjectClient.Upload;
import io.azulejo.storage.objects.Publication.Created;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * A {@link Storage} in an object store, implemented with the requests of an {@link ObjectClient}. A
 * single request creates each object atomically, on the condition that its name is free. If a
 * response is lost, the storage determines whether the request succeeded.
 *
 * <p>Folders are key prefixes. Objects that only mark folders are treated as folders, not files.
 *
 * <p>Thread-safe. The storage has threads that wait for responses. They end when it is closed.
 */
public final class ObjectStorage implements Storage, AutoCloseable {
  /**
   * Options for the requests of a storage. Immutable. Start with {@link #DEFAULT} and change the
   * options that differ:
   *
   * <pre>{@code
   * ObjectStorage.Options.DEFAULT.withMaxRequests(16).withUploads(8 << 20, 64 << 20)
   * }</pre>
   */
  public static final class Options {
    /**
     * The default options: up to 64 concurrent requests, parts of 8 MiB, up to 128 MiB of parts in
     * the background, up to 10 attempts per request, and delays from 0.1 to 20 seconds.
     */
    public static final Options DEFAULT =
        new Options(64, 8 << 20, 128 << 20, 10, Duration.ofMillis(100), Duration.ofSeconds(20));

    private final int maxRequests;
    private final int partSize;
    private final long uploadMemory;
    private final int attempts;
    private final Duration firstDelay;
    private final Duration maxDelay;

    private Options(
        int maxRequests,
        int partSize,
        long uploadMemory,
        int attempts,
        Duration firstDelay,
        Duration maxDelay) {
      if (maxRequests < 1 || partSize < 1 || uploadMemory < 0 || attempts < 1) {
        throw new InvalidRequestException(
            ("%d requests, parts of %d bytes, %d bytes of memory, %d attempts (minimum: 1,"
                    + " 1, 0 and 1)")
                .formatted(maxRequests, partSize, uploadMemory, attempts));
      }
      this.maxRequests = maxRequests;
      this.partSize = partSize;
      this.uploadMemory = uploadMemory;
      this.attempts = attempts;
      this.firstDelay = Objects.requireNonNull(firstDelay, "firstDelay");
      this.maxDelay = Objects.requireNonNull(maxDelay, "maxDelay");
    }

    /**
     * Returns a copy of these options with another maximum number of concurrent requests.
     *
     * @param requests maximum number of concurrent requests, at least 1
     * @throws InvalidRequestException if it is less than 1
     */
    public Options withMaxRequests(int requests) {
      return new Options(requests, partSize, uploadMemory, attempts, firstDelay, maxDelay);
    }

    /**
     * Returns a copy of these options with other upload sizes.
     *
     * @param part size of the parts of an upload in bytes, at least 1; a smaller file is sent in
     *     one request
     * @param memory maximum total size of the parts in the background in bytes, at least 0
     * @throws InvalidRequestException if the part is less than 1 or the memory is negative
     */
    public Options withUploads(int part, long memory) {
      return new Options(maxRequests, part, memory, attempts, firstDelay, maxDelay);
    }

    /**
     * Returns a copy of these options with other limits for retries.
     *
     * @param most maximum number of attempts per request, at least 1
     * @param first maximum delay before the second attempt; it doubles for each further attempt
     * @param longest upper limit of all delays
     * @throws InvalidRequestException if {@code most} is less than 1
     */
    public Options withAttempts(int most, Duration first, Duration longest) {
      return new Options(maxRequests, partSize, uploadMemory, most, first, longest);
    }

    /** Returns the maximum number of concurrent requests. */
    public int maxRequests() {
      return maxRequests;
    }

    /**
     * Returns the size of the parts of an upload in bytes. A smaller file is sent in one request.
     */
    public int partSize() {
      return partSize;
    }

    /** Returns the maximum total size of the parts in the background in bytes. */
    public long uploadMemory() {
      return uploadMemory;
    }

    /** Returns the maximum number of attempts per request. */
    public int attempts() {
      return attempts;
    }

    /** Returns the maximum delay before the second attempt. It doubles for each further attempt. */
    public Duration firstDelay() {
      return firstDelay;
    }

    /** Returns the upper limit of all delays between attempts. */
    public Duration maxDelay() {
      return maxDelay;
    }
  }

  final ObjectClient client;
  final Requests requests;
  final Publication publication;
  final ObjectListing listing;
  final Transfers transfers;
  final UploadMemory uploadMemory;
  private final Options options;
  private final Deletions deletions;
  private final StorageTraits traits;

  /**
   * Creates a storage. It sends no request before its first use.
   *
   * @param client sends the requests; closed together with the storage
   * @param options options for the requests
   * @param memory the engine's memory for uploads
   */
  public ObjectStorage(ObjectClient client, Options options, StoreMemory memory) {
    this.client = client;
    this.options = options;
    requests = new Requests(client, options);
    publication = new Publication(client, requests);
    listing = new ObjectListing(client, requests);
    transfers = new Transfers(client.name(), options.maxRequests());
    deletions = new Deletions(client, requests, transfers);
    uploadMemory = new UploadMemory(options.uploadMemory(), memory);
    traits = StorageTraits.OBJECTS.withMaxRequests(options.maxRequests());
  }

  /** Returns counters of the requests sent so far. They continue to change. */
  public RequestCounts counts() {
    return requests.counts();
  }

  @Override
  public StorageTraits traits() {
    return traits;
  }

  private ObjectName name(Location location) {
    ObjectName name = ObjectName.of(location);
    client.check(name);
    return name;
  }

  /** Opens a file without sending a request. A missing file is detected on the first read. */
  @Override
  public InputFile open(Location file) {
    return new ObjectInputFile(this, file, name(file));
  }

  @Override
  public OutputFile create(Location file) {
    return new ObjectOutputFile(this, file, name(file), options.partSize());
  }

  @Override
  public void commit(List<OutputFile> files) {
    for (OutputFile file : files) {
      if (file instanceof ObjectOutputFile own) {
        own.requireOpen();
      }
    }
    transfers.all(files.stream().<Runnable>map(file -> file::commit).toList());
  }

  @Override
  public void createExclusive(Location file, byte[] content) {
    publication.put(name(file), Created.unseen(), content, content.length);
  }

  @Override
  public List<Entry> list(Location folder) {
    return listing.entries(name(folder));
  }

  @Override
  public List<String> names(Location folder) {
    return list(folder).stream().map(Entry::name).distinct().toList();
  }

  @Override
  public Optional<FileTree> tree(Location folder, String after) {
    return Optional.of(listing.tree(name(folder), after));
  }

  @Override
  public Optional<Entry> find(Location fileOrFolder) {
    ObjectName name = name(fileOrFolder);
    Optional<Info> there = head(name);
    if (there.isPresent() && !there.get().folder()) {
      return Optional.of(Entry.file(fileOrFolder.name(), there.get().size()));
    }
    if (there.isEmpty() && listing.deep(name, Optional.empty(), 1).found().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(Entry.folder(fileOrFolder.name()));
  }

  @Override
  public Optional<Entry> findFile(Location file) {
    return head(name(file))
        .filter(there -> !there.folder())
        .map(there -> Entry.file(file.name(), there.size()));
  }

  @Override
  public OptionalLong modified(Location file) {
    Optional<Info> there = head(name(file));
    return there.isEmpty() || there.get().folder() ? OptionalLong.empty() : there.get().modified();
  }

  private Optional<Info> head(ObjectName name) {
    try {
      return name.key().isEmpty() ? Optional.empty() : requests.find(name);
    } catch (ObjectFailure e) {
      throw requests.failed(HEAD, name, e);
    }
  }

  /** Returns the current time by the store's clock, derived from its last response. */
  @Override
  public long now() {
    return client.now();
  }

  @Override
  public void delete(Location file) {
    deletions.one(name(file));
  }

  @Override
  public void delete(List<Location> files) {
    deletions.all(files.stream().map(this::name).toList());
  }

  @Override
  public void deleteFolder(Location folder) {
    ObjectName name = name(folder);
    // Folder markers by depth. The deepest are deleted first, because some stores delete only empty
    // folders.
    TreeMap<Long, List<ObjectName>> folders = new TreeMap<>();
    Optional<String> next = Optional.empty();
    do {
      Page<Info> page = listing.deep(name, next, client.pageSize());
      List<ObjectName> files = new ArrayList<>();
      for (Info object : page.found()) {
        long depth = object.key().chars().filter(c -> c == '/').count();
        (object.folder() ? folders.computeIfAbsent(depth, d -> new ArrayList<>()) : files)
            .add(name.withKey(object.key()));
      }
      deletions.all(files);
      next = page.next();
    } while (next.isPresent());
    folders.descendingMap().values().forEach(deletions::all);
    if (listing.hasFolderObjects() && find(folder).filter(Entry::folder).isPresent()) {
      deletions.one(name);
    }
  }

  @Override
  public List<IncompleteUpload> incompleteUploads(Location folder) {
    ObjectName name = name(folder);
    String prefix = name.prefix();
    List<IncompleteUpload> found = new ArrayList<>();
    if (!client.keepsUploads()) {
      return found;
    }
    Optional<String> next = Optional.empty();
    do {
      Optional<String> token = next;
      Page<Upload> page;
      try {
        page = requests.send(LIST, name, () -> client.listUploads(name, token));
      } catch (ObjectFailure e) {
        if (e.kind() == ObjectFailure.Kind.UNSUPPORTED) {
          return found;
        }
        throw requests.failed("LIST uploads of", name.withKey(prefix), e);
      }
      for (Upload upload : page.found()) {
        // Some servers match the prefix against whole names.
        if (upload.key().startsWith(prefix) && upload.key().length() > prefix.length()) {
          found.add(
              IncompleteUpload.of(
                  folder.resolve(upload.key().substring(prefix.length())),
                  upload.id(),
                  upload.startTime()));
        }
      }
      next = page.next();
    } while (next.isPresent());
    return found;
  }

  @Override
  public void abortUpload(IncompleteUpload file) {
    ObjectName name = name(file.location());
    try {
      requests.run(DELETE, name, () -> client.abortUpload(name, file.id()));
    } catch (ObjectFailure e) {
      if (!Requests.isMissing(e)) {
        throw requests.failed(DELETE, name, e);
      }
    }
  }

  /** Copies an object if the store can do so with one request. */
  @Override
  public boolean tryCopy(Location from, Location to) {
    ObjectName source = name(from);
    ObjectName target = name(to);
    if (client.maxCopy() < 0 || listing.size(source).orElse(0) > client.maxCopy()) {
      return false;
    }
    Optional<ObjectFailure> refused =
        publication.tryPublish(
            COPY, target, Created.unseen(), true, created -> client.copy(source, created));
    if (refused.isEmpty()) {
      return true;
    }
    ObjectFailure failure = refused.get();
    switch (failure.kind()) {
      case UNSUPPORTED -> {
        return false;
      }
      case MISSING ->
          throw new NotFoundException(
              "file not found: " + source, source.toString(), requests.redactedCause(failure));
      default -> throw requests.failed(COPY, target, failure, true);
    }
  }

  @Override
  public void close() {
    transfers.close();
    client.close();
  }
}
