package io.azulejo.maintenance;

import java.util.List;
import java.util.Optional;

/**
 * What was found by trying layouts on a sample of an array's cells, and what is recommended.
 *
 * @param cells about how many cells the array has; those that are hidden or deleted count
 * @param sampledCells how many of them were read
 * @param sampledBytes their bytes, unfiltered
 * @param places from how many places of the array they are
 * @param filters for each field, and for offsets and validity, what its filters make of it
 * @param checksums which fields have no checksum filter, and what one costs; empty where all have
 *     one, and for encrypted arrays, whose bytes are authenticated
 * @param tiles what tiles of some shapes and orders mean for reads; none where the array is empty
 * @param fragments the fragments of the array
 * @param notes what else there is to say, such as that there are many fragments
 * @param recommended the layout that is recommended; as it is where nothing better was found
 * @param changes whether it is another one than that of the array
 */
public record Advice(
    long cells,
    long sampledCells,
    long sampledBytes,
    int places,
    List<FilterAdvice> filters,
    Optional<ChecksumAdvice> checksums,
    List<TileTrial> tiles,
    long fragments,
    List<String> notes,
    RepackRequest recommended,
    boolean changes) {
  /** Makes an immutable record: takes copies of its lists. */
  public Advice {
    filters = List.copyOf(filters);
    tiles = List.copyOf(tiles);
    notes = List.copyOf(notes);
  }
}
