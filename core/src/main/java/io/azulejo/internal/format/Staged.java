package io.azulejo.internal.format;

import io.azulejo.schema.NDRange;
import java.util.List;
import java.util.Optional;

/**
 * The fragments of one write, which are complete and durable but not committed.
 *
 * @param location the location of the array, as text
 * @param schema the file name of the schema that the fragments were written with
 * @param fragments the fragments; empty if no cells were written
 * @param nonEmptyDomain the bounding box of all cells; empty if there are none
 */
public record Staged(
    String location, String schema, List<Part> fragments, Optional<NDRange> nonEmptyDomain) {
  /** Copies the list. */
  public Staged {
    fragments = List.copyOf(fragments);
  }

  /**
   * A staged fragment.
   *
   * @param name the name of the fragment, with two times and a version
   * @param cells the number of cells, at least 0
   * @param bytes the total size of the files in the fragment folder, in bytes
   * @param box the bounding box of the cells, if known
   */
  public record Part(FragmentName name, long cells, long bytes, Optional<NDRange> box) {}
}
