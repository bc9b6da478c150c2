package io.azulejo.internal.format;

import io.azulejo.schema.NDRange;
import java.util.List;
import java.util.Optional;

/**
 * Fragments of one write that are complete and durable, but not committed.
 *
 * @param location the array, as the text of its location
 * @param schema the name of the file of the schema that they were written with
 * @param fragments the fragments; empty if there were no cells
 * @param nonEmptyDomain the bounding box of all their cells
 */
public record Staged(
    String location, String schema, List<Part> fragments, Optional<NDRange> nonEmptyDomain) {
  /** Takes a copy of the list. */
  public Staged {
    fragments = List.copyOf(fragments);
  }

  /**
   * One of the fragments.
   *
   * @param name its name, with two times and a version
   * @param cells the number of cells, at least 0
   * @param bytes the total size of the files in its folder, at least 0
   * @param box the bounding box of its cells
   */
  public record Part(FragmentName name, long cells, long bytes, Optional<NDRange> box) {}
}
