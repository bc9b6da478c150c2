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
 * An array as a change sees it: its last schema, whatever the time of the change. Immutable.
 *
 * @param files reads its small files. If the array was opened, it has decrypted the schema, so that
 *     later failures to decrypt are damage rather than a wrong key.
 * @param location where it is
 * @param schemaName the name of the schema's file
 * @param schema the schema
 */
public record WritableArray(
    StructureFiles files, Location location, String schemaName, StoredSchema schema) {

  /** An array whose schema is known without reading it. */
  public WritableArray(
      Storage storage,
      Location location,
      Optional<EncryptionKey> key,
      String schemaName,
      StoredSchema schema) {
    this(new StructureFiles(storage, key), location, schemaName, schema);
  }

  /** The store that the array is in. */
  public Storage storage() {
    return files.storage();
  }

  /** The key of the array, if it has one. */
  public Optional<EncryptionKey> key() {
    return files.key();
  }

  /**
   * Opens an array for a change.
   *
   * @throws NotFoundException if there is no array
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

  /** The array with the schema that only adds values to enumerations of this one, if it exists. */
  Optional<WritableArray> successor() {
    return FragmentName.successor(schemaName)
        .filter(next -> storage().find(location.resolve(ArrayPaths.schema(next))).isPresent())
        .map(next -> open(files, location, next));
  }

  /** The last schema by the text of its name; the one in the root is older than all others. */
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
              ? "%s is a group, not an array: change it as a group, or one of its members"
                  .formatted(location)
              : "there is no array at %s: create it first".formatted(location),
          location.toString());
    }
    return ArrayPaths.SCHEMA_FILE;
  }

  /** All schemas by the names of their files, in their order; the last one is not read again. */
  public Map<String, StoredSchema> schemas(ArrayDirectory directory, Tasks tasks) {
    return Snapshot.schemas(directory, files, Map.of(schemaName, schema), tasks);
  }

  /**
   * The enumeration of that name.
   *
   * @throws NotFoundException if the schema has none of that name
   */
  Enumeration enumeration(String name) {
    String file = schema.schema().enumerationFiles().get(name);
    if (file == null) {
      throw new NotFoundException(
          "the schema has no enumeration \"%s\"; %s"
              .formatted(name, Suggestion.thereAre(schema.schema().enumerationFiles().keySet())),
          location.toString());
    }
    return files.enumeration(location, file);
  }

  /**
   * The version that fragments, conditions and metadata are written in: that of the schema, or the
   * default where the schema's is too old to be written.
   */
  public FormatVersion writeVersion() {
    return schema.version().writable() ? schema.version() : FormatVersion.DEFAULT;
  }

  /**
   * The version, which has to be one that can do something.
   *
   * @param capable whether it can
   * @param what it can do, such as {@code "delete cells by a condition"}
   */
  public FormatVersion requireVersion(boolean capable, String what) {
    if (!capable) {
      throw new UnsupportedFormatException(
          "arrays of format version %s cannot %s: upgrade the array first (azulejo upgrade)"
              .formatted(writeVersion(), what),
          location.toString());
    }
    return writeVersion();
  }
}
