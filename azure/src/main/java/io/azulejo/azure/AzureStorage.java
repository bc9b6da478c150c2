package io.azulejo.azure;

import com.azure.core.util.BinaryData;
import com.azure.core.util.Context;
import com.azure.storage.blob.models.BlobItem;
import com.azure.storage.blob.models.BlobProperties;
import com.azure.storage.blob.models.DeleteSnapshotsOptionType;
import com.azure.storage.blob.options.BlobCopyFromUrlOptions;
import com.azure.storage.blob.options.BlockBlobSimpleUploadOptions;
import io.azulejo.error.NotFoundException;
import io.azulejo.internal.runtime.Transfers;
import io.azulejo.internal.storage.UploadMemory;
import io.azulejo.storage.FileTree;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.OutputFile;
import io.azulejo.storage.Storage;
import io.azulejo.storage.StorageTraits;
import io.azulejo.storage.StoreMemory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Blobs of Azure. What {@link Storage} promises is made of single requests: a blob appears whole by
 * one, and a name that is taken is refused by a condition of that request ({@link Publication}).
 * Folders are beginnings of names; blobs that stand for folders, as accounts with hierarchical
 * namespaces have them, are folders and no files.
 */
final class AzureStorage implements Storage, AutoCloseable {
  /** As far as a copy goes by one request. */
  private static final long MAX_COPY = 256 << 20;

  private final AzureOptions options;
  private final RequestCounts counts = new RequestCounts();
  private final AzureConnection connection;
  private final AzureFailures failures;
  private final Requests requests;
  private final Publication publication;
  private final Listing listing;
  private final Transfers transfers;
  private final UploadMemory uploadMemory;
  private final StorageTraits traits;

  /** Whether a blob was seen that stands for a folder: then folders have to be deleted, too. */
  private volatile boolean hasFolderBlobs;

  /** A store that takes the memory for blocks in the background from that of an engine. */
  AzureStorage(AzureOptions options, StoreMemory memory) {
    this.options = options;
    connection = new AzureConnection(options, counts);
    failures = new AzureFailures(options, connection);
    requests = new Requests(options);
    publication = new Publication(connection, requests, failures);
    listing = new Listing(connection, requests, failures);
    transfers = new Transfers("azure", options.parallel);
    uploadMemory = new UploadMemory(options.uploadMemory, memory);
    traits = StorageTraits.OBJECTS.withMaxRequests(options.parallel);
  }

  @Override
  public StorageTraits traits() {
    return traits;
  }

  /** Asks nothing: what is not there is noticed by the first read. */
  @Override
  public InputFile open(Location file) {
    return new AzureInputFile(this, file, traits.maxRange());
  }

  @Override
  public OutputFile create(Location file) {
    return new AzureOutputFile(this, file, options.blockSize);
  }

  @Override
  public void commit(List<OutputFile> files) {
    for (OutputFile file : files) {
      if (file instanceof AzureOutputFile own) {
        own.requireOpen();
      }
    }
    transfers.all(files.stream().<Runnable>map(file -> file::commit).toList());
  }

  @Override
  public void createExclusive(Location file, byte[] content) {
    put(BlobName.of(file), Publication.newToken(), content, content.length);
  }

  /** Creates a blob of the first bytes of an array by one request. */
  void put(BlobName name, Map<String, String> metadata, byte[] content, int length) {
    publication.publish(
        "PUT",
        name,
        metadata,
        () ->
            connection
                .blob(name)
                .getBlockBlobClient()
                .uploadWithResponse(
                    new BlockBlobSimpleUploadOptions(body(content, length))
                        .setMetadata(metadata)
                        .setRequestConditions(Publication.absent()),
                    null,
                    Context.NONE));
  }

  /** The first bytes of an array, which is not copied. */
  static BinaryData body(byte[] bytes, int length) {
    return BinaryData.fromByteBuffer(ByteBuffer.wrap(bytes, 0, length));
  }

  @Override
  public List<Entry> list(Location folder) {
    BlobName name = BlobName.of(folder);
    int prefix = name.inside().length();
    List<Entry> files = new ArrayList<>();
    Map<String, Entry> folders = new TreeMap<>();
    String next = null;
    do {
      Listing.Page page = page(name, false, next, Listing.PAGE);
      for (BlobItem item : page.files()) {
        files.add(
            new Entry(
                item.getName().substring(prefix), false, item.getProperties().getContentLength()));
      }
      page.folders().forEach(inner -> addFolder(folders, inner.substring(prefix)));
      page.markers().forEach(inner -> addFolder(folders, inner.substring(prefix)));
      next = page.next();
    } while (next != null);
    files.addAll(folders.values());
    files.sort(Comparator.comparing(Entry::name).thenComparing(Entry::folder));
    return files;
  }

  private static void addFolder(Map<String, Entry> folders, String path) {
    String name = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    if (!name.isEmpty()) {
      folders.put(name, new Entry(name, true, 0));
    }
  }

  @Override
  public List<String> names(Location folder) {
    return list(folder).stream().map(Entry::name).distinct().toList();
  }

  @Override
  public Optional<FileTree> tree(Location folder, String after) {
    return Optional.of(listing.tree(BlobName.of(folder), after));
  }

  private Listing.Page page(BlobName folder, boolean deep, @Nullable String marker, int count) {
    Listing.Page page = listing.page(folder, deep, marker, count);
    hasFolderBlobs |= !page.markers().isEmpty();
    return page;
  }

