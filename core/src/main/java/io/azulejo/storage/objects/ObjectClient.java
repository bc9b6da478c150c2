package io.azulejo.storage.objects;

import io.azulejo.error.InvalidRequestException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The requests of one kind of object store, from which {@link ObjectStorage} builds everything that
 * {@link io.azulejo.storage.Storage} promises.
 *
 * <p>A client sends each request once: the storage repeats requests, as it has to know the outcome
 * of each attempt. A method throws {@link ObjectFailure}, or an exception that {@link #failure}
 * translates. Many threads call a client at the same time.
 *
 * <p>Methods with default bodies describe an object store without special abilities. Each says what
 * is gained by overriding it.
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
     * @param modified when it was written, in milliseconds since 1970; empty if the store keeps no
     *     times
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
     * Returns the facts about an object that listings have: no entity tag, no metadata. An object
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
     * Returns when it was written, in milliseconds since 1970; empty if the store keeps no times.
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
   * @param found what it lists
   * @param folders prefixes of keys, each with a slash at its end, that stand for the folders of
   *     this folder; empty for deep listings
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
     * Returns whether to list all objects below the folder; else those directly in it, and its
     * folders.
     */
    public boolean deep() {
      return deep;
    }

    /** Returns the token of the page; empty for the first page. */
    public Optional<String> next() {
      return next;
    }

    /**
     * Returns a key. If it is not empty, only keys after it in the order of their UTF-8 bytes need
     * to come. A store that can list from a key on prefers it to {@link #next}.
     */
    public String after() {
      return after;
    }

    /** Returns the largest number of entries of the page. */
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
     * Returns an object to be created. The parameters are those that the methods of the same names
     * return.
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
     * Returns whether the store has to refuse the request if the name is taken, with {@link
     * ObjectFailure.Kind#TAKEN}.
     */
    public boolean conditional() {
      return conditional;
    }
  }

  /**
   * An upload in parts that is neither completed nor aborted.
   *
   * @param key the key that the object was to get
   * @param id the id of the upload
   * @param begun when it was begun, in milliseconds since 1970; empty if unknown
   */
  record Upload(String key, String id, OptionalLong begun) {}

  /** The name of the store, such as {@code s3}: a part of the names of its threads. */
  String name();

  /**
   * Checks a name before a request is made for it.
   *
   * @throws InvalidRequestException if the store cannot have such an object
   */
  default void check(ObjectName name) {}

  /** Asks for the properties of an object. */
  Info head(ObjectName name);

  /**
   * Reads a range of an object. The answer may end early if the object does, and be {@link
   * ObjectBody#afterEnd} if the object ends before the range.
   *
   * @param first the position of the first byte
   * @param length the number of bytes, at least 1
   */
  ObjectBody get(ObjectName name, long first, long length);

  /**
   * Whether the store reads ranges from the end of an object, by {@link #getEnd}. Else the storage
   * remembers the sizes that listings show, and asks by those.
   */
  default boolean readsFromEnd() {
    return false;
  }

  /**
   * Reads the last bytes of an object, or all of it if it is shorter; called if {@link
   * #readsFromEnd}.
   *
   * @param length the number of bytes, at least 1
   */
  default ObjectBody getEnd(ObjectName name, int length) {
    throw new UnsupportedOperationException("no ranges from the end");
  }

  /** Lists a page. */
  Page<Info> list(ListRequest request);

  /** The largest number of entries that the store puts on a page. */
  default int pageSize() {
    return 1000;
  }

  /**
   * Creates an object, whole or not at all.
   *
   * @param bytes an array that must not be changed
   * @param length the number of bytes that count, from the beginning of the array
   */
  void put(Target target, byte[] bytes, int length);

  /**
   * Whether the store refuses names that are taken. If not, the storage asks before it creates an
   * object, so that of several callers more than one may win.
   */
  default boolean createsConditionally() {
    return true;
  }

  /** As {@link #createsConditionally}, for {@link #completeUpload}. */
  default boolean completesConditionally() {
    return true;
  }

  /**
   * Whether uploads are begun and aborted by requests. If not, parts are known by the name of the
   * object and an id that the storage makes up, and the store drops parts that are never used.
   */
  default boolean keepsUploads() {
    return false;
  }

  /** Begins an upload in parts and returns its id; called if {@link #keepsUploads}. */
  default String beginUpload(Target target) {
    throw new UnsupportedOperationException("uploads are not begun");
  }

  /**
   * Uploads a part; all parts but the last one have the same size.
   *
   * @param upload the id of the upload
   * @param number the number of the part, from 1
   * @return what {@link #completeUpload} needs to know of the part
   */
  String uploadPart(ObjectName name, String upload, int number, byte[] bytes, int length);

  /** Creates an object from uploaded parts, given in their order. */
  void completeUpload(Target target, String upload, List<String> parts);

  /** Aborts an upload and deletes its parts; called if {@link #keepsUploads}. */
  default void abortUpload(ObjectName name, String upload) {
    throw new UnsupportedOperationException("uploads are not aborted");
  }

  /**
   * Lists the uploads in a folder that are not complete; called if {@link #keepsUploads}.
   *
   * @param next the token of the page; empty for the first page
   */
  default Page<Upload> listUploads(ObjectName folder, Optional<String> next) {
    throw new UnsupportedOperationException("uploads are not listed");
  }

  /** The size in bytes of the largest object that {@link #copy} copies; negative if none. */
  default long maxCopy() {
    return -1;
  }

  /**
   * Copies an object within the store. Throws {@link ObjectFailure.Kind#UNSUPPORTED} if the store
   * cannot copy this one; then its bytes are read and written.
   */
  default void copy(ObjectName source, Target target) {
    throw new ObjectFailure(ObjectFailure.Kind.UNSUPPORTED, "the store does not copy");
  }

  /** Deletes an object. An object that does not exist may be {@link ObjectFailure.Kind#MISSING}. */
  void delete(ObjectName name);

  /**
   * The largest number of objects that one {@link #deleteAll} deletes; 1 if there is no such thing.
   */
  default int maxDeletes() {
    return 1;
  }

  /**
   * Deletes several objects of one container by one request.
   *
   * @return the failures of those that were not deleted; objects that did not exist are not
   *     failures
   */
  default Map<ObjectName, ObjectFailure> deleteAll(List<ObjectName> names) {
    throw new UnsupportedOperationException("objects are deleted one by one");
  }

  /**
   * Classifies an exception of a method of this client. Called by the thread that got the
   * exception, before it calls the client again.
   *
   * @param kind the kind of the request
   * @param name the object, the folder of a listing, or one of several objects
   * @return the failure; empty if the exception is not about the store: the caller then gets it as
   *     it is
   */
  default Optional<ObjectFailure> failure(
      RequestCounts.Kind kind, ObjectName name, RuntimeException thrown) {
    return Optional.empty();
  }

  /** The name under which objects keep the token by which their creator recognises them. */
  default String tokenName() {
    return "azulejo_token";
  }

  /** Replaces all secrets in a text, which may be a message of any exception. */
  default String withoutSecrets(String text) {
    return text;
  }

  /** The time now by the clock of the store, in milliseconds since 1970. */
  default long now() {
    return System.currentTimeMillis();
  }

  /** Releases connections and threads. What is asked later fails with InvalidRequestException. */
  @Override
  default void close() {}
}
