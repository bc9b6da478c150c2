package io.azulejo.storage.objects;

import io.azulejo.error.InvalidRequestException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The requests of one kind of object store, on which {@link ObjectStorage} implements the contract
 * of {@link io.azulejo.storage.Storage}.
 *
 * <p>A client sends each request once. The storage repeats requests, because it must know the
 * outcome of each attempt. A method throws {@link ObjectFailure}, or an exception that {@link
 * #failure} translates. Implementations must be thread-safe.
 *
 * <p>The default methods describe a store without optional abilities. Each names the benefit of
 * overriding it.
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
     * Returns the properties of an object.
     *
     * @param key its key in the container
     * @param size its size in bytes
     * @param modified last modification time, in milliseconds since 1970; empty if the store keeps
     *     no times
     * @param folder whether it only marks a folder and is not a file
     * @param version an entity tag that changes with the bytes; empty if unknown
     * @param metadata the metadata that it was created with
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
     * Returns the properties of an object in a listing, without entity tag and metadata. An object
     * whose key ends with a slash marks a folder.
     */
    public static Info listed(String key, long size, OptionalLong modified) {
      return of(key, size, modified, key.endsWith("/"), "", Map.of());
    }

    /** Returns its key in the container. */
    public String key() {
      return key;
    }

    /** Returns its size in bytes. */
    public long size() {
      return size;
    }

    /**
     * Returns the last modification time, in milliseconds since 1970; empty if the store keeps no
     * times.
     */
    public OptionalLong modified() {
      return modified;
    }

    /** Returns whether it only marks a folder and is not a file. */
    public boolean folder() {
      return folder;
    }

    /** Returns an entity tag that changes with the bytes; empty if unknown or if it was listed. */
    public String version() {
      return version;
    }

    /** Returns the metadata that it was created with; empty if it was listed. */
    public Map<String, String> metadata() {
      return metadata;
    }
  }

  /**
   * A page of a listing.
   *
   * @param found the listed entries
   * @param folders key prefixes of the folders in this folder, each with a trailing slash; empty
   *     for deep listings
   * @param next the token of the next page; empty on the last page
   */
  record Page<T>(List<T> found, List<String> folders, Optional<String> next) {}

  /** A requested page of a listing. Immutable. */
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
     * Returns whether to list all objects below the folder; otherwise only its direct children,
     * both objects and folders.
     */
    public boolean deep() {
      return deep;
    }

    /** Returns the token of the page; empty for the first page. */
    public Optional<String> next() {
      return next;
    }

    /**
     * Returns a key; if not empty, only keys after it in UTF-8 byte order are needed. A store that
     * can list from a key prefers it to {@link #next}.
     */
    public String after() {
      return after;
    }

    /** Returns the maximum number of entries on the page. */
    public int limit() {
      return limit;
    }
  }

  /** An object to be created. Immutable. */
  final class Target {
    private final ObjectName name;
    private final Map<String, String> metadata;
    private final boolean conditional;

    private Target(ObjectName name, Map<String, String> metadata, boolean conditional) {
      this.name = Objects.requireNonNull(name, "name");
      this.metadata = Objects.requireNonNull(metadata, "metadata");
      this.conditional = conditional;
    }

    /**
     * Returns an object to be created. Parameters are the results of the methods with their names.
     */
    public static Target of(ObjectName name, Map<String, String> metadata, boolean conditional) {
      return new Target(name, metadata, conditional);
    }

    /** Returns its name. */
    public ObjectName name() {
      return name;
    }

    /** Returns the metadata that the store keeps with the object. */
    public Map<String, String> metadata() {
      return metadata;
    }

    /**
     * Returns whether the store must refuse the request with {@link ObjectFailure.Kind#TAKEN} if
     * the name is taken.
     */
    public boolean conditional() {
      return conditional;
    }
  }

  /**
   * A multipart upload that is neither completed nor aborted.
   *
   * @param key the intended key of the object
   * @param id the id of the upload
   * @param startTime start time, in milliseconds since 1970; empty if unknown
   */
  record Upload(String key, String id, OptionalLong startTime) {}

  /** Returns the name of the store, such as {@code s3}, which is part of its threads' names. */
  String name();

  /**
   * Checks a name before a request for it is sent.
   *
   * @throws InvalidRequestException if the store cannot have such an object
   */
  default void check(ObjectName name) {}

  /** Returns the properties of an object. */
  Info head(ObjectName name);

  /**
   * Reads a range of an object. The answer may be shorter if the object is; it may be {@link
   * ObjectBody#afterEnd} if the object ends before the range.
   *
   * @param first position of the first byte
   * @param length number of bytes, at least 1
   */
  ObjectBody get(ObjectName name, long first, long length);

  /**
   * Returns whether the store reads ranges from the end of an object, with {@link #getEnd}.
   * Otherwise the storage remembers the sizes in listings to compute ranges.
   */
  default boolean readsFromEnd() {
    return false;
  }

  /**
   * Reads the last bytes of an object, or all of it if it is shorter. Called if {@link
   * #readsFromEnd}.
   *
   * @param length number of bytes, at least 1
   */
  default ObjectBody getEnd(ObjectName name, int length) {
    throw new UnsupportedOperationException("ranges from the end are not supported");
  }

  /** Lists a page. */
  Page<Info> list(ListRequest request);

  /** Returns the maximum number of entries on a page of the store. */
  default int pageSize() {
    return 1000;
  }

  /**
   * Creates an object atomically.
   *
   * @param bytes an array that must not be changed
   * @param length number of bytes of the object, from the start of the array
   */
  void put(Target target, byte[] bytes, int length);

  /**
   * Returns whether the store can refuse names that are taken. If not, the storage checks the name
   * before it creates an object, and several concurrent callers may succeed.
   */
  default boolean createsConditionally() {
    return true;
  }

  /** Returns the same as {@link #createsConditionally}, for {@link #completeUpload}. */
  default boolean completesConditionally() {
    return true;
  }

  /**
   * Returns whether uploads are begun and aborted by requests. If not, parts are identified by the
   * object's name and an id chosen by the storage, and the store drops unused parts.
   */
  default boolean keepsUploads() {
    return false;
  }

  /** Begins a multipart upload and returns its id. Called if {@link #keepsUploads}. */
  default String beginUpload(Target target) {
    throw new UnsupportedOperationException("multipart uploads are not supported");
  }

  /**
   * Uploads a part; all parts but the last have the same size.
   *
   * @param upload the id of the upload
   * @param number the number of the part, from 1
   * @return the description of the part for {@link #completeUpload}
   */
  String uploadPart(ObjectName name, String upload, int number, byte[] bytes, int length);

  /** Creates an object from uploaded parts, which are in order. */
  void completeUpload(Target target, String upload, List<String> parts);

  /** Aborts an upload and deletes its parts. Called if {@link #keepsUploads}. */
  default void abortUpload(ObjectName name, String upload) {
    throw new UnsupportedOperationException("multipart uploads are not supported");
  }

  /**
   * Lists the incomplete uploads in a folder. Called if {@link #keepsUploads}.
   *
   * @param next the token of the page; empty for the first page
   */
  default Page<Upload> listUploads(ObjectName folder, Optional<String> next) {
    throw new UnsupportedOperationException("multipart uploads are not supported");
  }

  /**
   * Returns the maximum size in bytes of an object that {@link #copy} accepts; negative if the
   * store cannot copy.
   */
  default long maxCopy() {
    return -1;
  }

  /**
   * Copies an object within the store. Throws {@link ObjectFailure.Kind#UNSUPPORTED} if the store
   * cannot copy this object; its bytes are then read and written instead.
   */
  default void copy(ObjectName source, Target target) {
    throw new ObjectFailure(ObjectFailure.Kind.UNSUPPORTED, "the store cannot copy objects");
  }

  /** Deletes an object. A missing object may fail with {@link ObjectFailure.Kind#MISSING}. */
  void delete(ObjectName name);

  /** Returns the maximum number of objects per {@link #deleteAll}; 1 for single deletions. */
  default int maxDeletes() {
    return 1;
  }

  /**
   * Deletes several objects of one container with one request.
   *
   * @return the failures of objects that were not deleted; missing objects do not count as failures
   */
  default Map<ObjectName, ObjectFailure> deleteAll(List<ObjectName> names) {
    throw new UnsupportedOperationException("deleting several objects at once is not supported");
  }

  /**
   * Classifies an exception thrown by a method of this client. Called by the thread that received
   * the exception, before it calls the client again.
   *
   * @param kind the kind of the request
   * @param name the object, the folder of a listing, or one of several objects
   * @return the failure; empty if the exception does not come from the store and should reach the
   *     caller unchanged
   */
  default Optional<ObjectFailure> failure(
      RequestCounts.Kind kind, ObjectName name, RuntimeException thrown) {
    return Optional.empty();
  }

  /** Returns the metadata name for the token by which the creator of an object recognizes it. */
  default String tokenName() {
    return "azulejo_token";
  }

  /** Masks all secrets in a text, which may be the message of any exception. */
  default String withoutSecrets(String text) {
    return text;
  }

  /** Returns the current time by the store's clock, in milliseconds since 1970. */
  default long now() {
    return System.currentTimeMillis();
  }

  /** Releases connections and threads. Later requests fail with InvalidRequestException. */
  @Override
  default void close() {}
}
