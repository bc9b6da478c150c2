package io.azulejo.internal.snapshot;

import io.azulejo.error.NotFoundException;
import io.azulejo.error.Suggestion;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.ArraySchemaFormat;
import io.azulejo.internal.format.FormatVersion;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.StoredSchema;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.fragment.StructureFiles;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.Enumeration;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An array as changes see it: with its latest schema, whatever the time of the change. Immutable.
 *
 * @param files reads its small files. If the array was opened, they have decrypted the schema, so
 *     later failures to decrypt mean damage rather than a wrong key.
 * @param schemaName the name of the schema's file
 */
public record WritableArray(
    StructureFiles files, Location location, String schemaName, StoredSchema schema) {

  /** Creates an array whose schema is already known. */
  public WritableArray(
      Storage storage,
      Location location,
      Optional<EncryptionKey> key,
      String schemaName,
      StoredSchema schema) {
    this(new StructureFiles(storage, key), location, schemaName, schema);
  }

  /** Returns the store of the array. */
  public Storage storage() {
    return files.storage();
  }

  /** Returns the key of the array, if it has one. */
  public Optional<EncryptionKey> key() {
    return files.key();
  }

  /**
   * Opens an array for a change.
   *
   * @throws NotFoundException if the array does not exist
   */
  public static WritableArray open(
      Storage storage, Location location, Optional<EncryptionKey> key) {
    return open(new StructureFiles(storage, key), location, latestSchema(storage, location));
  }

  private static WritableArray open(StructureFiles files, Location location, String name) {
    StoredSchema schema =
        files.generic(
            ArraySchemaFormat.STRUCTURE,
            location.resolve(ArrayPaths.schema(name)),
            ArraySchemaFormat::decode);
    return new WritableArray(files, location, name, schema);
  }

  /** Returns the array with the successor schema, which only extends enumerations, if it exists. */
  Optional<WritableArray> successor() {
    return FragmentName.successor(schemaName)
        .filter(next -> storage().find(location.resolve(ArrayPaths.schema(next))).isPresent())
        .map(next -> open(files, location, next));
  }

  /** Returns the schema whose name sorts last; the one in the root is older than all others. */
  private static String latestSchema(Storage storage, Location location) {
    List<Storage.Entry> entries = storage.list(location.resolve(ArrayPaths.SCHEMA_FOLDER));
    Optional<String> last =
        entries.stream()
            .filter(entry -> !entry.folder())
            .map(Storage.Entry::name)
            .reduce((a, b) -> a.compareTo(b) > 0 ? a : b);
    if (last.isPresent()) {
      return last.get();
    }
    if (storage.find(location.resolve(ArrayPaths.SCHEMA_FILE)).isEmpty()) {
      boolean group = ObjectKind.at(storage, location) == ObjectKind.GROUP;
      throw NotFoundException.ofObject(
          group
              ? "%s is a group, not an array; change it as a group, or change one of its members"
                  .formatted(location)
              : "no array found at %s; create it first".formatted(location),
          location.toString());
    }
    return ArrayPaths.SCHEMA_FILE;
  }

  /** Returns all schemas by the names of their files, in order; the last one is not read again. */
  public Map<String, StoredSchema> schemas(ArrayDirectory directory, Tasks tasks) {
    return Snapshot.schemas(directory, files, Map.of(schemaName, schema), tasks);
  }

  /**
   * Returns an enumeration.
   *
   * @throws NotFoundException if the schema has no enumeration with this name
   */
  Enumeration enumeration(String name) {
    String file = schema.schema().enumerationFiles().get(name);
    if (file == null) {
      throw new NotFoundException(
          "the schema has no enumeration \"%s\"; %s"
              .formatted(name, Suggestion.valid(schema.schema().enumerationFiles().keySet())),
          location.toString());
    }
    return files.enumeration(location, file);
  }

  /**
   * Returns the version for new fragments, conditions and metadata: the schema's version, or the
   * default if that version is too old to be written.
   */
  public FormatVersion writeVersion() {
    return schema.version().writable() ? schema.version() : FormatVersion.DEFAULT;
  }

  /**
   * Returns the version for new data, after checking that it supports an operation.
   *
   * @param capable whether the version supports the operation
   * @param what the operation, such as {@code "delete cells by a condition"}
   * @throws UnsupportedFormatException if it does not
   */
  public FormatVersion requireVersion(boolean capable, String what) {
    if (!capable) {
      throw new UnsupportedFormatException(
          "arrays of format version %s cannot %s; upgrade the array first (azulejo upgrade)"
              .formatted(writeVersion(), what),
          location.toString());
    }
    return writeVersion();
  }
}
