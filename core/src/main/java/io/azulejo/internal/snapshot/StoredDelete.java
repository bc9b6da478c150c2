package io.azulejo.internal.snapshot;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.ConditionFormat;
import io.azulejo.internal.format.ConditionNode;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.UpdateFormat;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.snapshot.fragment.StructureFiles;
import io.azulejo.storage.Location;

/**
 * A condition that deleted cells.
 *
 * @param name the name of the deletion, which contains its time
 * @param marker the path of the condition's own file in the array; consolidated fragments list
 *     applied conditions by this path
 * @param file the file that contains the condition: its own file or a consolidated commit file
 * @param content the content of the condition's own file
 */
public record StoredDelete(FragmentName name, String marker, Location file, Slice content) {
  /**
   * Decodes the condition.
   *
   * @throws CorruptDataException if the condition cannot be decoded; the exception names the file
   */
  public ConditionNode condition(StructureFiles files) {
    return StructureFiles.located(
        file,
        () -> {
          Slice tile = files.whole(ConditionFormat.STRUCTURE, content);
          return marker.endsWith(ArrayPaths.UPDATE_SUFFIX)
              ? UpdateFormat.decode(tile, name.version()).condition()
              : ConditionFormat.decode(tile, name.version());
        });
  }
}
