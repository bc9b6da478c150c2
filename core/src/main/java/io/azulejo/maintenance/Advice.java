package io.azulejo.maintenance;

import io.azulejo.schema.FilterPipeline;
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
    List<FieldFilters> filters,
    Optional<Checksums> checksums,
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

  /**
   * What filters make of a field in a sample.
   *
   * @param field its name; {@code offsets} and {@code validity}, where {@code shared}
   * @param shared whether it is what all fields share: offsets or validity
   * @param unfiltered the bytes of the sample
   * @param trials what was tried, the filters of the array first
   * @param best which of the trials is recommended, counted from 0
   */
  public record FieldFilters(
      String field, boolean shared, long unfiltered, List<FilterTrial> trials, int best) {
    /** Makes an immutable record: takes copies of its list. */
    public FieldFilters {
      trials = List.copyOf(trials);
    }
  }

  /**
   * What filters made of the values of a sample.
   *
   * @param filters the filters; of {@link Checksums} those that come behind the field's own
   * @param bytes the bytes after filtering
   * @param decodedPerSecond how many unfiltered bytes a second came back, by one thread of this
   *     machine
   */
  public record FilterTrial(FilterPipeline filters, long bytes, double decodedPerSecond) {}

  /**
   * What tiles of a shape and an order mean for reads of the sample's cells: boxes that have the
   * same part of the cells along each dimension, and slices that are thin along one dimension.
   *
   * @param layout the layout, beside what stays as it is
   * @param text the layout in words, such as {@code hilbert, 10000 cells}
   * @param cellsPerTile the cells of a tile
   * @param tilesPerBox how many tiles a box touches on average
   * @param tilesPerSlice how many tiles a slice touches on average
   * @param boxPart the part of the cells that a box has along each dimension
   * @param cost what reading a box and a slice takes, in bytes: the tiles with all of their cells,
   *     and a fixed number of bytes for each; the geometric mean of both
   * @param current whether the array is laid out so
   * @param best whether this is recommended
   */
  public record TileTrial(
      RepackRequest layout,
      String text,
      long cellsPerTile,
      double tilesPerBox,
      double tilesPerSlice,
      double boxPart,
      double cost,
      boolean current,
      boolean best) {}

  /**
   * Fields that have no checksum filter, and what one would cost in a sample of them.
   *
   * @param fields their names; {@code offsets} and {@code validity} of what fields share
   * @param trials what was tried on all of them but images: first no checksum, then each kind of
   *     checksum filter behind the filters that a field has; none where there were no cells
   */
  public record Checksums(List<String> fields, List<FilterTrial> trials) {
    /** Makes an immutable record: takes copies of its lists. */
    public Checksums {
      fields = List.copyOf(fields);
      trials = List.copyOf(trials);
    }
  }
}