  @Override
  public Optional<Entry> find(Location fileOrFolder) {
    Optional<BlobProperties> there = properties(fileOrFolder);
    if (there.isPresent()) {
      boolean folder = Listing.isFolder(there.get().getMetadata());
      return Optional.of(
          new Entry(fileOrFolder.name(), folder, folder ? 0 : there.get().getBlobSize()));
    }
    Listing.Page page = page(BlobName.of(fileOrFolder), true, null, 1);
    return page.files().isEmpty() && page.markers().isEmpty()
        ? Optional.empty()
        : Optional.of(new Entry(fileOrFolder.name(), true, 0));
  }

  @Override
  public Optional<Entry> findFile(Location file) {
    return file(file).map(found -> new Entry(file.name(), false, found.getBlobSize()));
  }

  @Override
  public OptionalLong modified(Location file) {
    Optional<BlobProperties> found = file(file);
    return found.isEmpty() || found.get().getLastModified() == null
        ? OptionalLong.empty()
        : OptionalLong.of(found.get().getLastModified().toInstant().toEpochMilli());
  }

  private Optional<BlobProperties> file(Location file) {
    return properties(file).filter(found -> !Listing.isFolder(found.getMetadata()));
  }

  /** What the store says of a blob; nothing where there is none. */
  private Optional<BlobProperties> properties(Location file) {
    BlobName name = BlobName.of(file);
    if (name.key().isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(requests.send(name, () -> connection.blob(name).getProperties()));
    } catch (RuntimeException e) {
      if (AzureFailures.isMissingBlob(e)) {
        return Optional.empty();
      }
      throw failures.failed("HEAD", name, e);
    }
  }

  /** By the clock of the store, as its last answer showed it. */
  @Override
  public long now() {
    return System.currentTimeMillis() + connection.clockOffset();
  }

  @Override
  public void delete(Location file) {
    delete(BlobName.of(file));
  }

  private void delete(BlobName name) {
    if (name.key().isEmpty()) {
      return;
    }
    try {
      requests.send(
          name,
          () ->
              connection
                  .blob(name)
                  .deleteWithResponse(DeleteSnapshotsOptionType.INCLUDE, null, null, Context.NONE));
    } catch (RuntimeException e) {
      if (!AzureFailures.isMissingBlob(e)) {
        throw failures.failed("DELETE", name, e);
      }
    }
  }

  @Override
  public void delete(List<Location> files) {
    deleteAll(files.stream().map(BlobName::of).toList());
  }

  private void deleteAll(List<BlobName> names) {
    transfers.all(names.stream().<Runnable>map(name -> () -> delete(name)).toList());
  }

  @Override
  public void deleteFolder(Location folder) {
    BlobName name = BlobName.of(folder);
    List<String> markers = new ArrayList<>();
    String next = null;
    do {
      Listing.Page page = page(name, true, next, Listing.PAGE);
      deleteAll(page.files().stream().map(item -> name.withKey(item.getName())).toList());
      markers.addAll(page.markers());
      next = page.next();
    } while (next != null);
    // Inner folders before outer ones, as only empty ones can be deleted.
    markers.sort(Comparator.reverseOrder());
    markers.forEach(marker -> delete(name.withKey(marker)));
    if (hasFolderBlobs && find(folder).filter(Entry::folder).isPresent()) {
      delete(name);
    }
  }

  /** Copies files of up to 256 MiB, which is as far as one request goes. */
  @Override
  public boolean tryCopy(Location from, Location to) {
    BlobName source = BlobName.of(from);
    BlobName target = BlobName.of(to);
    if (listing.size(source).orElse(0) > MAX_COPY) {
      return false;
    }
    Map<String, String> metadata = Publication.newToken();
    try {
      publication.publish("COPY", target, metadata, () -> copy(source, target, metadata));
      return true;
    } catch (CannotCopy e) {
      return false;
    }
  }

  private void copy(BlobName source, BlobName target, Map<String, String> metadata) {
    BlobCopyFromUrlOptions copy =
        connection
            .copySource(source)
            .setMetadata(metadata)
            .setDestinationRequestConditions(Publication.absent());
    try {
      connection.blob(target).copyFromUrlWithResponse(copy, null, Context.NONE);
    } catch (RuntimeException e) {
      int status = AzureFailures.status(e);
      if (status == 404 && !AzureFailures.isMissingContainer(e)) {
        throw new NotFoundException(
            "there is no file " + source, source.toString(), failures.shown(e));
      }
      // Too large, or not to be read by the store itself: the bytes can still come here.
      if (status >= 400
          && status < 500
          && !AzureFailures.isTaken(e)
          && !AzureFailures.isWorthRepeating(e)) {
        throw new CannotCopy(e);
      }
      throw e;
    }
  }

  /** The store does not copy this blob by one request. */
  static final class CannotCopy extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CannotCopy(Throwable cause) {
      super(cause);
    }
  }

  @Override
  public void close() {
    transfers.close();
    connection.close();
  }

  AzureConnection connection() {
    return connection;
  }

  AzureFailures failures() {
    return failures;
  }

  Requests requests() {
    return requests;
  }

  Publication publication() {
    return publication;
  }

  Listing listing() {
    return listing;
  }

  Transfers transfers() {
    return transfers;
  }

  /** For blocks in the background, of all files together. */
  UploadMemory uploadMemory() {
    return uploadMemory;
  }

  /** What was sent so far. */
  RequestCounts counts() {
    return counts;
  }
}
