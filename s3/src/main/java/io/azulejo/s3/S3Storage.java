package io.azulejo.s3;

import io.azulejo.error.NotFoundException;
import io.azulejo.internal.runtime.Transfers;
import io.azulejo.internal.storage.UploadMemory;
import io.azulejo.s3.Publication.Created;
import io.azulejo.storage.FileTree;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.OutputFile;
import io.azulejo.storage.Storage;
import io.azulejo.storage.StorageTraits;
import io.azulejo.storage.StoreMemory;
import io.azulejo.storage.UnfinishedFile;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CommonPrefix;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.MetadataDirective;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * Objects of S3 and of servers that speak like it. What {@link Storage} promises is made of single
 * requests: an object appears whole by one, and a name that is taken is refused by a condition of
 * that request ({@link Publication}). Folders are beginnings of keys; empty objects whose keys end
 * in a slash, with which others mark folders, are passed over.
 */
final class S3Storage implements Storage, AutoCloseable {
  private static final Comparator<String> UTF8 =
      (a, b) ->
          Arrays.compareUnsigned(
              a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));

  private final S3Options options;
  private final Dialect dialect;
  private final RequestCounts counts = new RequestCounts();
  private final S3Failures failures;
  private final S3Connection connection;
  private final Publication publication;
  private final Deletions deletions;
  private final Uploads uploads;
  private final Transfers transfers;
  private final UploadMemory uploadMemory;
  private final StorageTraits traits;

  S3Storage(S3Options options, Dialect dialect) {
    this(options, dialect, StoreMemory.UNLIMITED);
  }

  /** A store that takes the memory for parts in the background from that of an engine. */
  S3Storage(S3Options options, Dialect dialect, StoreMemory memory) {
    this.options = options;
    this.dialect = dialect;
    failures = new S3Failures(dialect);
    connection = new S3Connection(options, dialect, counts);
    publication = new Publication(connection, options, failures);
    transfers = new Transfers("s3", options.parallel);
    deletions = new Deletions(connection, transfers, failures);
    uploads = new Uploads(connection, failures);
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
    return new S3InputFile(this, file, traits.maxRange());
  }

  @Override
  public OutputFile create(Location file) {
    return new S3OutputFile(this, file, options.partSize);
  }

  @Override
  public void commit(List<OutputFile> files) {
    for (OutputFile file : files) {
      if (file instanceof S3OutputFile own) {
        own.requireOpen();
      }
    }
    transfers.all(files.stream().<Runnable>map(file -> file::commit).toList());
  }

  @Override
  public void createExclusive(Location file, byte[] content) {
    put(ObjectName.of(file), Created.unseen(), content, content.length);
  }

  /** Creates an object of the first bytes of an array by one request. */
  void put(ObjectName name, Created created, byte[] content, int length) {
    publication.publish(
        "PUT",
        name,
        created.of(content, length),
        true,
        (client, conditional) ->
            client.putObject(
                r -> {
                  r.bucket(name.bucket())
                      .key(name.key())
                      .metadata(created.metadata())
                      .contentLength((long) length);
                  options.encryption.ifPresent(r::serverSideEncryption);
                  options.encryptionKey.ifPresent(r::ssekmsKeyId);
                  options.storageClass.ifPresent(r::storageClass);
                  options.acl.ifPresent(r::acl);
                  if (conditional) {
                    r.ifNoneMatch("*");
                  }
                },
                S3OutputFile.body(content, length)));
  }

  @Override
  public List<Entry> list(Location folder) {
    String prefix = ObjectName.of(folder).inside();
    List<Entry> entries = new ArrayList<>();
    String next = null;
    do {
      ListObjectsV2Response page = page(ObjectName.of(folder), "/", next, 1000);
      for (S3Object object : page.contents()) {
        String name = object.key().substring(prefix.length());
        if (!name.isEmpty()) {
          entries.add(new Entry(name, false, object.size()));
        }
      }
      for (CommonPrefix inner : page.commonPrefixes()) {
        String name = inner.prefix().substring(prefix.length(), inner.prefix().length() - 1);
        if (!name.isEmpty()) {
          entries.add(new Entry(name, true, 0));
        }
      }
      next = next(page);
    } while (next != null);
    entries.sort(Comparator.comparing(Entry::name).thenComparing(Entry::folder));
    return entries;
  }

  @Override
  public List<String> names(Location folder) {
    return list(folder).stream().map(Entry::name).distinct().toList();
  }

  @Override
  public Optional<FileTree> tree(Location folder, String after) {
    ObjectName name = ObjectName.of(folder);
    int prefix = name.inside().length();
    ListObjectsV2Response page =
        list(
            name,
            r -> {
              if (!after.isEmpty()) {
                r.startAfter(name.inside() + after);
              }
            });
    List<FileTree.File> files = new ArrayList<>();
    for (S3Object object : page.contents()) {
      if (!object.key().endsWith("/")) {
        files.add(
            new FileTree.File(
                object.key().substring(prefix),
                object.size(),
                object.lastModified() == null
                    ? OptionalLong.empty()
                    : OptionalLong.of(object.lastModified().toEpochMilli())));
      }
    }
    // Not all servers have an order of their own that is S3's.
    files.sort(Comparator.comparing(FileTree.File::path, UTF8));
    return Optional.of(new FileTree(files, next(page) == null));
  }

  private static @Nullable String next(ListObjectsV2Response page) {
    return Boolean.TRUE.equals(page.isTruncated()) ? page.nextContinuationToken() : null;
  }

  /** One page of what is in a folder. */
  private ListObjectsV2Response page(
      ObjectName folder, @Nullable String delimiter, @Nullable String token, int count) {
    return list(folder, r -> r.delimiter(delimiter).continuationToken(token).maxKeys(count));
  }

  private ListObjectsV2Response list(
      ObjectName folder, Consumer<ListObjectsV2Request.Builder> more) {
    ListObjectsV2Request.Builder request =
        ListObjectsV2Request.builder().bucket(folder.bucket()).prefix(folder.inside());
    more.accept(request);
    try {
      return client().listObjectsV2(request.build());
    } catch (SdkException e) {
      throw failures.failed("LIST", folder.withKey(folder.inside()), e);
    }
  }

  @Override
  public Optional<Entry> find(Location fileOrFolder) {
    Optional<Entry> file = findFile(fileOrFolder);
    if (file.isPresent()) {
      return file;
    }
    return page(ObjectName.of(fileOrFolder), null, null, 1).contents().isEmpty()
        ? Optional.empty()
        : Optional.of(new Entry(fileOrFolder.name(), true, 0));
  }

  @Override
  public Optional<Entry> findFile(Location file) {
    return head(file)
        .map(
            answer ->
                new Entry(
                    file.name(),
                    false,
                    S3Failures.length("HEAD", ObjectName.of(file), answer.contentLength())));
  }

  @Override
  public OptionalLong modified(Location file) {
    Optional<HeadObjectResponse> answer = head(file);
    return answer.isEmpty() || answer.get().lastModified() == null
        ? OptionalLong.empty()
        : OptionalLong.of(answer.get().lastModified().toEpochMilli());
  }

  /** What the store says of an object; nothing where there is none. */
  private Optional<HeadObjectResponse> head(Location file) {
    ObjectName name = ObjectName.of(file);
    if (name.key().isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(client().headObject(r -> r.bucket(name.bucket()).key(name.key())));
    } catch (SdkException e) {
      if (S3Failures.isMissingObject(e)) {
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
    deletions.one(ObjectName.of(file));
  }

  @Override
  public void delete(List<Location> files) {
    deletions.all(files.stream().map(ObjectName::of).toList());
  }

  @Override
  public void deleteFolder(Location folder) {
    ObjectName name = ObjectName.of(folder);
    String next = null;
    do {
      ListObjectsV2Response page = page(name, null, next, 1000);
      deletions.all(page.contents().stream().map(object -> name.withKey(object.key())).toList());
      next = next(page);
    } while (next != null);
  }

  @Override
  public List<UnfinishedFile> unfinished(Location folder) {
    return uploads.in(folder);
  }

  @Override
  public void giveUp(UnfinishedFile file) {
    uploads.end(file);
  }

  /** Copies objects of up to 5 GiB, which is as far as one request goes. */
  @Override
  public boolean tryCopy(Location from, Location to) {
    ObjectName source = ObjectName.of(from);
    ObjectName target = ObjectName.of(to);
    Created created = Created.unseen();
    try {
      publication.publish(
          "COPY",
          target,
          created,
          true,
          (client, conditional) -> copy(client, conditional, source, target, created.metadata()));
      return true;
    } catch (CannotCopy e) {
      return false;
    }
  }

  private void copy(
      S3Client client,
      boolean conditional,
      ObjectName source,
      ObjectName target,
      Map<String, String> metadata) {
    try {
      client.copyObject(
          r -> {
            r.sourceBucket(source.bucket())
                .sourceKey(source.key())
                .destinationBucket(target.bucket())
                .destinationKey(target.key())
                .metadataDirective(MetadataDirective.REPLACE)
                .metadata(metadata);
            options.encryption.ifPresent(r::serverSideEncryption);
            options.encryptionKey.ifPresent(r::ssekmsKeyId);
            options.storageClass.ifPresent(r::storageClass);
            options.acl.ifPresent(r::acl);
            if (conditional) {
              r.ifNoneMatch("*");
            }
          });
    } catch (S3Exception e) {
      if (S3Failures.isMissingObject(e) && !S3Failures.code(e).equals("NoSuchBucket")) {
        throw new NotFoundException("there is no file " + source, source.toString(), e);
      }
      String message = String.valueOf(e.getMessage());
      if (S3Failures.code(e).equals("NotImplemented")
          || message.contains("maximum allowable size for a copy")
          // Google, of objects that came in parts.
          || message.contains("not implemented")) {
        throw new CannotCopy(e);
      }
      throw e;
    }
  }

  /** The store does not copy this object by one request. */
  private static final class CannotCopy extends RuntimeException {
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

  S3Client client() {
    return connection.client();
  }

  S3Options options() {
    return options;
  }

  Dialect dialect() {
    return dialect;
  }

  S3Failures failures() {
    return failures;
  }

  Publication publication() {
    return publication;
  }

  Transfers transfers() {
    return transfers;
  }

  /** For parts in the background, of all files together. */
  UploadMemory uploadMemory() {
    return uploadMemory;
  }

  /** What was sent so far. */
  RequestCounts counts() {
    return counts;
  }
}
