package io.azulejo.internal.snapshot;

import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.ArraySchemaFormat;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.StoredSchema;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.fragment.StructureFiles;
import io.azulejo.storage.Location;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the schemas of an array. */
public final class SchemaFolder {
  private SchemaFolder() {}

  /** Reads all schemas of an array and returns them by file name, oldest first. */
  public static Map<String, StoredSchema> read(
      ArrayDirectory directory, StructureFiles files, Tasks tasks) {
    return read(directory, files, Map.of(), tasks);
  }

  /**
   * Reads the schemas of an array and returns them by file name, oldest first. Known schemas are
   * not read again.
   */
  static Map<String, StoredSchema> read(
      ArrayDirectory directory,
      StructureFiles files,
      Map<String, StoredSchema> known,
      Tasks tasks) {
    List<String> names = names(directory);
    List<StoredSchema> decoded =
        tasks.io(
            files.storage().traits().waitingRequests(),
            names,
            name -> {
              if (known.containsKey(name) && !name.equals(ArrayPaths.SCHEMA_FILE)) {
                return known.get(name); // names of schemas are unique
              }
              Location file =
                  name.equals(ArrayPaths.SCHEMA_FILE)
                      ? directory.location().resolve(name)
                      : directory.location().resolve(ArrayPaths.SCHEMA_FOLDER).resolve(name);
              return files.generic("array schema", file, ArraySchemaFormat::decode);
            });
    Map<String, StoredSchema> schemas = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      schemas.put(names.get(i), decoded.get(i));
    }
    return schemas;
  }

  /**
   * Returns the names of the schema files: first the file in the root folder, then the others,
   * sorted by name.
   */
  private static List<String> names(ArrayDirectory directory) {
    List<String> names = new ArrayList<>();
    if (directory.hasOldSchema()) {
      names.add(ArrayPaths.SCHEMA_FILE);
    }
    directory.schemas().stream().sorted().forEach(names::add);
    return names;
  }

  /**
   * Returns the schema in force at a time.
   *
   * @param schemas the schemas by file name, oldest first
   * @param time milliseconds since 1970
   */
  static StoredSchema at(Map<String, StoredSchema> schemas, long time) {
    List<String> names = List.copyOf(schemas.keySet());
    return schemas.get(names.get(indexAt(names, time)));
  }

  /**
   * Returns the index of the schema in force at a time. It is the last schema that is not newer
   * than the time, or the first schema if all are newer.
   *
   * @param names the names of the schema files, oldest first
   * @param time milliseconds since 1970
   */
  static int indexAt(List<String> names, long time) {
    int last = 0;
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      long from =
          name.equals(ArrayPaths.SCHEMA_FILE)
              ? 0
              : FragmentName.parse(name).map(FragmentName::t2).orElse(0L);
      if (Long.compareUnsigned(from, time) <= 0) {
        last = i;
      }
    }
    return last;
  }
}
