package io.azulejo.internal.snapshot.compact;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.CommitsFile;
import io.azulejo.internal.format.ConditionFormat;
import io.azulejo.internal.format.ConditionNode;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.StoredSchema;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.ArrayDirectory;
import io.azulejo.internal.snapshot.StoredDelete;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.internal.snapshot.fragment.Lazy;
import io.azulejo.internal.snapshot.fragment.StructureFiles;
import io.azulejo.schema.ArraySchema;
import io.azulejo.storage.Location;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Checks delete conditions before the files that contain them are copied or deleted. Each condition
 * must be decodable and fit a schema of the array. If several files contain the condition, its
 * bytes must be the same in all of them.
 */
final class CheckedConditions {
  private final WritableArray array;
  private final StructureFiles files;
  private final ConditionCheck fit;
  private final Tasks tasks;

  /** All schemas of the array, read on first use. */
  private final Lazy<List<ArraySchema>> schemas;

  /** The conditions checked so far, by the names of their own files. */
  private final Map<String, StoredDelete> checked = new HashMap<>();

  /**
   * Creates a checker without any conditions.
   *
   * @param array the array that the conditions belong to
   * @param directory the listing of the array
   * @param files reads the array's small files
   * @param fit checks a single condition against a schema
   */
  CheckedConditions(
      WritableArray array,
      ArrayDirectory directory,
      StructureFiles files,
      ConditionCheck fit,
      Tasks tasks) {
    this.array = array;
    this.files = files;
    this.fit = fit;
    this.tasks = tasks;
    this.schemas =
        new Lazy<>(
            () ->
                array.schemas(directory, tasks).values().stream()
                    .map(StoredSchema::schema)
                    .toList());
  }

  /**
   * Checks the conditions in consolidated commit files.
   *
   * @param consolidated the entries of each file
   * @throws CorruptDataException if a condition is damaged; the exception names the file
   */
  void addAll(Map<Location, List<CommitsFile.Entry>> consolidated) {
    consolidated.forEach(
        (file, entries) ->
            entries.forEach(
                entry -> entry.content().ifPresent(content -> add(entry.file(), file, content))));
  }

  /**
   * Reads and checks conditions that are stored in their own files.
   *
   * @return the contents of the files, in the given order
   * @throws CorruptDataException if a condition is damaged; the exception names the file
   */
  List<Slice> readAll(List<Location> loose) {
    List<Slice> contents =
        tasks.io(
            array.storage().traits().waitingRequests(),
            loose,
            file -> files.plain(file, content -> content));
    for (int i = 0; i < contents.size(); i++) {
      add(loose.get(i).name(), loose.get(i), contents.get(i));
    }
    return contents;
  }

  private void add(String file, Location place, Slice content) {
    FragmentName name = FragmentName.parse(file).orElseThrow();
    StoredDelete delete = new StoredDelete(name, ArrayPaths.marker(file), place, content);
    StoredDelete other = checked.get(file);
    if (other == null) {
      checkFit(delete);
      checked.put(file, delete);
    } else if (!other.content().equals(content)) {
      throw CorruptDataException.of(
              ConditionFormat.STRUCTURE,
              null,
              -1,
              "the condition of %s differs from its copy in %s: one of the two was damaged"
                  .formatted(file, other.file()))
          .at(place.toString());
    }
  }

  /**
   * Checks that a condition fits a schema. It may refer to an attribute that was dropped later, so
   * an older schema is sufficient.
   */
  private void checkFit(StoredDelete delete) {
    ConditionNode condition = delete.condition(files);
    Optional<CorruptDataException> mismatch = mismatch(delete, condition, array.schema().schema());
    if (mismatch.isPresent()
        && schemas.get().stream()
            .allMatch(schema -> mismatch(delete, condition, schema).isPresent())) {
      throw mismatch.get();
    }
  }

  private Optional<CorruptDataException> mismatch(
      StoredDelete delete, ConditionNode condition, ArraySchema schema) {
    try {
      StructureFiles.located(
          delete.file(),
          () -> {
            fit.check(condition, schema);
            return condition;
          });
      return Optional.empty();
    } catch (CorruptDataException e) {
      return Optional.of(e);
    }
  }
}
