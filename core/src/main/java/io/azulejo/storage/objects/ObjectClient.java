package io.azulejo.storage.objects;

import io.azulejo.error.InvalidRequestException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Sends the requests of one kind of object store. {@link ObjectStorage} implements the contract of
 * {@link io.azulejo.storage.Storage} with these requests.
 *
 * <p>A client sends each request only once. The storage repeats requests, because it must know the
 * outcome of each attempt. Methods throw {@link ObjectFailure}, or any exception that {@link
 * #failure} translates. Implementations must be thread-safe.
 *
 * <p>The default methods describe a store without optional features. Override a method to tell the
 * storage that the store supports the feature.
 */
public interface ObjectClient extends AutoCloseable {
  /** The properties of an object. Immutable. */
  final class Info {
    private final String key;
    private final long size;
    private final OptionalLong modified;
    private final boolean folder;
    private final String version;
    private final Map<String, String> metadata;

    private Info(
        String key,
        long size,
        OptionalLong modified,
        boolean folder,
        String version,
        Map<String, String> metadata) {
      this.key = Objects.requireNonNull(key, "key");
      this.size = size;
      this.modified = Objects.requireNonNull(modified, "modified");
      this.folder = folder;
      this.version = Objects.requireNonNull(version, "version");
      this.metadata = Objects.requireNonNull(metadata, "metadata");
    }

    /**
     * Creates the properties of an object.
     *
     * @param key key in the container
     * @param size size in bytes
     * @param modified time of the last write in milliseconds since 1970; empty if the store keeps
     *     no times
     * @param folder whether the object only marks a folder and is not a file
     * @param version an entity tag that changes with the bytes; empty if unknown
     * @param metadata the metadata with which the object was created
     */
    public static Info of(
        String key,
        long size,
        OptionalLong modified,
        boolean folder,
        String version,
        Map<String, String> metadata) {
      return new Info(key, size, modified, folder, version, metadata);
    }

    /**
     * Creates the properties of an object in a listing, without entity tag and metadata. An object
     * whose key ends with a slash marks a folder.
     *
     * @param key key in the container
     * @param size size in bytes
     * @param modified time of the last write in milliseconds since 1970; empty if the store keeps
     *     no times
     */
    public static Info listed(String key, long size, OptionalLong modified) {
      return of(key, size, modified, key.endsWith("/"), "", Map.of());
    }

    /** Returns the object's key in the container. */
    public String key() {
      return key;
    }

    /** Returns the object's size in bytes. */
    public long size() {
      return size;
    }

    /**
     * Returns the time of the last write in milliseconds since 1970, or empty if the store keeps no
     * times.
     */
    public OptionalLong modified() {
      return modified;
    }

    /** Returns whether the object only marks a folder and is not a file. */
    public boolean folder() {
      return folder;
    }

    /**
     * Returns an entity tag that changes with the bytes. Empty if unknown or if the object was
     * listed.
     */
    public String version() {
      return version;
    }

    /** Returns the metadata with which the object was created. Empty if the object was listed. */
    public Map<String, String> metadata() {
      return metadata;
    }
  }

  /**
   * A page of a listing.
   *
   * @param <T> type of the entries
   * @param found the listed entries
   * @param folders key prefixes of the direct subfolders, each with a trailing slash; empty in deep
   *     listings
   * @param next token of the next page; empty on the last page
   */
  record Page<T>(List<T> found, List<String> folders, Optional<String> next) {}

  /** A request for one page of a listing. Immutable. */
  final class ListRequest {
    private final ObjectName folder;
    private final boolean deep;
    private final Optional<String> next;
    private final String after;
    private final int limit;

    ListRequest(ObjectName folder, boolean deep, Optional<String> next, String after, int limit) {
      this.folder = folder;
      this.deep = deep;
      this.next = next;
      this.after = after;
      this.limit = limit;
    }

    /** Returns the folder to list. */
    public ObjectName folder() {
      return folder;
    }

    /**
     * Returns true to list all objects below the folder, or false to list only its direct children,
     * which are objects and folders.
     */
    public boolean deep() {
      return deep;
    }

    /** Returns the token of the requested page; empty for the first page. */
    public Optional<String> next() {
      return next;
    }

    /**
     * Returns a key after which the listing starts, in UTF-8 byte order; empty to start with the
     * first key. A store that can start at a key should use it instead of {@link #next}. Other
     * stores may return earlier keys, too.
     */
    public String after() {
      return after;
    }

    /** Returns the maximum number of entries on the page. */
    public int limit() {
      return limit;
    }
  }

  /** An object that is about to be created. Immutable. */
  final class Target {
    private final ObjectName name;
    private final Map<String, String> metadata;
    private final boolean conditional;

    private Target(ObjectName name, Map<String, String> metadata, boolean conditional) {
      this.name = Objects.requireNonNull(name, "name");
      this.metadata = Objects.requireNonNull(metadata, "metadata");
      this.conditional = conditional;
    }

    /** Creates a target. Each parameter corresponds to the accessor of the same name. */
    public static Target of(ObjectName name, Map<String, String> metadata, boolean conditional) {
      return new Target(name, metadata, conditional);
    }

    /** Returns the name of the object. */
    public ObjectName name() {
      return name;
    }

    /** Returns the metadata that the store must keep with the object. */
    public Map<String, String> metadata() {
      return metadata;
    }

    /**
     * Returns whether the store must reject the request with {@link ObjectFailure.Kind#TAKEN} if
     * the name is taken.
     */
    public boolean conditional() {
      return conditional;
    }
  }

  /**
   * A multipart upload that is neither completed nor aborted.
   *
   * @param key the future key of the object
   * @param id id of the upload
   * @param startTime start time in milliseconds since 1970; empty if unknown
   */
  record Upload(String key, String id, OptionalLong startTime) {}

  /** Returns the name of the store, such as {@code s3}. It becomes part of thread names. */
  String name();

  /**
   * Validates a name before a request for it is sent.
   *
   * @throws InvalidRequestException if the store cannot contain an object with this name
   */
  default void check(ObjectName name) {}

  /** Requests the properties of an object. */
  Info head(ObjectName name);

  /**
   * Requests a range of an object. The response is shorter if the object ends within the range. It
   * may be {@link ObjectBody#afterEnd} if the object ends before the range.
   *
   * @param first position in the object of the first byte
   * @param length number of bytes, at least 1
   */
  ObjectBody get(ObjectName name, long first, long length);

  /**
   * Returns whether the store supports ranges relative to the end of an object, which {@link
   * #getEnd} requests. If not, the storage remembers object sizes from listings to compute ranges.
   */
  default boolean readsFromEnd() {
    return false;
  }

  /**
   * Requests the last bytes of an object, or the whole object if it is shorter. Called only if
   * {@link #readsFromEnd} returns true.
   *
   * @param length number of bytes, at least 1
   */
  default ObjectBody getEnd(ObjectName name, int length) {
    throw new UnsupportedOperationException("ranges from the end are not supported");
  }

  /** Requests one page of a listing. */
  Page<Info> list(ListRequest request);

  /** Returns the maximum number of entries that the store returns per page. */
  default int pageSize() {
    return 1000;
  }

  /**
   * Creates an object atomically.
   *
   * @param bytes array that begins with the object's content; must not be changed
   * @param length size of the object in bytes
   */
  void put(Target target, byte[] bytes, int length);

  /**
   * Returns whether the store can reject {@link #put} requests if the name is taken. If not, the
   * storage checks the name before it creates an object, and several concurrent callers may
   * succeed.
   */
  default boolean createsConditionally() {
    return true;
  }

  /** Returns whether the store can reject {@link #completeUpload} requests if the name is taken. */
  default boolean completesConditionally() {
    return true;
  }

  /**
   * Returns whether the store has requests to begin and abort uploads. If not, the storage chooses
   * an upload id, parts are identified by the object's name and this id, and the store drops unused
   * parts.
   */
  default boolean keepsUploads() {
    return false;
  }

  /**
   * Begins a multipart upload and returns its id. Called only if {@link #keepsUploads} returns
   * true.
   */
  default String beginUpload(Target target) {
    throw new UnsupportedOperationException("multipart uploads are not supported");
  }

  /**
   * Uploads a part. All parts but the last have the same size.
   *
   * @param upload id of the upload
   * @param number number of the part, from 1
   * @param bytes array that begins with the part; must not be changed
   * @param length size of the part in bytes
   * @return a description of the part, which is passed to {@link #completeUpload}
   */
  String uploadPart(ObjectName name, String upload, int number, byte[] bytes, int length);

  /**
   * Creates an object from uploaded parts.
   *
   * @param upload id of the upload
   * @param parts the results of {@link #uploadPart}, in part order
   */
  void completeUpload(Target target, String upload, List<String> parts);

  /** Aborts an upload and deletes its parts. Called only if {@link #keepsUploads} returns true. */
  default void abortUpload(ObjectName name, String upload) {
    throw new UnsupportedOperationException("multipart uploads are not supported");
  }

  /**
   * Requests one page of the incomplete uploads in a folder. Called only if {@link #keepsUploads}
   * returns true.
   *
   * @param next token of the requested page; empty for the first page
   */
  default Page<Upload> listUploads(ObjectName folder, Optional<String> next) {
    throw new UnsupportedOperationException("multipart uploads are not supported");
  }

  /**
   * Returns the maximum size in bytes of an object that {@link #copy} accepts, or a negative number
   * if the store cannot copy objects.
   */
  default long maxCopy() {
    return -1;
  }

  /**
   * Copies an object within the store. If this throws {@link ObjectFailure.Kind#UNSUPPORTED}, the
   * store cannot copy this object, and the bytes are read and written instead.
   */
  default void copy(ObjectName source, Target target) {
    throw new ObjectFailure(ObjectFailure.Kind.UNSUPPORTED, "the store cannot copy objects");
  }

  /** Deletes an object. If it does not exist, may fail with {@link ObjectFailure.Kind#MISSING}. */
  void delete(ObjectName name);

  /**
   * Returns the maximum number of objects per {@link #deleteAll}, or 1 if the store supports only
   * single deletions.
   */
  default int maxDeletes() {
    return 1;
  }

  /**
   * Deletes several objects of one container with one request.
   *
   * @return the failures by object; objects that do not exist are not failures
   */
  default Map<ObjectName, ObjectFailure> deleteAll(List<ObjectName> names) {
    throw new UnsupportedOperationException("deleting several objects at once is not supported");
  }

  /**
   * Classifies an exception that a method of this client threw. Called by the thread that received
   * the exception, before it calls the client again.
   *
   * @param kind the kind of the request
   * @param name the object, the folder of a listing, or one of several objects
   * @param thrown the exception
   * @return the failure, or empty if the exception does not come from the store and must reach the
   *     caller unchanged
   */
  default Optional<ObjectFailure> failure(
      RequestCounts.Kind kind, ObjectName name, RuntimeException thrown) {
    return Optional.empty();
  }

  /** Returns the metadata name of the token by which the creator of an object recognizes it. */
  default String tokenName() {
    return "azulejo_token";
  }

  /** Masks all secrets in a text. The text may be the message of any exception. */
  default String withoutSecrets(String text) {
    return text;
  }

  /** Returns the current time by the store's clock, in milliseconds since 1970. */
  default long now() {
    return System.currentTimeMillis();
  }

  /** Releases connections and threads. Later requests fail with {@link InvalidRequestException}. */
  @Override
  default void close() {}
}
