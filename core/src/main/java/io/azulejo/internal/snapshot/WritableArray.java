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
 * An array with its latest schema, for changes. A change uses the latest schema even if it has an
 * earlier timestamp. Immutable.
 *
 * @param files reads the array's small files. If the array was opened, the reader has decrypted the
 *     schema. A later failure to decrypt then means damage instead of a wrong key.
 * @param location the location of the array
 * @param schemaName the name of the schema's file
 * @param schema the latest schema
 */
public record WritableArray(
    StructureFiles files, Location location, String schemaName, StoredSchema schema) {

  /** Creates an array whose latest schema is already known. */
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

  /** Returns the array's encryption key, if it has one. */
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

  /**
   * Returns the array with the successor schema, which only extends enumerations. Returns empty if
   * there is no successor.
   */
  Optional<WritableArray> successor() {
    return FragmentName.successor(schemaName)
        .filter(next -> storage().find(location.resolve(ArrayPaths.schema(next))).isPresent())
        .map(next -> open(files, location, next));
  }

  /**
   * Returns the name of the latest schema, which is the name that sorts last. The schema in the
   * root folder is older than all others.
   */
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

  /**
   * Returns all schemas of the array by file name, oldest first. The latest schema is not read
   * again.
   */
  public Map<String, StoredSchema> schemas(ArrayDirectory directory, Tasks tasks) {
    return SchemaFolder.read(directory, files, Map.of(schemaName, schema), tasks);
  }

  /**
   * Reads an enumeration of the schema.
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
   * Returns the format version for new fragments, conditions and metadata. This is the schema's
   * version, or the default version if the schema's version is too old to be written.
   */
  public FormatVersion writeVersion() {
    return schema.version().writable() ? schema.version() : FormatVersion.DEFAULT;
  }

  /**
   * Returns the format version for new data, after checking that it supports an operation.
   *
   * @param capable whether the version supports the operation
   * @param what the operation, for example {@code "delete cells by a condition"}
   * @throws UnsupportedFormatException if the version does not support the operation
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
