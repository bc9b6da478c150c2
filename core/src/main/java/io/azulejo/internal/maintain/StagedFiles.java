package io.azulejo.internal.maintain;

import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.StoredSchema;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.ArrayDirectory;
import io.azulejo.internal.snapshot.FragmentLoader;
import io.azulejo.internal.snapshot.SchemaFolder;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.internal.snapshot.fragment.StructureFiles;
import java.util.List;
import java.util.Map;

/**
 * Opens uncommitted fragments of an array.
 *
 * @param directory a listing of the array; unlisted if the fragments were just written
 * @param schemas the schemas that the fragments may use, by schema name
 */
record StagedFiles(
    WritableArray array, ArrayDirectory directory, Map<String, StoredSchema> schemas, Tasks tasks) {
  /** Creates an instance for fragments that were just written with the array's current schema. */
  static StagedFiles of(WritableArray array, Tasks tasks) {
    return new StagedFiles(
        array,
        ArrayDirectory.unlisted(array.location()),
        Map.of(array.schemaName(), array.schema()),
        tasks);
  }

  /** Creates an instance for fragments that may use any schema of the array. */
  static StagedFiles of(WritableArray array, ArrayDirectory directory, Tasks tasks) {
    StructureFiles files = array.files();
    return new StagedFiles(array, directory, SchemaFolder.read(directory, files, tasks), tasks);
  }

  /** Opens fragments and returns them in the order of their names in the list. */
  List<Fragment> load(List<FragmentName> names) {
    FragmentLoader loader =
        new FragmentLoader(directory, array.files(), schemas, array.schema().schema(), tasks);
    return tasks.io(
        array.storage().traits().waitingRequests(),
        names,
        name -> loader.load(directory.folder(name)));
  }

  /** Returns a snapshot that contains only the given fragments. */
  Snapshot snapshot(List<Fragment> fragments) {
    return Snapshot.ofFragments(array, directory, schemas, fragments);
  }
}
